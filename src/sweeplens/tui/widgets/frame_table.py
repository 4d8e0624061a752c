"""The one table widget: any `Table`, of ten rows or ten million, painted line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.worker import get_current_worker

from sweeplens.figures import Column, Table
from sweeplens.render.base import Look
from sweeplens.tui.widgets.frame_facts import Facts
from sweeplens.tui.widgets.frame_layout import Layout
from sweeplens.tui.widgets.frame_lines import TableLines
from sweeplens.tui.widgets.frame_messages import ColumnChosen, CursorMoved, RowMarked, RowOpened, SortChosen
from sweeplens.tui.widgets.frame_paint import GUTTER
from sweeplens.tui.widgets.frame_sheet import Sheet

__all__ = ["ColumnChosen", "CursorMoved", "FrameTable", "RowMarked", "RowOpened", "SortChosen"]

PIN_SHARE = 3
"""Pinned rows take at most one line in so many."""


class FrameTable(TableLines, can_focus=True):
    """A table with a cursor: its head and pinned rows stay, its rows scroll, its columns move through a window."""

    DEFAULT_CSS = """
    FrameTable {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open_row", "Open", show=False, id="table.open"),
        Binding("space", "mark_row", "Mark", show=False, id="table.mark"),
    ]

    table: reactive[Table | None] = reactive(None, repaint=False, init=False, always_update=True)
    """What is painted; None before there is an answer."""
    look: reactive[Look] = reactive(Look(), repaint=False, init=False)
    """Which glyphs may be used."""
    pinned: reactive[tuple[int, ...]] = reactive((), repaint=False, init=False)
    """Runs that stay in sight above the others (row numbers where rows are no runs)."""
    hide_constant: reactive[bool] = reactive(False, repaint=False, init=False)
    """Whether columns in which nothing varies are left out."""

    _renumbered: Mapping[int, int] | None = None
    """The numbers that runs have in the next table, by those that they have in this one."""
    _inquired: Sheet | None = None
    """What a worker is looking through."""

    def watch_table(self) -> None:
        """Paint another table, the cursor on the run and the column that it was on."""
        run, column = self._renumbered_run(), self.column
        self._sheet = Sheet(self.table, self.look, self.hide_constant) if self.table else None
        # Where there is no room yet, lines can be asked for before the new columns are placed.
        self._columns = Layout(first=self._columns.first)
        self._keep_cursor(run, column)
        self._lay_out()
        self._show_row()

    def renumber(self, places: Mapping[int, int]) -> None:
        """Let the cursor and what is pinned go along with their runs, which have other numbers in the next table."""
        self._renumbered = places

    def _renumbered_run(self) -> int | None:
        """The run under the cursor, under the number that it has in the next table."""
        places, self._renumbered = self._renumbered, None
        if places is None or self.run is None:
            return self.run
        self.set_reactive(FrameTable.pinned, tuple(places[run] for run in self.pinned if run in places))
        return places.get(self.run)

    def watch_look(self) -> None:
        """Write everything again in the other glyphs."""
        self.watch_table()

    def watch_hide_constant(self) -> None:
        """Show the columns that are wanted now."""
        self.watch_table()

    def watch_pinned(self) -> None:
        """Show the pinned rows above the others."""
        self._lay_out()
        self._show_row()

    def on_resize(self) -> None:
        """Give the columns the room that there is."""
        self._lay_out()
        self._show_row()

    def _keep_cursor(self, run: int | None, column: Column | None) -> None:
        """Put the cursor on the same run and the same column where they are there, else near to where it was."""
        sheet = self._sheet
        row = sheet.row_of(run) if sheet and run is not None and sheet.table.row_ids is not None else None
        names = [sheet.table.columns[at].name for at in sheet.shown] if sheet else []
        at = names.index(column.name) if column and column.name in names else self.cursor_column
        self.set_reactive(FrameTable.cursor_row, self.validate_cursor_row(self.cursor_row if row is None else row))
        self.set_reactive(FrameTable.cursor_column, self.validate_cursor_column(at))

    def _find_out(self, sheet: Sheet) -> None:
        """Have a worker look through a large table, where that is still to be done."""
        inquiry = sheet.inquiry(self._columns)
        if inquiry is None or sheet is self._inquired:
            return
        self._inquired = sheet

        def look() -> None:
            facts = inquiry()
            if not get_current_worker().is_cancelled:
                self.app.call_from_thread(self._know, sheet, facts)

        self.run_worker(look, thread=True, exclusive=True, group="table-facts")

    def _know(self, sheet: Sheet, facts: Facts) -> None:
        if sheet is self._sheet:
            run, column = self.run, self.column
            self._inquired = None
            sheet.know(facts)
            self._keep_cursor(run, column)
            self._lay_out()

    def _lay_out(self) -> None:
        """Place columns and lines for the size of the screen, and paint all of it."""
        sheet = self._sheet
        self._painter = None
        if sheet and self._width:
            self._pins = self._rows_pinned(sheet)
            self._place_columns(sheet)
            self.virtual_size = Size(self._width, self.size.height - self.rows_in_sight + sheet.body.height)
            self._find_out(sheet)
        self.refresh()

    def _rows_pinned(self, sheet: Sheet) -> tuple[int, ...]:
        found = (sheet.row_of(identity) for identity in self.pinned)
        return tuple(row for row in found if row is not None)[: self.size.height // PIN_SHARE]

    def _place_columns(self, sheet: Sheet) -> None:
        """Put the columns where there is room, wide enough for the rows in sight."""
        for _ in range(2):
            self._columns = sheet.lay_out(self.cursor_column, self._columns.first, self._width - GUTTER)
            if not sheet.refit(self._rows_seen(sheet), self._columns):
                break

    # The cursor

    def watch_cursor_row(self, old: int, new: int) -> None:
        """Repaint the two rows alone, unless the new one has to be scrolled to."""
        if not self._show_row():
            self._refresh_row(old)
            self._refresh_row(new)
        self._tell()

    def watch_cursor_column(self) -> None:
        """Repaint the head and the cursor's row alone, unless the column has to be brought into sight."""
        if not self._sheet:
            return
        if self.cursor_column in [place.at for place in self._columns.places]:
            self._refresh_heads()
            self._refresh_row(self.cursor_row)
        else:
            self._lay_out()
        if self.column:
            self.post_message(ColumnChosen(self.column.name))
        self._tell()

    def _tell(self) -> None:
        if self._sheet:
            self.post_message(CursorMoved(self.cursor_row, self.run, self.column.name if self.column else ""))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Widen columns for the rows that came into sight."""
        super().watch_scroll_y(old_value, new_value)
        if self._sheet and self._sheet.refit(self._rows_seen(self._sheet), self._columns):
            self._lay_out()

    # What a user asks for

    def action_open_row(self) -> None:
        """Say that the row under the cursor is to be opened."""
        if self.row_count:
            self.post_message(RowOpened(self.cursor_row, self.run))

    def action_mark_row(self) -> None:
        """Mark the row under the cursor, or take its mark away."""
        if self._sheet and self.row_count:
            identity = self._sheet.identity(self.cursor_row)
            self.marked = self.marked ^ {identity}
            self.post_message(RowMarked(self.cursor_row, self.run, identity in self.marked))

    def action_pin_row(self) -> None:
        """Keep the row under the cursor in sight above the others, or let it go."""
        if self._sheet and self.row_count:
            identity = self._sheet.identity(self.cursor_row)
            rest = tuple(each for each in self.pinned if each != identity)
            self.pinned = rest if identity in self.pinned else (*self.pinned, identity)

    def action_sort(self, descending: bool) -> None:
        """Say that the rows are wanted by the column under the cursor."""
        if self.column:
            self.post_message(SortChosen(self.column.name, descending))

    # The mouse

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to what was clicked; a head orders the rows, a second click opens the row."""
        place = event.get_content_offset(self)
        if place is None or not self._sheet:
            return
        column = self._columns.column_at(place.x - GUTTER)
        self.cursor_column = self.cursor_column if column is None else column
        if 0 <= place.y - self._has_titles < self._columns.head_lines and column is not None:
            self.action_sort(self._next_order())
        row = self._sheet.body.row_at(place.y - self._head_height + self.scroll_offset.y)
        if place.y >= self._head_height and row is not None:
            self.cursor_row = row
            if event.chain == 2:
                self.action_open_row()

    def _next_order(self) -> bool:
        """Whether a click on the head orders downwards: the other way round, or the better end first."""
        column, order = self.column, self._sheet.table.sorted_by if self._sheet else None
        if column and order and order[0] == column.name:
            return not order[1]
        return bool(column and column.starts_high)
