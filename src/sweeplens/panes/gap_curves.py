"""The gap of one metric along the steps, as curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Axis, Curves, Figure, Plot, Series, Slider
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Question
from sweeplens.panes.curve_axes import ends_of, step_axis
from sweeplens.panes.curve_drawing import FRACTION
from sweeplens.panes.curve_lines import Group
from sweeplens.panes.curve_sentences import cut_sentences, smoothing_sentences
from sweeplens.panes.gapping import (
    candidate_minus_reference,
    checkpoint,
    gap_captions,
    gap_factors,
    gap_title,
    level_head,
    level_texts,
)
from sweeplens.panes.histories import history_metric, measured
from sweeplens.panes.mode_pairs import Pairs, pairs_of, reference
from sweeplens.stats.smoothing import smoothed

ZERO = "Where a line meets zero the modes agree."
NO_LOG = "A gap can be negative, so its axis is not logarithmic."


@dataclass(frozen=True, eq=False)
class _Gap:
    """The mean gap of one combination of levels: its step, what it is drawn against, and its value, point by point."""

    name: str
    steps: Sequence[float]
    x: Sequence[float]
    y: Sequence[float]

    def lines(self, smoothing: float) -> Group:
        """The line; where it is smoothed, thin behind it what was measured."""
        line = Series(self.name, self.x, self.y)
        return (replace(line, pattern="thin"), replace(line, y=smoothed(self.y, smoothing))) if smoothing else (line,)


def gap_curves(question: Question) -> Figure:
    """One line for each level of what is answered by; the checkpoint that is asked for is marked."""
    metric, selection = measured(question.collection, history_metric(question)), question.selection
    against = [selection.x] if selection.x not in (None, FRACTION, metric.name) else []
    pairs = pairs_of(question, [metric.name, *against])
    gaps = list(_gaps(pairs, metric, gap_factors(question, pairs) or pairs.others[:1], selection.x))
    groups = [gap.lines(selection.smoothing) for gap in gaps]
    ends = ends_of(groups, selection, ["y"])
    y = Axis(f"Δ {metric.head}", metric.unit, low=ends.of("y")[0], high=ends.of("y")[1])
    slider, _ = checkpoint(question, pairs, "final")
    said = (*smoothing_sentences(selection), *cut_sentences(selection, [ends]), *[NO_LOG] * selection.log, ZERO)
    return Curves(
        gap_title(question, f"{metric.head}: {candidate_minus_reference(pairs)} along the steps"),
        (Plot("", step_axis(selection.x, pairs.step), y, tuple(line for group in groups for line in group)),),
        (*gap_captions(question, pairs, _place(slider)), *said),
        counts_steps=True,
        slider=slider,
        mark=_mark(gaps, slider),
    )


def _place(slider: Slider | None) -> tuple[str, ...]:
    """That a checkpoint is marked, where it is."""
    is_chosen = slider is not None and slider.at != slider.home
    return (f"Read out at {slider.name} {document_number(slider.at)}.",) if slider is not None and is_chosen else ()


def _mark(gaps: Iterable[_Gap], slider: Slider | None) -> float | None:
    """Where the checkpoint lies that is asked for; None for the pane's own one."""
    if slider is None or slider.at == slider.home:
        return None
    places = (x for gap in gaps for step, x in zip(gap.steps, gap.x, strict=True) if step == slider.at)
    return next(places, None)


def _gaps(pairs: Pairs, metric: Metric, by: Sequence[Factor], against: str | None) -> Iterator[_Gap]:
    """The gaps of each combination of levels; where a pair of the others is missing the mean is of fewer pairs."""
    gap = pl.col(metric.name) - pl.col(reference(metric.name))
    count = pl.col(pairs.step if against in (None, FRACTION) else str(against)).cast(pl.Float64).mean()
    for key, part in _parts(pairs, by):
        means = part.group_by(step=pairs.step).agg(gap=gap.filter(gap.is_finite()).mean(), x=count)
        last = means["x"].max() if against == FRACTION else 1.0
        points = means.with_columns(pl.col("x") / (last or 1.0)).drop_nulls().sort("step")
        name = " ".join(level_head(factor, text) for factor, text in zip(by, key, strict=True))
        steps = points["step"].cast(pl.Float64).to_list()
        yield _Gap(name or candidate_minus_reference(pairs), steps, points["x"].to_list(), points["gap"].to_list())


def _parts(pairs: Pairs, by: Sequence[Factor]) -> list[tuple[tuple[str, ...], pl.DataFrame]]:
    """The pairs of each combination of levels, in their order."""
    if not by:
        return [((), pairs.frame)]
    parts = pairs.frame.partition_by([factor.column for factor in by], as_dict=True)
    order = [{text: at for at, text in enumerate(level_texts(factor))} for factor in by]
    placed = sorted(parts, key=lambda key: tuple(o.get(text, len(o)) for o, text in zip(order, key, strict=True)))
    return [(key, parts[key]) for key in placed]
