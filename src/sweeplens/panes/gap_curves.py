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
from sweeplens.panes.curve_bands import band_of
from sweeplens.panes.curve_drawing import FRACTION
from sweeplens.panes.curve_lines import Group
from sweeplens.panes.curve_sentences import count_sentences, cut_sentences, smoothing_sentences
from sweeplens.panes.gapping import (
    candidate_minus_reference,
    checkpoint,
    gap_captions,
    gap_factors,
    gap_title,
    level_head,
    level_texts,
    policy,
)
from sweeplens.panes.histories import history_metric, measured
from sweeplens.panes.mode_pairs import Pairs, pairs_of, reference
from sweeplens.panes.sentences import listed
from sweeplens.stats.folding import METHODS, folded
from sweeplens.stats.smoothing import smoothed

ZERO = "Where a line meets zero the modes agree."
NO_LOG = "A gap can be negative, so its axis is not logarithmic."


@dataclass(frozen=True, eq=False)
class _Gap:
    """The mean gap of one combination of levels: a line, and for each of its points the step."""

    line: Series
    steps: Sequence[float]

    def lines(self, smoothing: float) -> Group:
        """The line; where it is smoothed, thin behind it what was measured."""
        calm = replace(self.line, y=smoothed(self.line.y, smoothing))
        return (replace(self.line, pattern="thin"), calm) if smoothing else (self.line,)


def gap_curves(question: Question) -> Figure:
    """One line for each level of what is answered by; the checkpoint that is asked for is marked."""
    metric, selection = measured(question.collection, history_metric(question)), question.selection
    against = [selection.x] if selection.x not in (None, FRACTION, metric.name) else []
    pairs = pairs_of(question, [metric.name, *against])
    by = gap_factors(question, pairs) or pairs.others[:1]
    gaps = list(_gaps(question, pairs, metric, by))
    groups = [gap.lines(selection.smoothing) for gap in gaps]
    ends = ends_of(groups, selection, ["y"])
    y = Axis(f"Δ {metric.head}", metric.unit, low=ends.of("y")[0], high=ends.of("y")[1])
    slider, _ = checkpoint(question, pairs, "final")
    said = (
        *cut_sentences(selection, [ends]),
        *count_sentences([gap.line for gap in gaps], pairs.step, "pairs"),
        *_averaging(question, pairs, by),
        *smoothing_sentences(selection),
        *[NO_LOG] * selection.log,
        ZERO,
    )
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
    places = (x for gap in gaps for step, x in zip(gap.steps, gap.line.x, strict=True) if step == slider.at)
    return next(places, None)


def _averaging(question: Question, pairs: Pairs, by: Sequence[Factor]) -> Iterator[str]:
    """What the lines are means over, and what their bands are."""
    over = listed([factor.head for factor in (*pairs.others, *pairs.folded_over) if factor not in by])
    if over and question.is_folded:
        yield f"Lines are the {METHODS[question.selection.folding].says} over {over}; {policy(question)}."
    elif over:
        counted = f"; {policy(question)}" if question.selection.nonfinite == "worst" else ""
        yield f"Lines are means over {over}{counted}."


def _gaps(question: Question, pairs: Pairs, metric: Metric, by: Sequence[Factor]) -> Iterator[_Gap]:
    """The gaps of each combination of levels; where a pair of the others is missing the mean is of fewer pairs."""
    for key, part in _parts(pairs, by):
        points = _points(question, pairs, metric, part)
        heads = tuple(level_head(factor, text) for factor, text in zip(by, key, strict=True))
        name, colour = " ".join(heads) or candidate_minus_reference(pairs), key[0] if key else ""
        line = Series(name, points["x"].to_list(), points["gap"].to_list(), colour, n=points["n"].to_list())
        if question.is_folded:
            line = replace(line, low=points["low"].to_list(), high=points["high"].to_list())
        yield _Gap(line, points["step"].to_list())


def _points(question: Question, pairs: Pairs, metric: Metric, part: pl.DataFrame) -> pl.DataFrame:
    """`step, x, gap, low, high, n` of the finite gaps of some pairs, one row a step."""
    against = question.selection.x
    count = pairs.step if against in (None, FRACTION) else str(against)
    gaps = part.select(
        pl.col(pairs.step).cast(pl.Float64).alias("step"),
        pl.col(count).cast(pl.Float64).alias("x"),
        (pl.col(metric.name) - pl.col(reference(metric.name))).alias("gap"),
    )
    folding = METHODS[question.selection.folding if question.is_folded else "mean-std"]
    means = band_of(folded(gaps, ["step"], ["gap"], folding, {}), "gap").filter(pl.col("gap").is_finite())
    points = means.join(gaps.group_by("step").agg(pl.col("x").mean()), on="step").drop_nulls("x").sort("step")
    last = points["x"].max() if against == FRACTION else 1.0
    return points.with_columns(pl.col("x") / (last or 1.0))


def _parts(pairs: Pairs, by: Sequence[Factor]) -> list[tuple[tuple[str, ...], pl.DataFrame]]:
    """The pairs of each combination of levels, in their order."""
    rows = pairs.counted if pairs.is_averaged(by) else pairs.frame
    if not by:
        return [((), rows)]
    parts = rows.partition_by([factor.column for factor in by], as_dict=True)
    order = [{text: at for at, text in enumerate(level_texts(factor))} for factor in by]
    placed = sorted(parts, key=lambda key: tuple(o.get(text, len(o)) for o, text in zip(order, key, strict=True)))
    return [(key, parts[key]) for key in placed]
