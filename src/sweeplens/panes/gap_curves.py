"""The gap of one metric along the steps, as curves."""

from __future__ import annotations

from collections.abc import Sequence

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Axis, Curves, Figure, Plot, Series
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.gapping import (
    candidate_minus_reference,
    gap_captions,
    gap_factors,
    gap_title,
    level_head,
    level_texts,
)
from sweeplens.panes.histories import history_metric, measured
from sweeplens.panes.mode_pairs import Pairs, pairs_of, reference


def gap_curves(question: Question) -> Figure:
    """One line for each level of what is answered by."""
    metric = measured(question.collection, history_metric(question))
    pairs = pairs_of(question, [metric.name])
    by = gap_factors(question, pairs) or pairs.others[:1]
    series = tuple(_line(pairs, metric, by, key, part) for key, part in _parts(pairs, by))
    title = gap_title(question, f"{metric.head}: {candidate_minus_reference(pairs)} along the steps")
    zero = "Where a line meets zero the modes agree."
    plot = Plot("", Axis(pairs.step), Axis(f"Δ {metric.head}", metric.unit), series)
    return Curves(title, (plot,), (*gap_captions(question, pairs, ()), zero))


def _parts(pairs: Pairs, by: Sequence[Factor]) -> list[tuple[tuple[str, ...], pl.DataFrame]]:
    """The pairs of each combination of levels, in their order."""
    if not by:
        return [((), pairs.frame)]
    parts = pairs.frame.partition_by([factor.column for factor in by], as_dict=True)
    order = [{text: at for at, text in enumerate(level_texts(factor))} for factor in by]
    placed = sorted(parts, key=lambda key: tuple(o.get(text, len(o)) for o, text in zip(order, key, strict=True)))
    return [(key, parts[key]) for key in placed]


def _line(pairs: Pairs, metric: Metric, by: Sequence[Factor], key: tuple[str, ...], part: pl.DataFrame) -> Series:
    """The mean gap at each step; at a step where a pair of the others is missing the mean is of fewer pairs."""
    step = pl.col(pairs.step)
    gap = pl.col(metric.name) - pl.col(reference(metric.name))
    means = (
        part.group_by(step).agg(gap.filter(gap.is_finite()).mean().alias("sweeplens:gap")).sort(pairs.step).drop_nulls()
    )
    name = " ".join(level_head(factor, text) for factor, text in zip(by, key, strict=True))
    return Series(
        name or candidate_minus_reference(pairs),
        means[pairs.step].cast(pl.Float64).to_list(),
        means["sweeplens:gap"].to_list(),
    )
