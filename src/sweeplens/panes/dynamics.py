"""How did the runs get there?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sweeplens.data.collection import History
from sweeplens.figures import Figure, Notice
from sweeplens.numbers import document_number
from sweeplens.panes import curve_plots
from sweeplens.panes.base import Pane, PaneView, Question, chosen_view
from sweeplens.panes.curve_tables import fact_in, fact_table
from sweeplens.panes.histories import chosen_history, first_step, history_metric, left_out, measured
from sweeplens.panes.sentences import titled
from sweeplens.panes.spark_tables import spark_table

VIEWS = (
    PaneView("table", "Sparklines"),
    PaneView("curves", "Curves"),
    PaneView("multiples", "Small multiples"),
    PaneView("trajectory", "Trajectory"),
)


def answer(question: Question) -> Figure:
    """How a metric went along the steps: as a table of facts, as curves, or against another metric."""
    kind = chosen_view(question, PANE.id, VIEWS)
    if not question.collection.histories:
        looked_for = "a table with a column that counts steps (step, global_step, epoch, tokens) below the collection"
        return Notice(PANE.title, ("This collection has no history.", f"Looked for {looked_for}."))
    view = question.view
    if kind == "table":
        tell = fact_table if question.columns else spark_table
        return tell(question, view.title if view else "", captions_of(question))
    title = (view.title if view else "") or _title(question, kind)
    return DRAWN[kind](question, title, captions_of(question))


DRAWN: Mapping[str, Callable[[Question, str, Sequence[str]], Figure]] = {
    "curves": curve_plots.one_plot,
    "multiples": curve_plots.multiples,
    "trajectory": curve_plots.trajectory,
}


def _title(question: Question, kind: str) -> str:
    name = measured(question.collection, history_metric(question)).head_with_arrow
    return titled({"curves": f"{name} along the steps", "multiples": f"{name} by part"}.get(kind, "trajectories"))


def captions_of(question: Question) -> tuple[str, ...]:
    """What the view says, what kind of metrics these are, whether their start is there, what was not asked of them."""
    view = question.view.caption if question.view else ""
    history = chosen_history(question, _metrics_asked(question))
    said = (view, _kind_of(history), _beginning(history), left_out(question, history))
    return tuple(text for text in said if text)


def _metrics_asked(question: Question) -> list[str]:
    """Metrics that the answer needs of its history."""
    view = question.view
    if view and view.x and view.y:
        return [view.x, view.y]
    steps = {history.step for history in question.collection.histories}
    named = [fact_in(text).name for text in question.columns]
    return [name for name in named if name not in steps] or [history_metric(question)]


def _kind_of(history: History) -> str:
    """`These dynamics are validation metrics from data/history.csv, not final test metrics.`"""
    if not history.label:
        return f"From {history.name}."
    return f"These dynamics are {history.label} metrics from {history.name}, not final test metrics."


def _beginning(history: History) -> str:
    """That the first checkpoint is not the initial state, where its step says so."""
    first = first_step(history)
    if first is None or first <= 1:
        return ""
    counted = "step" if "step" in history.step else history.step
    view = "so this is a first-eval view rather than an exact initialization view"
    return f"The earliest available checkpoint is {counted} {document_number(first)}, {view}."


PANE = Pane(
    id="dynamics",
    key="8",
    title="Dynamics",
    short="Dyn.",
    question="How did the runs get there?",
    answer=answer,
    views=VIEWS,
    is_finer=True,
)
