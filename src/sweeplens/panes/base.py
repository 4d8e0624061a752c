"""A pane answers a question about a collection with a figure.

To add a pane, write `panes/<name>.py` with a function `answer(question) -> Figure` and a `PANE = Pane(...)`, and put
that `PANE` into the tuple in `panes/__init__.py`. Tab, key, palette, help, command, exports and report follow from it.

- What is asked stands in the `Question`: `runs` (what the filter keeps, a frame), `rows` (their numbers, for
  `Table.row_ids`), `metric`, `by`, `columns`, `sort`, `limit(default)`, `ddof`, `reference` (what to compare with),
  `view` (of the brief). A view of the brief has already had its say in all of them; what a user asks goes before it.
- `chosen_view(question, PANE_ID, VIEWS)` is the id of the pane's own view that is asked for. A view of the brief names
  it as `kind`.
- Columns of runs come from `panes/columns.py`, frames of any length go into `FrameRows` of `panes/frame_rows.py`,
  sentences about rows are in `panes/sentences.py`.
- Where there is nothing to answer from, answer with a `Notice` that says what is missing: the report leaves it out.
  Where the question cannot be asked, raise `UsageError`.
- In the report a pane stands as its answer under its title, and each view of the brief as its answer under the view's
  title. A pane that has more or less to say there gives `sections(question)`; a `Section` is a heading and its blocks.
  A sentence may stand in several sections: the report says it once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Literal

from sweeplens.data.askable import Asked, asked_of
from sweeplens.data.brief import View
from sweeplens.data.collection import Collection
from sweeplens.data.keep import kept_mask
from sweeplens.data.levels import level_order, number_in, short_form
from sweeplens.data.metrics import Factor, Level, Metric
from sweeplens.data.query import EVERYTHING, Filter, both, parse_filter
from sweeplens.data.selection import Selection, sort_in
from sweeplens.data.standing import standing
from sweeplens.data.versus import Reference, reference_of
from sweeplens.errors import UsageError
from sweeplens.figures import Block, Figure
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked: a collection, and what of it; compared by identity, so that a late answer can be told apart."""

    collection: Collection
    selection: Selection = field(default_factory=Selection)
    against: Collection | None = None
    """A collection in hand to compare with; it goes before what the selection or the brief names."""

    @cached_property
    def view(self) -> View | None:
        """The view of the brief that the selection names; None for a pane's own views."""
        return self.collection.brief.views.get(self.selection.view or "")

    @cached_property
    def where(self) -> Filter:
        """The selection's filter, and the view's."""
        return both(parse_filter(self.view.where), self.selection.where) if self.view else self.selection.where

    @cached_property
    def standing(self) -> Collection:
        """The collection whose runs stand for the value of their history that is asked for."""
        return standing(self.collection, self.selection.statistic, self.selection.mean_of)

    @cached_property
    def asked(self) -> Asked:
        """What the filter asks of the runs; parts about what only curves or frames have are left out of it."""
        return asked_of(self.standing, self.where, self.collection)

    @cached_property
    def _mask(self) -> pl.Series | None:
        return None if self.asked.where == EVERYTHING else kept_mask(self.standing, self.asked.where)

    @cached_property
    def rows(self) -> Sequence[int]:
        """Row numbers in the collection's runs that the filter keeps, in the file's order."""
        return range(self.collection.runs.height) if self._mask is None else tuple(self._mask.arg_true().to_list())

    @cached_property
    def runs(self) -> pl.DataFrame:
        """The runs that the filter keeps, in the order of `rows`."""
        return self.standing.runs if self._mask is None else self.standing.runs.filter(self._mask)

    @cached_property
    def metric(self) -> Metric | None:
        """The metric asked about: the selection's, else the view's, else the collection's primary; None if it has none.

        Raises `UsageError` where the selection names a metric that the collection does not have.
        """
        name = self.selection.metric or (self.view.metric if self.view else "") or self.collection.primary
        return required_metric(self.collection, name) if name else None

    @cached_property
    def reference(self) -> Reference | None:
        """What the collection is compared with, read when it is first asked for; None where there is nothing.

        Raises `UsageError` where what the selection names cannot be had, `ReadError` where the brief's cannot be read.
        """
        found = reference_of(self.collection, self.selection.versus, self.against)
        if found is None or self.selection.statistic == "last":
            return found
        stood = standing(found.collection, self.selection.statistic, self.selection.mean_of)
        return replace(found, collection=stood)

    @property
    def by_names(self) -> tuple[str, ...]:
        """Names of what to answer by, as they were written."""
        return self.selection.by or (self.view.by if self.view else ())

    @cached_property
    def by(self) -> tuple[Factor, ...]:
        """The factors to answer by, other text columns made into factors; `UsageError` names one that is unknown."""
        return tuple(required_factor(self.collection, name) for name in self.by_names)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns asked for, as they were written; empty for the pane's own choice."""
        return self.selection.columns or (self.view.columns if self.view else ())

    @cached_property
    def sort(self) -> tuple[str, bool | None] | None:
        """The column to order by and whether downwards (None: its better end first); None for the pane's own order."""
        return self.selection.sort or sort_in(self.view.sort if self.view else "")

    @property
    def is_folded(self) -> bool:
        """Whether one answer a cell is asked for in place of one a run."""
        return self.collection.brief.fold if self.selection.fold is None else self.selection.fold

    @property
    def ddof(self) -> Literal[0, 1]:
        """Of a spread over the rows: 0, that of a whole population, unless asked for otherwise."""
        return self.selection.ddof or 0

    def limit(self, default: int) -> int:
        """How many rows are asked for."""
        return self.selection.rows or (self.view.rows if self.view else None) or default


def required_metric(collection: Collection, name: str) -> Metric:
    """The metric called `name`; `UsageError` with the nearest names where there is none."""
    found = collection.metric(name)
    if found is None:
        raise unknown("metric", name, [m.name for m in collection.metrics])
    return found


def required_factor(collection: Collection, name: str) -> Factor:
    """The factor called `name`, made of a text column where need be; `UsageError` with the nearest names else."""
    found = collection.factor(name)
    if found is not None:
        return found
    if name not in collection.texts:
        raise unknown("factor", name, [*(f.name for f in collection.factors), *collection.texts])
    texts = level_order(collection.runs[name].drop_nulls().cast(pl.String).unique(maintain_order=True).to_list())
    return Factor(name, name, tuple(Level(text, number_in(text), short_form(text, name)) for text in texts))


def unknown(what: str, name: str, known: Sequence[str]) -> UsageError:
    """A sentence that says what is there instead."""
    near = get_close_matches(name, known, n=3, cutoff=0.4) or list(known[:8])
    there = f"did you mean {' or '.join(near)}?" if near else f"this collection has no {what}s."
    return UsageError(f"There is no {what} called {name}; {there}")


@dataclass(frozen=True)
class PaneView:
    """One of the ways in which a pane shows its answer; `v` goes on to the next."""

    id: str
    title: str


def chosen_view(question: Question, pane: str, views: Sequence[PaneView]) -> str:
    """The id of the own view in which the pane is asked to answer, the first of `views` where nothing says another.

    Raises `UsageError` where the selection names a view that is neither the pane's nor one of the brief for it.
    """
    ids = [view.id for view in views]
    asked = question.selection.view
    if question.view is not None and question.view.pane == pane:
        kind = str(question.view.options.get("kind", ids[0]))
        return kind if kind in ids else ids[0]
    if asked is not None and asked not in ids:
        briefed = [key for key, view in question.collection.brief.views.items() if view.pane == pane]
        raise unknown("view", asked, [*ids, *briefed])
    return asked or ids[0]


@dataclass(frozen=True)
class Section:
    """What a pane has to say in the report: a heading and what stands under it."""

    title: str
    blocks: tuple[Block, ...]


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
    further_views: Callable[[Collection], tuple[PaneView, ...]] | None = None
    """Own views that depend on the collection: one a factor, say."""
    sections: Callable[[Question], tuple[Section, ...]] | None = None
    """What the pane says in the report; its answer under its title where None."""
    opens: tuple[str, str | None] = ("cells", None)
    """The pane, and its view, that show what is behind a field of this pane's grid."""
    first_answer: Callable[[Question], Figure | None] | None = None
    """A figure that is soon there, for a screen to show until `answer` is; None where that is soon there itself."""
    takes_columns: bool = True
    """Whether it reads the columns asked for; where it does not, they have to be there nevertheless."""
    ranks: bool = False
    """Whether its answer depends on which way of the metric asked about is better."""
    takes_order: bool = True
    """Whether it reads the order asked for; where it does not, its column has to be there nevertheless."""
    is_finer: bool = False
    """Whether it answers about curves or frames, of which a filter can ask more than of runs."""
    compares: bool = False
    """Whether it holds the collection against its reference."""
    is_document: bool = False
    """Its answer is read as a document rather than looked at: Markdown unless asked for otherwise."""

    def views_of(self, collection: Collection) -> tuple[PaneView, ...]:
        """The pane's own views, then those that the collection's brief names for it."""
        named = collection.brief.views.items()
        return (
            *self.views,
            *(self.further_views(collection) if self.further_views else ()),
            *(PaneView(key, view.title or key) for key, view in named if view.pane == self.id),
        )
