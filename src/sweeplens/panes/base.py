"""A pane answers a question about a collection with a figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property

from sweeplens.data.brief import View
from sweeplens.data.collection import Collection
from sweeplens.data.keep import kept_rows
from sweeplens.data.metrics import Factor, Metric
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Figure
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked: a collection, and what of it; compared by identity, so that a late answer can be told and dropped."""

    collection: Collection
    selection: Selection = field(default_factory=Selection)
    reference: Collection | None = None
    """The collection that this one is compared with, where one was asked for or the brief names one."""

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """Row numbers in the collection's runs that the filter keeps, in the file's order."""
        return kept_rows(self.collection, self.selection.where)

    @cached_property
    def runs(self) -> pl.DataFrame:
        """The runs that the filter keeps, in the order of `rows`."""
        return self.collection.runs[list(self.rows)]

    @cached_property
    def metric(self) -> Metric | None:
        """The metric asked about: the selection's, else the view's, else the collection's primary; None where there is none.

        Raises `UsageError` where the selection names a metric that the collection does not have.
        """
        name = self.selection.metric or (self.view.metric if self.view else "") or self.collection.primary
        return required_metric(self.collection, name) if name else None

    @cached_property
    def view(self) -> View | None:
        """The view of the brief that the selection names; None for a pane's own views."""
        return self.collection.brief.views.get(self.selection.view or "")

    @cached_property
    def by(self) -> tuple[Factor, ...]:
        """The factors to answer by; `UsageError` names one that is unknown."""
        return tuple(required_factor(self.collection, name) for name in self.selection.by)


def required_metric(collection: Collection, name: str) -> Metric:
    """The metric called `name`; `UsageError` with the nearest names where there is none."""
    found = collection.metric(name)
    if found is None:
        raise UsageError(_unknown("metric", name, [m.name for m in collection.metrics]))
    return found


def required_factor(collection: Collection, name: str) -> Factor:
    """The factor called `name`; `UsageError` with the nearest names where there is none."""
    found = collection.factor(name)
    if found is None:
        raise UsageError(_unknown("factor", name, [f.name for f in collection.factors]))
    return found


def _unknown(what: str, name: str, known: list[str]) -> str:
    """A sentence that says what is there instead."""
    near = get_close_matches(name, known, n=3, cutoff=0.4) or known[:8]
    there = f"did you mean {' or '.join(near)}?" if near else f"this collection has no {what}s."
    return f"There is no {what} called {name}; {there}"


@dataclass(frozen=True)
class PaneView:
    """One of the ways in which a pane shows its answer; `v` goes on to the next."""

    id: str
    title: str


@dataclass(frozen=True)
class Pane:
    """One question that can be asked of every collection."""

    id: str
    """Its name on the command line and in `--pane`."""
    key: str
    title: str
    short: str
    """Its title where the screen is narrow."""
    question: str
    """The question in words; its help, on the command line and in the app."""
    answer: Callable[[Question], Figure]
    """The figure that answers; may raise `SweeplensError`, whose sentence is then the answer."""
    views: tuple[PaneView, ...] = ()
    """The pane's own views, the first one first; a collection's brief can name more."""

    def views_of(self, collection: Collection) -> tuple[PaneView, ...]:
        """The pane's own views, then those that the collection's brief names for it."""
        named = collection.brief.views.items()
        return (
            *self.views,
            *(PaneView(key, view.title or key) for key, view in named if view.pane == self.id),
        )
