"""The lines of one table in one layout and one theme, each painted once."""

from __future__ import annotations

from collections.abc import Sequence

from textual.strip import Strip

from sweeplens.render.base import Line, Span
from sweeplens.text import clipped, visible
from sweeplens.tui.widgets.frame_layout import Layout
from sweeplens.tui.widgets.frame_paint import GUTTER, Ground, Inks, RowLook, head_line, hint_line, painted, row_line
from sweeplens.tui.widgets.frame_sheet import Sheet

KEPT_STRIPS = 1024


class Painter:
    """Paints lines of `sheet`, its columns where `layout` has them."""

    def __init__(self, sheet: Sheet, layout: Layout, width: int, inks: Inks) -> None:
        self._sheet = sheet
        self._layout = layout
        self._width = width
        self._inks = inks
        self._strips: dict[tuple[int, RowLook], Strip] = {}
        self._best = sheet.best(layout)

    def row(self, row: int, look: RowLook) -> Strip:
        """A row of the table; a sign of waiting where the order of the rows is not known so far down."""
        if not self._sheet.pages.has(row):
            return self._words("…", "muted")
        known = self._strips.get((row, look))
        if known is None:
            if len(self._strips) > KEPT_STRIPS:
                self._strips.clear()
            known = self._strips[row, look] = self._row(row, look)
        return known

    def _row(self, row: int, look: RowLook) -> Strip:
        values = self._sheet.pages[row]
        shown = [values[at] for at in self._sheet.shown]
        line = row_line(shown, self._layout, self._best, look)
        return self._painted(line, [Ground(0, self._width, look.role), *self._under_cursor(look)] if look.role else ())

    def _under_cursor(self, look: RowLook) -> list[Ground]:
        """The ground of the field under the cursor, in a row that has it."""
        field = (place for place in self._layout.places if place.at == look.field)
        return [Ground(GUTTER + place.x, GUTTER + place.end, "cursor-field") for place in field]

    def head(self, line: int, cursor: int) -> Strip:
        """One line of the columns' heads, the one under the cursor set off."""
        ground = Ground(0, self._width, "head-line")
        return self._painted(head_line(self._layout, line, cursor), [ground])

    def hint(self) -> Strip:
        """What columns are out of sight."""
        keys, columns = self._sheet.key_count, self._sheet.table.columns
        heads = [visible(columns[at].head) for at in self._sheet.shown[keys:]]
        return self._painted(hint_line(heads[: self._layout.first], heads[self._layout.stop :], self._width))

    def title(self, text: str) -> Strip:
        """The title of a section; a blank line where it is empty."""
        return self._words(text, "title")

    def note(self, text: str) -> Strip:
        """Words beside the rows: captions, and the sentence of a table that has none."""
        return self._words(text, "muted")

    def _words(self, text: str, role: str) -> Strip:
        return self._painted((Span(" " * GUTTER + clipped(visible(text), self._width - GUTTER), role),))

    def _painted(self, line: Line, grounds: Sequence[Ground] = ()) -> Strip:
        return painted(line, self._width, self._inks, grounds)
