"""A table made ready for the screen: which columns, how wide, and which row is which run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from sweeplens.figures import Media, Table, Value
from sweeplens.render.base import Look
from sweeplens.render.fields import column_format
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.table_fit import sampled
from sweeplens.text import visible, wrapped
from sweeplens.tui.widgets.frame_body import Body, body_of
from sweeplens.tui.widgets.frame_facts import Facts, facts_of
from sweeplens.tui.widgets.frame_heads import Headed, headed
from sweeplens.tui.widgets.frame_layout import Layout, Place, lay_out
from sweeplens.tui.widgets.frame_pages import PAGE, RowPages

SMALL = 2_000
"""Tables of up to so many rows are looked through while they are painted; larger ones in a worker, if at all."""
SAMPLE = 400
"""Rows of a small table that tell how wide its columns are; of a large one only the first page does."""
SOUGHT = 100_000
"""Tables of up to so many rows are searched for a run."""
WIDEST = 400
"""Cells that a text may ask for where there is room."""


class Sheet:
    """One table with everything that painting it needs; nothing of it depends on the size of the screen."""

    def __init__(self, table: Table, look: Look, hide_constant: bool = False) -> None:
        self.table = table
        self.look = look
        self.pages = RowPages(table.rows, is_settled=len(table.rows) <= SMALL or table.sorted_by is None)
        self.body: Body = body_of(table)
        self.hide_constant = hide_constant
        self._facts = facts_of(table, (), hide_constant) if self.is_small else Facts()
        self._columns: dict[int, Headed] = {}

    @property
    def is_small(self) -> bool:
        """Whether whole columns can be looked through at once."""
        return len(self.pages) <= SMALL

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """Places of the columns that are shown, keys first; what names the sections stands in their titles."""
        hidden = self._facts.constant or frozenset()
        return tuple(at for at in self.table.places(Media.SCREEN) if at not in hidden)

    @property
    def key_count(self) -> int:
        """How many of the shown columns are keys."""
        return sum(self.table.columns[at].is_key for at in self.shown)

    # What is known of whole columns

    def best(self, layout: Layout) -> dict[int, float]:
        """The best values of the columns in sight that have one and mark it, by shown column."""
        if self.is_small:
            self._facts = self._facts.with_more(facts_of(self.table, self._unmarked(layout), False))
        best = {place.at: self._facts.best.get(self.shown[place.at]) for place in layout.places}
        return {at: value for at, value in best.items() if value is not None}

    def inquiry(self, layout: Layout) -> Callable[[], Facts] | None:
        """What a worker has to find out of a large table that is so laid out; None where nothing is missing."""
        marked, look_for_constant = self._unmarked(layout), self.hide_constant and self._facts.constant is None
        if self.is_small or (self.pages.is_settled and not marked and not look_for_constant):
            return None

        def find_out() -> Facts:
            self.pages.settle()
            return facts_of(self.table, marked, look_for_constant)

        return find_out

    def _unmarked(self, layout: Layout) -> tuple[int, ...]:
        """Places of the columns in sight whose best value is wanted and not known."""
        places = (self.shown[place.at] for place in layout.places)
        return tuple(at for at in places if self.table.columns[at].mark_best and at not in self._facts.best)

    def know(self, facts: Facts) -> None:
        """Take in what a worker found out."""
        self.pages.is_settled = True
        self._facts = self._facts.with_more(facts)
        self.__dict__.pop("shown", None)

    # How columns are written

    def lay_out(self, cursor: int, first: int, width: int) -> Layout:
        """The columns that are seen in `width` cells, the one under the cursor among them."""
        spelled = CHARSETS[self.look.charset].spelled
        captions = tuple(
            line for text in self.table.captions for line in wrapped(spelled(visible(text)), max(width, 1))
        )
        self.body = replace(self.body, captions=captions)
        keys, others = self.shown[: self.key_count], self.shown[self.key_count :]
        return lay_out([self.column(at) for at in keys], _Columns(self, others), cursor, first, width)

    def column(self, at: int) -> Headed:
        """How the column at place `at` of the table is written, by a sample of its values."""
        if at not in self._columns:
            self._columns[at] = self._column(at, ())
        return self._columns[at]

    def _column(self, at: int, more: Sequence[Value]) -> Headed:
        column, order = self.table.columns[at], self.table.sorted_by
        values = [row[at] for row in self._sample]
        whole = len(values) == len(self.pages)
        glyphs = CHARSETS[self.look.charset]
        marker = f" {glyphs.orders[order[1]]}" if order and order[0] == column.name else ""
        return headed(column_format(column, [*values, *more], self.look, is_whole=whole, limit=WIDEST), marker)

    @cached_property
    def _sample(self) -> list[tuple[Value, ...]]:
        return sampled(self.table.rows, SAMPLE) if self.is_small else self.table.rows.page(0, PAGE)

    def refit(self, rows: Iterable[int], layout: Layout) -> bool:
        """Widen the columns in sight for numbers in `rows` that they do not hold; whether one was."""
        if len(self._sample) == len(self.pages):
            return False
        seen = [self.pages[row] for row in rows if self.pages.has(row)]
        wide = {place.at: self._too_wide(place, seen) for place in layout.places}
        for at, values in wide.items():
            if values:
                place = self.shown[at]
                self._columns[place] = self._column(place, values)
        return any(wide.values())

    def _too_wide(self, place: Place, rows: Iterable[Sequence[Value]]) -> list[Value]:
        at = self.shown[place.at]
        return [row[at] for row in rows if not place.column.format.fits(row[at])]

    # Which row is which

    def run_of(self, row: int) -> int | None:
        """The number of the run in `row`; None where rows are no runs."""
        ids = self.table.row_ids
        return ids[row] if ids is not None and self.pages.has(row) else None

    def identity(self, row: int) -> int:
        """What a mark or a pin on `row` is kept under: its run, or the row's number where rows are no runs."""
        run = self.run_of(row)
        return row if run is None else run

    def row_of(self, identity: int) -> int | None:
        """The row that `identity` belongs to; None where it is not among them, or they are too many to search."""
        ids = range(len(self.pages)) if self.table.row_ids is None else self.table.row_ids
        if not isinstance(ids, range) and (len(ids) > SOUGHT or not self.pages.is_settled):
            return None
        return ids.index(identity) if identity in ids else None


class _Columns:
    """The columns at some places, each made when it is first looked at."""

    def __init__(self, sheet: Sheet, places: tuple[int, ...]) -> None:
        self._sheet = sheet
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, at: int, /) -> Headed:
        return self._sheet.column(self._places[at])
