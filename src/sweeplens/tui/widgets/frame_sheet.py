"""A table made ready for the screen: which columns, how wide, and which row is which run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from sweeplens.figures import Media, Table, Value
from sweeplens.render.base import Look
from sweeplens.render.fields import ColumnFormat, column_format
from sweeplens.render.tables import sampled
from sweeplens.tui.widgets.frame_body import Body, body_of
from sweeplens.tui.widgets.frame_facts import AT_ONCE, Facts, facts_of
from sweeplens.tui.widgets.frame_layout import Layout, lay_out
from sweeplens.tui.widgets.frame_pages import RowPages

SAMPLE = 400
"""Rows that tell how wide the columns of a longer table are, until a wider value comes into view."""
WIDEST = 400
"""Cells that a text may ask for where there is room."""


class Sheet:
    """One table with everything that painting it needs; nothing of it depends on the size of the screen."""

    def __init__(self, table: Table, look: Look, hide_constant: bool = False) -> None:
        self.table = table
        self.look = look
        self.pages = RowPages(table.rows)
        self.body: Body = body_of(table)
        self.facts = facts_of(table) if self.is_small else Facts()
        self.hide_constant = hide_constant
        self._formats: dict[int, ColumnFormat] = {}

    @property
    def is_small(self) -> bool:
        """Whether the table's facts are found while it is shown, and not by a worker."""
        return len(self.table.rows) <= AT_ONCE

    def know(self, facts: Facts) -> None:
        """Take in what a worker found out."""
        self.facts = facts
        self.__dict__.pop("shown", None)

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """Places of the columns that are shown, keys first; what names the sections stands in their titles."""
        columns = self.table.columns
        hidden = self.facts.constant if self.hide_constant else frozenset()
        places = [
            at
            for at, column in enumerate(columns)
            if Media.SCREEN in column.media and column.name != self.table.section and at not in hidden
        ]
        return tuple(sorted(places, key=lambda at: not columns[at].is_key))

    @property
    def key_count(self) -> int:
        """How many of the shown columns are keys."""
        return sum(self.table.columns[at].is_key for at in self.shown)

    def lay_out(self, cursor: int, first: int, width: int) -> Layout:
        """The columns that are seen in `width` cells, the one under the cursor among them."""
        keys, others = self.shown[: self.key_count], self.shown[self.key_count :]
        return lay_out([self.format(at) for at in keys], _Formats(self, others), cursor, first, width)

    def format(self, at: int) -> ColumnFormat:
        """How the column at place `at` of the table is written, by a sample of its values."""
        if at not in self._formats:
            self._formats[at] = self._format(at, ())
        return self._formats[at]

    def _format(self, at: int, more: Sequence[Value]) -> ColumnFormat:
        values = [row[at] for row in self._sample]
        whole = len(values) == len(self.pages)
        return column_format(self.table.columns[at], [*values, *more], self.look, is_whole=whole, limit=WIDEST)

    @cached_property
    def _sample(self) -> list[tuple[Value, ...]]:
        return sampled(self.table.rows, SAMPLE)

    def refit(self, rows: Iterable[int], layout: Layout) -> bool:
        """Widen the columns in sight for values in `rows` that they do not hold; whether one was."""
        if len(self._sample) == len(self.pages):
            return False
        seen = [self.pages[row] for row in rows]
        changed = False
        for place in layout.places:
            at = self.shown[place.at]
            wide = [row[at] for row in seen if not place.format.fits(row[at])]
            if wide and self.format(at).width <= place.format.width:
                self._formats[at] = self._format(at, wide)
                changed = True
        return changed

    def run_of(self, row: int) -> int | None:
        """The number of the run in `row`; None where rows are no runs."""
        ids = self.table.row_ids
        return ids[row] if ids is not None and 0 <= row < len(self.pages) else None

    def identity(self, row: int) -> int:
        """What a mark or a pin on `row` is kept under: its run, or the row's number where rows are no runs."""
        run = self.run_of(row)
        return row if run is None else run

    def row_of(self, identity: int) -> int | None:
        """The row that `identity` belongs to; None where it is not among them."""
        ids = range(len(self.pages)) if self.table.row_ids is None else self.table.row_ids
        return ids.index(identity) if identity in ids else None


class _Formats:
    """The formats of the columns at some places, each made when it is first looked at."""

    def __init__(self, sheet: Sheet, places: tuple[int, ...]) -> None:
        self._sheet = sheet
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, at: int, /) -> ColumnFormat:
        return self._sheet.format(self._places[at])
