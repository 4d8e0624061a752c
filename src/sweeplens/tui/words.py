"""The question in words, as the top of the screen and the first line of a report say it."""

from __future__ import annotations

from sweeplens.data.query import EVERYTHING, filter_text
from sweeplens.errors import UsageError
from sweeplens.panes.base import Question


def rows_in_words(question: Question) -> str:
    """How much is shown: `4/12 rows`."""
    return f"{len(question.rows):,}/{len(question.collection.runs):,} rows"


def question_in_words(question: Question) -> tuple[str, ...]:
    """What is asked, part by part: the metric, the filter, and how the answer is made; no row is looked at."""
    selection = question.selection
    parts = [
        _metric_in_words(question),
        filter_text(selection.where) if selection.where != EVERYTHING else "",
        f"by {', '.join(selection.by)}" if selection.by else "",
        _order_in_words(question),
        "folded" if selection.fold else "",
        "log axes" if selection.log else "",
        "outliers clipped" if selection.clip_outliers else "",
        f"smoothed {selection.smoothing:g}" if selection.smoothing else "",
    ]
    return tuple(part for part in parts if part)


def _metric_in_words(question: Question) -> str:
    """The metric with its direction; as it was written where the collection does not have it."""
    try:
        return question.metric.head_with_arrow if question.metric else ""
    except UsageError:
        return question.selection.metric or ""


def _order_in_words(question: Question) -> str:
    """`sorted by KL, largest first`; nothing where the order is the pane's own."""
    if question.selection.sort is None:
        return ""
    name, descending = question.selection.sort
    metric = question.collection.metric(name)
    end = {None: "better first", True: "largest first", False: "smallest first"}[descending]
    return f"sorted by {metric.head if metric else name}, {end}"
