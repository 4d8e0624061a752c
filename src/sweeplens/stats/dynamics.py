"""What a curve did: where it began, its extremes, and where it ended."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from sweeplens.figures import Divergence
from sweeplens.lazy import pl

FACTS = ("first_step", "first", "min", "min_step", "max", "max_step", "final_step", "final", "n")
"""What is told of a curve, in the order of the answer's columns."""
DIVERGED = ("diverged_step", "last_finite", "last_finite_step")
"""What is told of a curve that ends in NaN or Inf: since when it is not finite, and its last finite value."""
_CURVES = "sweeplens:curves"


def curve_facts(points: pl.DataFrame, curve: str, step: str, metric: str) -> pl.DataFrame:
    """One row a curve: `curve`, then `FACTS` and `DIVERGED`.

    `points` are sorted by curve and step. First and final are the outermost values written, be they NaN; minimum
    and maximum are those of the finite values, at the first step that reaches them; n counts the finite values. Null
    where there is none, and for `DIVERGED` where the final value is finite.
    """
    value, at = pl.col(metric), pl.col(step)
    written, finite = value.is_not_null(), value.is_finite().fill_null(False)
    low, high = value.filter(finite).arg_min(), value.filter(finite).arg_max()
    return points.group_by(curve, maintain_order=True).agg(
        at.filter(written).first().alias("first_step"),
        value.filter(written).first().alias("first"),
        value.filter(finite).min().alias("min"),
        at.filter(finite).get(low).alias("min_step"),
        value.filter(finite).max().alias("max"),
        at.filter(finite).get(high).alias("max_step"),
        at.filter(written).last().alias("final_step"),
        value.filter(written).last().alias("final"),
        finite.sum().cast(pl.Int64).alias("n"),
        *_ends(value, at, written, finite),
    )


def _ends(value: pl.Expr, at: pl.Expr, written: pl.Expr, finite: pl.Expr) -> list[pl.Expr]:
    """Where a curve that ends in NaN or Inf became so, and what it was worth before."""
    facts = (at.filter(written & ~finite).first(), value.filter(finite).last(), at.filter(finite).last())
    is_gone = ~value.filter(written).last().is_finite()
    return [pl.when(is_gone).then(fact).alias(name) for name, fact in zip(DIVERGED, facts, strict=True)]


def divergence(steps: Sequence[float], values: Sequence[float | None]) -> Divergence | None:
    """Where written values stop being finite, None where every one is finite; `steps` ascend."""
    written = [(step, value) for step, value in zip(steps, values, strict=True) if value is not None]
    first = next((step for step, value in written if not isfinite(value)), None)
    if first is None:
        return None
    last_at, last = next(((step, value) for step, value in reversed(written) if isfinite(value)), (None, None))
    return Divergence(first, last, last_at, is_final=not isfinite(written[-1][1]))


def final_shared_step(points: pl.DataFrame, curve: str, step: str) -> float | None:
    """The last step that every curve has; None where there is none."""
    curves = points[curve].n_unique()
    shared = points.group_by(step).agg(pl.col(curve).n_unique().alias(_CURVES)).filter(pl.col(_CURVES) == curves)
    last = shared[step].max()
    return None if last is None else float(last)  # type: ignore[arg-type]
