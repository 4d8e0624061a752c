"""The question in words, as the top of the screen and the first line of a report say it."""

from __future__ import annotations

from sweeplens.data.collection import Collection
from sweeplens.data.comparisons import written_number
from sweeplens.data.metrics import Factor
from sweeplens.data.query import EVERYTHING, Compare, filter_text
from sweeplens.errors import QueryError, UsageError
from sweeplens.numbers import document_number
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.curve_drawing import FRACTION

SAMPLE = 1000
"""Rows whose middle an example compares with."""


def rows_in_words(question: Question) -> str:
    """How much is shown: `4/12 rows`."""
    return f"{len(question.rows):,}/{len(question.collection.runs):,} rows"


def left_out_in_words(pane: Pane, question: Question) -> str:
    """What of the filter a pane about runs could not ask of them; empty where it asks all, or is about finer rows."""
    return "" if pane.is_finer else question.asked.sentence("the runs")


def example_filters(collection: Collection) -> tuple[str, ...]:
    """Filters that this collection could be asked with: `beta<=0.1`, `family~raw`, `matched_router_score>=0.521`."""
    parts = [_example_word(factor) for factor in collection.factors[:2] if factor.levels]
    middle = collection.runs[collection.primary].head(SAMPLE).median() if collection.primary else None
    if isinstance(middle, float):
        parts.append(filter_text(Compare(collection.primary, ">=", (f"{middle:.3g}",))))
    return tuple(parts)


def _example_word(factor: Factor) -> str:
    """The factor up to its middle level, or the levels with the first word of its first one."""
    middle = factor.levels[(len(factor.levels) - 1) // 2]
    if written_number(middle.head) is not None:
        return filter_text(Compare(factor.name, "<=", (middle.head,)))
    return filter_text(Compare(factor.name, "~", tuple(factor.levels[0].head.split()[:1])))


def question_in_words(question: Question) -> tuple[str, ...]:
    """What is asked, part by part: the metric, the filter, and how the answer is made; no row is looked at."""
    selection = question.selection
    parts = [
        _metric_in_words(question),
        _filter_in_words(question),
        f"by {', '.join(question.by_names)}" if question.by_names else "",
        f"at step {document_number(selection.step)}" if selection.step is not None else "",
        _order_in_words(question),
        "folded" if selection.fold else "",
        _against_in_words(selection.x),
        "log axes" if selection.log else "",
        "outliers clipped" if selection.clip_outliers else "",
        f"smoothed {selection.smoothing:g}" if selection.smoothing else "",
        "interpolated" if selection.interpolate and question.is_folded else "",
        "diverged runs in range" if selection.full_range else "",
    ]
    return tuple(part for part in parts if part)


def _metric_in_words(question: Question) -> str:
    """The metric with its direction; as it was written where the collection does not have it."""
    try:
        return question.metric.head_with_arrow if question.metric else ""
    except UsageError:
        return question.selection.metric or ""


def _filter_in_words(question: Question) -> str:
    """The filter, that of a view of the brief before the user's own; the user's alone where the view's is none."""
    try:
        return filter_text(question.where) if question.where != EVERYTHING else ""
    except QueryError:
        return filter_text(question.selection.where)


def _against_in_words(x: str | None) -> str:
    return {None: "", FRACTION: "against the fraction of training"}.get(x, f"against {x}")


def _order_in_words(question: Question) -> str:
    """`sorted by KL, largest first`; nothing where the order is the pane's own."""
    if question.sort is None:
        return ""
    name, descending = question.sort
    metric = question.collection.metric(name)
    end = {None: "better first", True: "largest first", False: "smallest first"}[descending]
    return f"sorted by {metric.head if metric else name}, {end}"
