"""What is not finite where values are averaged: left out, or counted as the worst finite value of its metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sweeplens.figures import Direction
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.stats.spread import Spread, spreads


def worst_values(question: Question, further: pl.DataFrame | None = None) -> dict[str, float]:
    """What stands in place of NaN and Inf, by metric: its worst finite value, where it is known what worse is.

    That of all runs, whatever the filter keeps, and of `further` ones. Empty where they are left out.
    """
    if question.selection.nonfinite == "exclude":
        return {}
    known = [metric for metric in question.collection.metrics if metric.direction is not Direction.UNKNOWN]
    found: dict[str, float] = {}
    for metric in known:
        sides = [question.standing.runs, *([further] if further is not None and metric.name in further else [])]
        finite = pl.concat([side[metric.name].cast(pl.Float64) for side in sides]).drop_nulls()
        finite = finite.filter(finite.is_finite())
        if len(finite):
            found[metric.name] = float(finite.min() if metric.direction is Direction.HIGHER else finite.max())
    return found


def counting(frame: pl.DataFrame, worst: Mapping[str, float]) -> pl.DataFrame:
    """The rows with `worst` in place of NaN and infinities; what is missing stays missing."""
    there = [(name, pl.col(name)) for name in worst if name in frame.columns]
    return frame.with_columns(
        pl.when(column.is_finite().not_()).then(worst[name]).otherwise(column).alias(name) for name, column in there
    )


def counted_spreads(
    frame: pl.DataFrame, metrics: Sequence[str], by: Sequence[str], ddof: int, worst: Mapping[str, float]
) -> list[tuple[tuple[str | None, ...], tuple[Spread, ...]]]:
    """`spreads` of the rows with `worst` in place of what is not finite, which is counted as it is written."""
    written = spreads(frame, metrics, by, ddof)
    if not worst:
        return written
    made = spreads(counting(frame, worst), metrics, by, ddof)
    return [
        (levels, tuple(replace(own, n=was.n, nonfinite=was.nonfinite) for own, was in zip(ours, theirs, strict=True)))
        for (levels, ours), (_, theirs) in zip(made, written, strict=True)
    ]
