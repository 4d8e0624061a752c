"""Whether a question names only what there is, asked before any pane answers it."""

from __future__ import annotations

from sweeplens.data.askable import asked_of
from sweeplens.data.collection import Collection
from sweeplens.data.keep import condition
from sweeplens.data.query import Filter
from sweeplens.panes.base import Pane, Question, required_factor, unknown
from sweeplens.panes.columns import column_of
from sweeplens.panes.histories import measured


def check(pane: Pane, question: Question) -> None:
    """Raise `UsageError` where the selection names a view, metric, factor or column that there is not.

    Raises `QueryError` where its filter does. Columns and order are left to panes that read them.
    """
    collection, asked = question.collection, question.selection
    if asked.view is not None:
        _check_view(pane, collection, asked.view)
    if asked.metric is not None:
        measured(collection, asked.metric)
    for name in asked.by:
        _check_factor(collection, name)
    for name in () if pane.takes_columns else asked.columns:
        _check_column(collection, name)
    if asked.sort is not None and not pane.takes_order:
        _check_column(collection, asked.sort[0])
    _check_filter(collection, asked.where)


def _check_view(pane: Pane, collection: Collection, name: str) -> None:
    ids = [view.id for view in pane.views_of(collection)]
    if name not in ids:
        raise unknown("view", name, ids)


def _check_factor(collection: Collection, name: str) -> None:
    """A factor is one of the runs, or a key of some history."""
    if all(name not in history.keys for history in collection.histories):
        required_factor(collection, name)


def _check_column(collection: Collection, name: str) -> None:
    """A column is one of the runs, or of some history."""
    if all(name not in (*history.keys, history.step, *history.metrics) for history in collection.histories):
        column_of(collection, name)


def _check_filter(collection: Collection, where: Filter) -> None:
    """A filter names what the runs have, or what the curves of some history or the frames of some stream have."""
    condition(collection, asked_of(collection, where, collection).where)
