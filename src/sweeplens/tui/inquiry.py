"""What is being asked: one pane, its question, and what was asked of the other panes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sweeplens.data.askable import asked_of
from sweeplens.data.collection import Collection
from sweeplens.data.keep import kept_rows
from sweeplens.data.query import EVERYTHING, Filter, filter_text, parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import QueryError
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane, Question
from sweeplens.settings import Settings
from sweeplens.tui.memory import Memory, PaneMemory


@dataclass(frozen=True, eq=False)
class Inquiry:
    """The whole state of what a user is asking; a key makes another one of it."""

    pane: Pane
    selection: Selection = field(default_factory=Selection)
    collection: Collection | None = None
    """None before one was read; what is asked is kept for it."""
    reference: Collection | None = None
    orders: Mapping[str, tuple[str, bool | None]] = field(default_factory=dict)
    """The order that was asked of each of the pane's other views, by the view's id."""
    others: Mapping[str, PaneMemory] = field(default_factory=dict)
    """What was asked of the other panes alone, by their id."""
    last_factor: str = ""
    """Name of the factor that was stepped last."""
    before: Inquiry | None = None
    """What was asked before a field of its answer was opened: where one goes back to."""

    @cached_property
    def question(self) -> Question | None:
        """What the pane is asked; None before there is a collection."""
        if self.collection is None:
            return None
        return Question(self.collection, replace(self.selection, view=self.view), self.reference)

    @property
    def view(self) -> str | None:
        """The id of the view that is asked for: the first one where none was chosen; None where the pane has none."""
        return self.selection.view or next((view.id for view in self.pane.views), None)

    def left(self) -> PaneMemory:
        """What is asked of the pane alone."""
        orders = {name: order for name, order in self.orders.items() if name != (self.view or "")}
        orders |= {self.view or "": self.selection.sort} if self.selection.sort else {}
        return PaneMemory(self.view, orders, self.selection.rows, self.selection.step)

    def narrowed(self, **changes: Any) -> Inquiry:
        """The same with some fields of its selection changed."""
        return replace(self, selection=replace(self.selection, **changes))

    def in_view(self, view: str | None) -> Inquiry:
        """The same in another view of the pane, in the order in which that one was left."""
        left = replace(self.left(), view=view)
        return replace(self, selection=with_memory(self.selection, left), orders=left.orders)

    def of(self, pane: Pane) -> Inquiry:
        """The same asked of another pane, in the view, the order and the number of rows in which that one was left."""
        if pane.id == self.pane.id:
            return self
        others = {**self.others, self.pane.id: self.left()}
        own = others.get(pane.id, PaneMemory())
        selection = with_memory(self.selection, own)
        return replace(self, pane=pane, others=others, orders=own.orders, selection=selection, before=None)

    def about(self, collection: Collection, places: Mapping[int, int] | None = None) -> Inquiry:
        """The same asked of another collection, or of the same one read again, as far as it has a meaning there.

        `places` are the numbers that its runs have now, by those that they had.
        """
        selection = meaningful(self.selection, collection)
        if places is not None:
            selection = replace(selection, marked=frozenset(places[run] for run in selection.marked if run in places))
        if self.collection and self.collection.path != collection.path:
            selection = elsewhere(self.pane, selection, collection)
            others = {name: left_elsewhere(name, own) for name, own in self.others.items()}
            return replace(self, collection=collection, selection=selection, others=others, orders={}, before=None)
        return replace(self, collection=collection, selection=selection)

    def against(self, reference: Collection | None, versus: str | None = None) -> Inquiry:
        """The same asked against a collection, or against what `versus` names; against nothing where both are None."""
        return replace(self.narrowed(versus=versus), reference=reference)

    def memory(self, settings: Settings) -> Memory:
        """All of it that is worth remembering; of what can be set what is not as it is set."""
        selection = self.selection
        return Memory(
            collection=str(self.collection.path) if self.collection else "",
            pane=self.pane.id,
            where=filter_text(selection.where),
            metric=selection.metric,
            fold=selection.fold,
            folding=None if selection.folding == settings.folding else selection.folding,
            nonfinite=None if selection.nonfinite == settings.nonfinite else selection.nonfinite,
            statistic=None if selection.statistic == settings.statistic else selection.statistic,
            common=selection.common,
            panes={**self.others, self.pane.id: self.left()},
        )


def pane_called(name: str | None) -> Pane:
    """The pane of this id; the first one where there is none."""
    return next((pane for pane in PANES if pane.id == name), PANES[0])


def with_memory(selection: Selection, own: PaneMemory) -> Selection:
    """The selection with what was asked of one pane alone."""
    return replace(selection, view=own.view, sort=own.sort, rows=own.rows, step=own.step)


def recalled(memory: Memory, pane: Pane, settings: Settings) -> Selection:
    """The selection that a memory holds for a pane; of what it does not hold, as it is set."""
    selection = Selection(
        where=remembered_filter(memory.where),
        metric=memory.metric,
        each_end=settings.rows,
        fold=settings.fold or None if memory.fold is None else memory.fold,
        folding=memory.folding or settings.folding,
        nonfinite=memory.nonfinite or settings.nonfinite,
        statistic=memory.statistic or settings.statistic,
        mean_of=settings.mean_of,
        common=memory.common,
    )
    return with_memory(selection, memory.panes.get(pane.id, PaneMemory()))


def remembered_filter(text: str) -> Filter:
    """The filter that a text means; every row where it is none any more."""
    try:
        return parse_filter(text)
    except QueryError:
        return EVERYTHING


def meaningful(selection: Selection, collection: Collection) -> Selection:
    """The selection without the filter or the metric that the collection cannot have."""
    if selection.metric and collection.metric(selection.metric) is None:
        selection = replace(selection, metric=None)
    try:
        check_filter(collection, selection.where)
    except QueryError:
        return replace(selection, where=EVERYTHING)
    return selection


def check_filter(collection: Collection, where: Filter) -> None:
    """Raise `QueryError` where the filter names what nothing in the collection has; no row is looked at."""
    kept_rows(replace(collection, runs=collection.runs.clear()), asked_of(collection, where, collection).where)


def elsewhere(pane: Pane, selection: Selection, collection: Collection) -> Selection:
    """The selection without what was said of another collection: marks, a checkpoint, a view or an order of its own."""
    view = selection.view if selection.view in [view.id for view in pane.views_of(collection)] else None
    sort = selection.sort if view == selection.view else None
    is_there = sort is not None and (sort[0] in collection.runs.columns or collection.metric(sort[0]) is not None)
    return replace(selection, marked=frozenset(), step=None, view=view, sort=sort if is_there else None)


def left_elsewhere(name: str, own: PaneMemory) -> PaneMemory:
    """What was asked of a pane about another collection: which of its own views, and how many rows."""
    is_own = own.view in [view.id for view in pane_called(name).views]
    return PaneMemory(own.view if is_own else None, rows=own.rows)
