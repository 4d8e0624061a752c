"""Which metrics a figure shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.data.collection import Collection
from sweeplens.data.metrics import Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Bars, Curves, Document, Figure, Frames, Grid, Notice, Points, Table, is_figure
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.histories import history_metric, measured


def shown_metrics(pane: Pane, question: Question, figure: Figure) -> tuple[Metric, ...]:
    """The metrics that what `pane` answers is about: those that it names, else the one asked about.

    All of them for the report; none where it is about files, cells or latents.
    """
    if not pane.takes_columns:
        return question.collection.metrics if pane.is_document else ()
    known = _measured(question.collection)
    names = set(_names(figure))
    exact = {metric.name for metric in known} & names
    ends = {_at_the_end(name, known) for name in names - exact}
    found = tuple(metric for metric in known if metric.name in exact or metric in ends)
    return found or (() if isinstance(figure, Frames | Document | Notice) else _asked(pane, question))


def _measured(collection: Collection) -> tuple[Metric, ...]:
    """The metrics of the runs, then those that only a history has."""
    names = {metric.name for metric in collection.metrics}
    others = dict.fromkeys(name for history in collection.histories for name in history.metrics if name not in names)
    return (*collection.metrics, *(measured(collection, name) for name in others))


def _asked(pane: Pane, question: Question) -> tuple[Metric, ...]:
    """The metric asked about."""
    try:
        metric = measured(question.collection, history_metric(question)) if pane.is_finer else question.metric
    except UsageError:
        return ()
    return (metric,) if metric else ()


def _at_the_end(name: str, metrics: Sequence[Metric]) -> Metric | None:
    """The metric that a column is about: `loss` for `delta_loss`; the longest name of several."""
    fitting = [metric for metric in metrics if name.endswith(f"_{metric.name}")]
    return max(fitting, key=lambda metric: len(metric.name), default=None)


def _names(figure: Figure) -> Iterator[str]:
    """What a figure calls the things that it measures, among other names."""
    if isinstance(figure, Table):
        yield from (column.name for column in figure.columns)
        at = [place for place, column in enumerate(figure.columns) if column.name == "metric"][:1]
        yield from (str(value) for place in at for value in figure.rows.column(place))
    elif isinstance(figure, Document):
        yield from (name for block in figure.blocks if is_figure(block) for name in _names(block))
    elif isinstance(figure, Grid):
        yield from figure.row_names
    else:
        yield from _axes(figure)


def _axes(figure: Figure) -> Iterator[str]:
    """The names of a drawing's axes."""
    if isinstance(figure, Bars):
        yield figure.axis.name
    elif isinstance(figure, Points):
        yield from (figure.x.name, figure.y.name)
    elif isinstance(figure, Curves):
        yield from (axis.name for plot in figure.plots for axis in (plot.x, plot.y))
