"""The comparison that a question asks for, and what has to be said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sweeplens.data.metrics import Metric
from sweeplens.errors import ReadError, UsageError
from sweeplens.figures import Notice
from sweeplens.panes.base import Question, required_metric
from sweeplens.panes.drift import cells_sentences, drift_sentences, means_sentence
from sweeplens.panes.joining import DELTA, Comparison, compared
from sweeplens.panes.noise import delta_noise_sentence
from sweeplens.panes.outcomes import outcome_sentences
from sweeplens.panes.paired import paired_sentences
from sweeplens.panes.sentences import no_rows, titled

TITLE = "Compare"
WAYS = "Compare with another collection or with a level of a factor: C, or --vs PATH, --vs mode=reinit."


def comparison_of(question: Question) -> Comparison | Notice:
    """The collection beside its reference; why there is nothing to compare, where there is not."""
    try:
        reference = question.reference
    except ReadError as error:
        return Notice(TITLE, (str(error),), "warning")
    if reference is None:
        return Notice(TITLE, ("There is no reference: the brief names none, and none was chosen.", WAYS))
    if reference.factor is None and reference.collection.path.resolve() == question.collection.path.resolve():
        return Notice(TITLE, ("This collection is the reference itself.", WAYS))
    comparison = compared(question, reference)
    return comparison if comparison.count and comparison.metrics else _nothing_common(question, comparison)


def _nothing_common(question: Question, comparison: Comparison) -> Notice:
    """Why there is no common cell."""
    if not question.runs.height:
        return Notice(TITLE, (no_rows(question),))
    said = drift_sentences(question.collection, comparison)
    if not comparison.metrics:
        return Notice(TITLE, ("The two sides have no metric in common.", *said))
    if not comparison.pairing.is_possible:
        return Notice(TITLE, ("The two sides have no factor in common.", *said))
    return Notice(TITLE, ("The two sides have no cell in common.", *cells_sentences(comparison)[1:], *said))


def compared_metrics(question: Question, comparison: Comparison) -> tuple[Metric, ...]:
    """The metrics asked for; else the one asked about, the final ones, and whatever else both sides have."""
    if question.columns:
        return tuple(_shared(question, comparison, name) for name in question.columns)
    asked = question.metric.name if question.metric else ""
    first = dict.fromkeys((asked, *question.collection.final))
    order = [*first, *(metric.name for metric in comparison.metrics if metric.name not in first)]
    return tuple(sorted(comparison.metrics, key=lambda metric: order.index(metric.name)))


def _shared(question: Question, comparison: Comparison, name: str) -> Metric:
    """The metric called `name`, which has to be on both sides."""
    metric = required_metric(question.collection, name)
    if metric not in comparison.metrics:
        names = comparison.names
        raise UsageError(f"{metric.name} is a metric of {names.candidate} alone; {names.reference} does not have it.")
    return metric


def by_delta(question: Question) -> Question:
    """The question with a bare metric in its order read as that metric's delta."""
    metric = question.collection.metric(question.sort[0]) if question.sort else None
    if question.sort is None or metric is None:
        return question
    sort = (f"{DELTA}_{metric.name}", question.sort[1])
    return replace(question, selection=replace(question.selection, sort=sort))


def comparison_title(question: Question, comparison: Comparison, what: str) -> str:
    """The view's title, else `Mean-versus-sum common cells`."""
    names = comparison.names
    own = question.view.title if question.view else ""
    return own or titled(f"{names.reference}-versus-{names.candidate} {what}")


def comparison_captions(question: Question, comparison: Comparison, metrics: Sequence[Metric]) -> tuple[str, ...]:
    """What is common and what is not, who wins by the first metric, and what the view says."""
    view = question.view.caption if question.view else ""
    said = (
        *cells_sentences(comparison),
        *outcome_sentences(comparison, metrics[0]),
        delta_noise_sentence(question, comparison, metrics[0]),
        *paired_sentences(question, comparison, metrics[0]),
        means_sentence(comparison, metrics),
        *drift_sentences(question.collection, comparison),
        view,
    )
    return tuple(sentence for sentence in said if sentence)
