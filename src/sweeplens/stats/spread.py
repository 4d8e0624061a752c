"""How a metric is spread: what is finite is summarised, what is not is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.lazy import pl

ROUNDING = 1e-12
"""A standard deviation below this share of the largest magnitude is the rounding of floating-point arithmetic."""


@dataclass(frozen=True)
class Spread:
    """A metric over some rows; the statistics are None where no finite value is there to give them."""

    min: float | None
    mean: float | None
    median: float | None
    max: float | None
    std: float | None
    """Standard deviation with `ddof`; None below two values, 0 where they differ by rounding alone."""
    n: int
    """Finite values, which alone make the statistics."""
    missing: int
    nonfinite: int
    """NaN and infinities."""
    ddof: int


def spreads(
    frame: pl.DataFrame, metrics: Sequence[str], by: Sequence[str] = (), ddof: int = 0
) -> list[tuple[tuple[str | None, ...], tuple[Spread, ...]]]:
    """For each combination of values in the columns `by`, in order of appearance, one spread a metric.

    Without `by` there is one group, named `()`, even of no rows. `metrics` are names of Float64 columns.
    """
    parts = [part for at, name in enumerate(metrics) for part in _statistics(name, f"{at}:", ddof)]
    if by:
        table = frame.group_by(list(by), maintain_order=True).agg(parts)
    else:
        table = frame.select(parts) if parts else pl.DataFrame({"none": [None]})
    return [(tuple(row[: len(by)]), _read(row[len(by) :], len(metrics), ddof)) for row in table.rows()]


def spread(values: Sequence[float | None], ddof: int = 0) -> Spread:
    """The spread of these values."""
    frame = pl.DataFrame({"value": values}, schema={"value": pl.Float64})
    return spreads(frame, ["value"], ddof=ddof)[0][1][0]


_PARTS = 9


def _statistics(name: str, prefix: str, ddof: int) -> list[pl.Expr]:
    """The parts of one metric's spread, under `prefix`: those of its finite values, then the counts."""
    column = pl.col(name)
    finite = column.filter(column.is_finite())
    parts = {
        "min": finite.min(),
        "mean": finite.mean(),
        "median": finite.median(),
        "max": finite.max(),
        "std": finite.std(ddof=ddof),
        "largest": finite.abs().max(),
        "n": finite.len(),
        "missing": column.null_count(),
        "all": column.len(),
    }
    return [part.alias(prefix + key) for key, part in parts.items()]


def _read(row: tuple[float | None, ...], metrics: int, ddof: int) -> tuple[Spread, ...]:
    return tuple(_spread(row[at * _PARTS : (at + 1) * _PARTS], ddof) for at in range(metrics))


def _spread(parts: tuple[float | None, ...], ddof: int) -> Spread:
    low, mean, median, high, std, largest, n, missing, total = parts
    finite, empty = int(n or 0), int(missing or 0)
    if std is not None and largest is not None and std <= ROUNDING * largest:
        std = 0.0
    return Spread(
        low, mean, median, high, std if finite > 1 else None, finite, empty, int(total or 0) - finite - empty, ddof
    )
