"""What a key makes of an inquiry: pure functions from what is asked to what is asked next."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar, get_args

from sweeplens.data.matching import held_level, hold_level
from sweeplens.data.metrics import Factor, Level
from sweeplens.data.query import EVERYTHING, Filter, both, parse_filter, with_level
from sweeplens.errors import UsageError
from sweeplens.panes.curve_drawing import drawn_against
from sweeplens.tui.inquiry import Inquiry, pane_called
from sweeplens.ways import Folding, Nonfinite, Statistic

Step: TypeAlias = Callable[[Inquiry], Inquiry]
Choice = TypeVar("Choice")

ROW_STEPS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)
"""How many rows `<` and `>` step through."""
SMOOTHING_STEPS = (0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.99)
"""Weights of the past that `+` and `-` step through."""


def unfiltered(inquiry: Inquiry) -> Inquiry:
    """The same about every row."""
    return inquiry.narrowed(where=EVERYTHING)


def all_levels(inquiry: Inquiry) -> Inquiry:
    """The same with no factor held to a level."""
    where = inquiry.selection.where
    for factor in _factors(inquiry):
        where = with_level(where, factor.name, None)
    return inquiry.narrowed(where=where)


def to_level(factor: Factor, level: Level | None) -> Step:
    """The step that holds a factor to a level, or lets it go."""

    def step(inquiry: Inquiry) -> Inquiry:
        where = hold_level(factor, inquiry.selection.where, level)
        return replace(inquiry.narrowed(where=where), last_factor=factor.name)

    return step


def along_factor(name: str, by: int) -> Step:
    """The step to the level `by` places further on in a factor; after the last one the factor is let go."""

    def step(inquiry: Inquiry) -> Inquiry:
        factor = next((factor for factor in _factors(inquiry) if factor.name == name), None)
        return to_level(factor, _level_beside(inquiry.selection.where, factor, by))(inquiry) if factor else inquiry

    return step


def along_last_factor(by: int) -> Step:
    """The step along the factor that was stepped last, else along the first one."""

    def step(inquiry: Inquiry) -> Inquiry:
        names = [factor.name for factor in _factors(inquiry)]
        name = inquiry.last_factor if inquiry.last_factor in names else "".join(names[:1])
        return along_factor(name, by)(inquiry)

    return step


def _factors(inquiry: Inquiry) -> tuple[Factor, ...]:
    return inquiry.collection.factors if inquiry.collection else ()


def _level_beside(where: Filter, factor: Factor, by: int) -> Level | None:
    """The level `by` places after the one that the factor is held to; None, for all, has its place before the first."""
    levels = (None, *factor.levels)
    return levels[(levels.index(held_level(factor, where)) + by) % len(levels)]


def to_metric(name: str) -> Step:
    """The step to the metric called `name`."""
    return lambda inquiry: inquiry.narrowed(metric=name)


def along_metrics(by: int) -> Step:
    """The step to the metric `by` places further on; round and round."""

    def step(inquiry: Inquiry) -> Inquiry:
        if inquiry.collection is None or not inquiry.collection.metrics:
            return inquiry
        names = [metric.name for metric in inquiry.collection.metrics]
        asked = inquiry.selection.metric or inquiry.collection.primary
        at = names.index(asked) if asked in names else 0
        return inquiry.narrowed(metric=names[(at + by) % len(names)])

    return step


def next_view(inquiry: Inquiry) -> Inquiry:
    """The same in the pane's next view, the first one after the last; an order by a column of this view alone ends."""
    if inquiry.collection is None:
        return inquiry
    ids = [view.id for view in inquiry.pane.views_of(inquiry.collection)]
    at = ids.index(inquiry.view) if inquiry.view in ids else 0
    return inquiry.in_view(ids[(at + 1) % len(ids)] if ids else None)


def fewer_rows(inquiry: Inquiry) -> Inquiry:
    """The same with the next smaller number of rows."""
    at = bisect_left(ROW_STEPS, _rows(inquiry)) - 1
    return inquiry.narrowed(rows=ROW_STEPS[max(at, 0)])


def more_rows(inquiry: Inquiry) -> Inquiry:
    """The same with the next larger number of rows."""
    at = bisect_right(ROW_STEPS, _rows(inquiry))
    return inquiry.narrowed(rows=ROW_STEPS[min(at, len(ROW_STEPS) - 1)])


def _rows(inquiry: Inquiry) -> int:
    """How many rows are asked for, or are usual."""
    return inquiry.selection.rows or inquiry.selection.each_end


def by_column(column: str, descending: bool) -> Step:
    """The step to the rows in the order of a column."""
    return lambda inquiry: inquiry.narrowed(sort=(column, descending))


def folded(inquiry: Inquiry) -> Inquiry:
    """The same with replicates folded into their cells, or unfolded."""
    return inquiry.narrowed(fold=not _is_folded(inquiry))


def _is_folded(inquiry: Inquiry) -> bool:
    by_brief = inquiry.collection.brief.fold if inquiry.collection else False
    return by_brief if inquiry.selection.fold is None else inquiry.selection.fold


def next_folding(inquiry: Inquiry) -> Inquiry:
    """The same with replicates folded in the next way; in the way that is chosen where they are not folded yet."""
    chosen = inquiry.selection.folding
    return to_folding(_after(chosen, get_args(Folding)) if _is_folded(inquiry) else chosen)(inquiry)


def to_folding(folding: Folding) -> Step:
    """The step to replicates folded in a way."""
    return lambda inquiry: inquiry.narrowed(fold=True, folding=folding)


def next_nonfinite(inquiry: Inquiry) -> Inquiry:
    """The same with the other policy for what is not finite."""
    return to_nonfinite(_after(inquiry.selection.nonfinite, get_args(Nonfinite)))(inquiry)


def to_nonfinite(policy: Nonfinite) -> Step:
    """The step to a policy for what is not finite."""
    return lambda inquiry: inquiry.narrowed(nonfinite=policy)


def next_statistic(inquiry: Inquiry) -> Inquiry:
    """The same with runs that stand for the next value of their history."""
    return to_statistic(_after(inquiry.selection.statistic, get_args(Statistic)))(inquiry)


def to_statistic(statistic: Statistic) -> Step:
    """The step to runs that stand for a value of their history."""
    return lambda inquiry: inquiry.narrowed(statistic=statistic)


def common_set(inquiry: Inquiry) -> Inquiry:
    """The same with averages over what all levels have alone, or over all again."""
    return inquiry.narrowed(common=not inquiry.selection.common)


def _after(chosen: Choice, choices: Sequence[Choice]) -> Choice:
    """The choice behind the one that is chosen; the first one behind the last."""
    return choices[(choices.index(chosen) + 1) % len(choices)]


def constants_hidden(inquiry: Inquiry) -> Inquiry:
    """The same without the columns that do not vary, or with them again."""
    return inquiry.narrowed(hide_constant=not inquiry.selection.hide_constant)


def marked(run: int) -> Step:
    """The step that marks a run, or takes its mark away."""
    return lambda inquiry: inquiry.narrowed(marked=inquiry.selection.marked ^ {run})


def to_checkpoint(step: float | None) -> Step:
    """The step to the answer at a checkpoint; at the pane's own one where it is None."""
    return lambda inquiry: inquiry.narrowed(step=step)


def behind(where: str) -> Step:
    """The step to what is behind a field: the pane that shows it, under the filter that keeps it alone."""

    def step(inquiry: Inquiry) -> Inquiry:
        question = inquiry.question
        if question is None:
            return inquiry
        name, view = inquiry.pane.opens
        metric = inquiry.selection.metric or (question.view.metric if question.view else "") or None
        kept = both(question.where, parse_filter(where))
        there = inquiry.of(pane_called(name)).in_view(view)
        return replace(there.narrowed(where=kept, metric=metric), before=inquiry)

    return step


def back(inquiry: Inquiry) -> Inquiry:
    """What was asked before a field was opened, with the marks that were made since; the same where none was."""
    if inquiry.before is None or inquiry.collection is None:
        return inquiry
    return inquiry.before.about(inquiry.collection).narrowed(marked=inquiry.selection.marked)


def next_axis(inquiry: Inquiry) -> Inquiry:
    """The same with its curves drawn against the next thing they can be: the step, its fraction, another count."""
    try:
        against = drawn_against(inquiry.question) if inquiry.question else (None,)
    except UsageError:
        return inquiry
    at = against.index(inquiry.selection.x) if inquiry.selection.x in against else -1
    return inquiry.narrowed(x=against[(at + 1) % len(against)])


def log_axes(inquiry: Inquiry) -> Inquiry:
    """The same with its axes in logarithms, or plain again."""
    return inquiry.narrowed(log=not inquiry.selection.log)


def outliers_clipped(inquiry: Inquiry) -> Inquiry:
    """The same with outliers out of the axes' range, or in it again."""
    return inquiry.narrowed(clip_outliers=not inquiry.selection.clip_outliers)


def interpolated(inquiry: Inquiry) -> Inquiry:
    """The same with folded curves interpolated to one another's steps, or at the steps that are there again."""
    return inquiry.narrowed(interpolate=not inquiry.selection.interpolate)


def axes_shared(inquiry: Inquiry) -> Inquiry:
    """The same with one pair of axes for all small multiples of a metric, or with one for each again."""
    return inquiry.narrowed(shared_axes=not inquiry.selection.shared_axes)


def fully_ranged(inquiry: Inquiry) -> Inquiry:
    """The same with diverged runs in the range of the axes, or out of it again."""
    return inquiry.narrowed(full_range=not inquiry.selection.full_range)


def smoother(inquiry: Inquiry) -> Inquiry:
    """The same with more of the past in every point of a curve."""
    return inquiry.narrowed(smoothing=_neighbour(SMOOTHING_STEPS, inquiry.selection.smoothing, 1))


def rougher(inquiry: Inquiry) -> Inquiry:
    """The same with less of the past in every point of a curve."""
    return inquiry.narrowed(smoothing=_neighbour(SMOOTHING_STEPS, inquiry.selection.smoothing, -1))


def _neighbour(steps: Sequence[float], value: float, by: int) -> float:
    """The step `by` places from the one nearest below `value`; the last one at either end."""
    at = bisect_right(steps, value) - 1 + by
    return steps[min(max(at, 0), len(steps) - 1)]
