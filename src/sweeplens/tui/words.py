"""The question in words, as the top of the screen and the first line of a report say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sweeplens.data.collection import Collection
from sweeplens.data.comparisons import written_number
from sweeplens.data.metrics import Factor
from sweeplens.data.query import EVERYTHING, Compare, filter_text
from sweeplens.errors import QueryError, UsageError
from sweeplens.numbers import document_number
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.curve_drawing import FRACTION
from sweeplens.panes.making import common_words, folding_words, nonfinite_words, statistic_words

SAMPLE = 1000
"""Rows whose middle an example compares with."""


class Said(NamedTuple):
    """A part of the question in words."""

    text: str
    short: str = ""
    """The same where there is less room; the text where empty."""
    is_elsewhere: bool = False
    """Whether the screen says it in another place too, so that it goes first where there is no room."""


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


def question_in_words(question: Question) -> tuple[Said, ...]:
    """What is asked, part by part: the metric, the filter, and how the answer is made; no row is looked at."""
    selection = question.selection
    parts = [
        Said(_metric_in_words(question)),
        Said(_filter_in_words(question), is_elsewhere=not (question.view and question.view.where)),
        Said(f"by {', '.join(question.by_names)}" if question.by_names else ""),
        *_made_in_words(question),
        Said(f"at step {document_number(selection.step)}" if selection.step is not None else ""),
        Said(_order_in_words(question)),
        *map(Said, _drawn_in_words(question)),
    ]
    return tuple(part for part in parts if part.text)


def _made_in_words(question: Question) -> Iterator[Said]:
    """How the numbers are made, where that is not as usual."""
    yield Said(common_words(question))
    yield Said(statistic_words(question))
    folding = folding_words(question)
    yield Said(folding, short=folding.partition(" over ")[0])
    yield Said(nonfinite_words(question))


def _drawn_in_words(question: Question) -> Iterator[str]:
    """How curves and points are drawn, where that is not as usual."""
    selection = question.selection
    yield _against_in_words(selection.x)
    yield "log axes" if selection.log else ""
    yield "outliers clipped" if selection.clip_outliers else ""
    yield f"smoothed {selection.smoothing:g}" if selection.smoothing else ""
    yield "interpolated" if selection.interpolate and question.is_folded else ""
    yield "diverged runs in range" if selection.full_range else ""


def _metric_in_words(question: Question) -> str:
    """The metric with its direction; as it was written where the collection does not have it."""
    try:
        return question.metric.head_with_arrow if question.metric else ""
    except UsageError:
        return question.selection.metric or ""


def open_end_in_words(question: Question, key: str) -> tuple[Said, ...]:
    """That nobody has said which end of the metric is better, and the key to say it; nothing where it is known."""
    try:
        is_open = question.metric is not None and question.metric.is_open
    except UsageError:
        return ()
    return (Said(f"better end? {key}", is_elsewhere=True),) if is_open else ()


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
