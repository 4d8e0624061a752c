"""What a key makes of a question: pure functions from a question to the next selection."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from sweeplens.data.metrics import Factor
from sweeplens.data.query import EVERYTHING, Filter, level_of, with_level
from sweeplens.data.selection import Selection
from sweeplens.panes.base import Pane, Question

ROW_STEPS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)
"""How many rows `<` and `>` step through."""
SMOOTHING_STEPS = (0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.99)
"""Weights of the past that `+` and `-` step through."""


def unfiltered(question: Question) -> Selection:
    """The same selection of every row."""
    return question.selection.with_where(EVERYTHING)


def stepped_level(where: Filter, factor: Factor, by: int) -> Filter:
    """`where` with the factor held to its next level, and let go after the last one."""
    texts = [None, *(level.text for level in factor.levels)]
    held = level_of(where, factor.name)
    at = texts.index(held) if held in texts else 0
    return with_level(where, factor.name, texts[(at + by) % len(texts)])


def all_levels(question: Question) -> Selection:
    """The same selection with no factor held to a level."""
    where = question.selection.where
    for factor in question.collection.factors:
        where = with_level(where, factor.name, None)
    return question.selection.with_where(where)


def next_metric(question: Question) -> Selection:
    """The selection about the next metric; the first one again after the last."""
    return _about(question, _metric_beside(question, 1))


def previous_metric(question: Question) -> Selection:
    """The selection about the previous metric; the last one again before the first."""
    return _about(question, _metric_beside(question, -1))


def about_metric(name: str) -> Callable[[Question], Selection]:
    """The step to the metric called `name`."""
    return lambda question: _about(question, name)


def _about(question: Question, name: str) -> Selection:
    return replace(question.selection, metric=name)


def _metric_beside(question: Question, by: int) -> str:
    names = [metric.name for metric in question.collection.metrics]
    at = names.index(question.metric.name) if question.metric else 0
    return names[(at + by) % len(names)]


def next_view(pane: Pane, question: Question) -> Selection:
    """The selection of the pane's next view; the first one again after the last."""
    ids = [view.id for view in pane.views_of(question.collection)]
    chosen = question.selection.view
    at = ids.index(chosen) if chosen in ids else 0
    return replace(question.selection, view=ids[(at + 1) % len(ids)])


def fewer_rows(question: Question, default: int) -> Selection:
    """The selection of the next smaller number of rows."""
    at = bisect_left(ROW_STEPS, question.selection.rows or default) - 1
    return replace(question.selection, rows=ROW_STEPS[max(at, 0)])


def more_rows(question: Question, default: int) -> Selection:
    """The selection of the next larger number of rows."""
    at = bisect_right(ROW_STEPS, question.selection.rows or default)
    return replace(question.selection, rows=ROW_STEPS[min(at, len(ROW_STEPS) - 1)])


def folded(question: Question) -> Selection:
    """The selection with replicates folded into their cells, or unfolded."""
    is_folded = question.collection.brief.fold if question.selection.fold is None else question.selection.fold
    return replace(question.selection, fold=not is_folded)


def constants_hidden(question: Question) -> Selection:
    """The selection with the columns that do not vary left out, or shown again."""
    return replace(question.selection, hide_constant=not question.selection.hide_constant)


def log_axis(question: Question) -> Selection:
    """The selection with its axes in logarithms, or plain again."""
    return replace(question.selection, log=not question.selection.log)


def outliers_clipped(question: Question) -> Selection:
    """The selection with outliers out of the axes' range, or in it again."""
    return replace(question.selection, clip_outliers=not question.selection.clip_outliers)


def smoother(question: Question) -> Selection:
    """The selection with more of the past in every point of a curve."""
    return replace(question.selection, smoothing=_neighbour(SMOOTHING_STEPS, question.selection.smoothing, 1))


def rougher(question: Question) -> Selection:
    """The selection with less of the past in every point of a curve."""
    return replace(question.selection, smoothing=_neighbour(SMOOTHING_STEPS, question.selection.smoothing, -1))


def _neighbour(steps: Sequence[float], value: float, by: int) -> float:
    """The step `by` places from the one nearest below `value`; the last one at either end."""
    at = bisect_right(steps, value) - 1 + by
    return steps[min(max(at, 0), len(steps) - 1)]
