"""What do the derived metrics say?"""

from __future__ import annotations

from dataclasses import replace

from sweeplens.data.metrics import Metric
from sweeplens.figures import Figure, Notice, Table
from sweeplens.panes.base import Pane, PaneView, Question, Section, chosen_view, required_metric
from sweeplens.panes.cell_bars import bars_by_cell
from sweeplens.panes.cells import reported, rows_table
from sweeplens.panes.columns import metric_column, shown_rows
from sweeplens.panes.scale import scale_table
from sweeplens.panes.sentences import left_out

WAYS = (
    "A brief derives them from columns (derived: {kl_ratio: kl_loss / recon_loss}); "
    "of any other metric --columns shows the values and --metric with --view bars draws them."
)

VIEWS = (
    PaneView("table", "Derived metrics"),
    PaneView("bars", "Bars by cell"),
    PaneView("scale", "Scale beside the reference"),
)


def answer(question: Question) -> Figure:
    """The derived metrics row by row; one of them as bars; or its scale beside that of the reference."""
    view = chosen_view(question, PANE.id, VIEWS)
    if view == "table":
        return _table(question)
    metric = _diagnosed(question)
    if metric is None:
        return Notice(PANE.title, ("This collection has no metrics.",))
    draw = bars_by_cell if view == "bars" else scale_table
    return draw(question, metric, _captions(question, metric))


def _derived(question: Question) -> tuple[Metric, ...]:
    return tuple(metric for metric in question.collection.metrics if metric.formula)


def _diagnosed(question: Question) -> Metric | None:
    """The one metric to look at: the one asked for, else the first derived one, else the primary one."""
    view, columns = question.view, question.columns
    asked = question.selection.metric or (view.metric if view else "") or "".join(columns[:1])
    if asked:
        return required_metric(question.collection, asked)
    return next(iter(_derived(question)), question.metric)


def _table(question: Question) -> Table | Notice:
    """The metric asked about and all derived ones, one row a run or cell, with what they are."""
    metrics = _derived(question)
    if not metrics and not question.columns:
        return Notice(PANE.title, ("This collection derives no metrics.", WAYS))
    first = (question.metric,) if question.metric and question.metric not in metrics else ()
    table = rows_table(question, shown_rows(question), map(metric_column, (*first, *metrics)), "Derived diagnostics")
    names = {column.name for column in table.columns}
    definitions = tuple(definition(metric) for metric in metrics if metric.name in names)
    return replace(table, captions=(*definitions, *table.captions))


def definition(metric: Metric) -> str:
    """What a derived metric is: `KL / active recon is kl_prior_loss / active_objective.`; empty for a stored one."""
    if not metric.formula:
        return ""
    name = metric.label[:1].upper() + metric.label[1:] or metric.name
    return f"{name} is {' '.join(metric.formula.split())}."


def _captions(question: Question, metric: Metric) -> tuple[str, ...]:
    """What the metric is, how many rows have no value of it, and what the view says."""
    view = question.view.caption if question.view else ""
    said = (definition(metric), left_out(metric, shown_rows(question).frame[metric.name]), view)
    return tuple(sentence for sentence in said if sentence)


def sections(question: Question) -> tuple[Section, ...]:
    """The derived metrics, the first rows of a long table; every row of a view of the brief."""
    figure = answer(question)
    if isinstance(figure, Table) and question.view is None:
        figure = reported(figure)
    return (Section(figure.title, (figure,)),)


PANE = Pane(
    id="diagnostics",
    key="6",
    title="Diagnostics",
    short="Diag.",
    question="What do the derived metrics say?",
    answer=answer,
    views=VIEWS,
    sections=sections,
)
