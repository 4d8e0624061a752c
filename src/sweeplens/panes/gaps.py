"""Where do the modes disagree?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sweeplens.errors import UsageError
from sweeplens.figures import Figure, Notice
from sweeplens.panes.base import Pane, PaneView, Question, chosen_view
from sweeplens.panes.gap_curves import gap_curves
from sweeplens.panes.gap_maps import gap_map
from sweeplens.panes.gap_tables import gap_table
from sweeplens.panes.mode_pairs import modes_of

TITLE = "Gaps"

VIEWS = (
    PaneView("final", "At the final shared checkpoint"),
    PaneView("first", "At the first checkpoint"),
    PaneView("heatmap", "Heat map"),
    PaneView("curves", "Gap along the steps"),
)


def answer(question: Question) -> Figure:
    """The gap between the modes, candidate minus reference, at a checkpoint or along the steps."""
    kind = chosen_view(question, PANE.id, VIEWS)
    if not question.collection.histories:
        return Notice(TITLE, ("This collection has no history in which modes could be followed.",))
    try:
        modes_of(question)
    except UsageError as error:
        return Notice(TITLE, (str(error),))
    return ANSWERS[kind](question)


ANSWERS: Mapping[str, Callable[[Question], Figure]] = {
    "final": lambda question: gap_table(question, "final", TITLE),
    "first": lambda question: gap_table(question, "first", TITLE),
    "heatmap": lambda question: gap_map(question, TITLE),
    "curves": gap_curves,
}

PANE = Pane(
    id="gaps",
    key="9",
    title=TITLE,
    short="Gaps",
    question="Where do the modes disagree?",
    answer=answer,
    views=VIEWS,
    opens=("dynamics", "curves"),
    is_finer=True,
)
