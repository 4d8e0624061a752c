"""The question in words, as the top of the screen and the first line of a report say it."""

from __future__ import annotations

from sweeplens.data.query import EVERYTHING, filter_text
from sweeplens.panes.base import Question


def rows_in_words(question: Question) -> str:
    """How much is shown: `4/12 rows`."""
    return f"{len(question.rows):,}/{len(question.collection.runs):,} rows"


def question_in_words(question: Question) -> tuple[str, ...]:
    """What is asked, part by part: the metric, the filter, how the answer is made, and how many rows it is about."""
    selection = question.selection
    parts = [
        question.metric.head_with_arrow if question.metric else "",
        filter_text(selection.where) if selection.where != EVERYTHING else "",
        f"by {', '.join(factor.head for factor in question.by)}" if question.by else "",
        _order_in_words(question),
        "folded" if selection.fold else "",
        "log axes" if selection.log else "",
        "outliers clipped" if selection.clip_outliers else "",
        f"smoothed {selection.smoothing:g}" if selection.smoothing else "",
        rows_in_words(question),
    ]
    return tuple(part for part in parts if part)


def _order_in_words(question: Question) -> str:
    """`sorted by KL, largest first`; nothing where the order is the pane's own."""
    if question.selection.sort is None:
        return ""
    name, descending = question.selection.sort
    metric = question.collection.metric(name)
    end = {None: "better first", True: "largest first", False: "smallest first"}[descending]
    return f"sorted by {metric.head if metric else name}, {end}"
