"""An answer as the screen needs it: the figure, and the levels counted under the same filter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sweeplens.errors import SweeplensError
from sweeplens.failures import log_failure
from sweeplens.figures import Figure, Notice, Table
from sweeplens.panes.base import Pane, Question
from sweeplens.tui.facets import Facet, facets_of
from sweeplens.tui.widgets.frame_pages import PAGE


@dataclass(frozen=True, eq=False)
class Answer:
    """What a pane said to a question."""

    pane: Pane
    question: Question
    figure: Figure
    facets: tuple[Facet, ...]
    is_whole: bool = True
    """Whether it is the last word: no other answer to the same question follows."""


def answer(pane: Pane, question: Question) -> Answer:
    """What `pane` says; a pane that fails says so in a `Notice`.

    Raises `QueryError` where the filter names what the collection does not have.
    """
    facets = facets_of(question)
    return Answer(pane, question, figure_of(pane, question), facets)


def first_answer(pane: Pane, question: Question) -> Answer | None:
    """What `pane` can say before its whole answer is there; None where it waits for that.

    Raises `QueryError` where the filter names what the collection does not have.
    """
    if pane.first_answer is None:
        return None
    facets = facets_of(question)
    try:
        figure = pane.first_answer(question)
    except SweeplensError:
        return None  # the whole answer says why
    return Answer(pane, question, figure, facets, is_whole=False) if figure else None


def figure_of(pane: Pane, question: Question) -> Figure:
    """The pane's figure, or a `Notice` of why there is none."""
    return figure_or_notice(pane.title, lambda: _begun(pane.answer(question)))


def figure_or_notice(title: str, make: Callable[[], Figure]) -> Figure:
    """The figure that is made, or a `Notice` of why there is none."""
    try:
        return make()
    except SweeplensError as error:
        return Notice(title, (str(error),), "warning")
    except Exception as error:  # whatever goes wrong in one pane, the others live
        what = f"{title} could not be answered: {type(error).__name__}: {error}."
        return Notice(title, (what, f"The details are in {log_failure(error)}; the rest is not affected."), "error")


def _begun(figure: Figure) -> Figure:
    """The figure, the beginning of its order made already: here, and not while it is painted."""
    if isinstance(figure, Table):
        figure.rows.page(0, PAGE)
    return figure
