"""The one table widget: any `Table`, of ten rows or ten million, painted line by line."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.scroll_view import ScrollView

from sweeplens.figures import Table
from sweeplens.tui.widgets.frame_messages import ColumnChosen, CursorMoved, RowMarked, RowOpened, SortChosen

__all__ = ["ColumnChosen", "CursorMoved", "FrameTable", "RowMarked", "RowOpened", "SortChosen"]


class FrameTable(ScrollView, can_focus=True):
    """A table with a cursor; give it another `table` and it paints that one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "Up", show=False, id="table.up"),
        Binding("down,j", "cursor_down", "Down", show=False, id="table.down"),
        Binding("left,h", "cursor_left", "Left", show=False, id="table.left"),
        Binding("right,l", "cursor_right", "Right", show=False, id="table.right"),
        Binding("pageup", "page_up", "Page up", show=False, id="table.page_up"),
        Binding("pagedown", "page_down", "Page down", show=False, id="table.page_down"),
        Binding("home", "first_row", "First row", show=False, id="table.first"),
        Binding("end", "last_row", "Last row", show=False, id="table.last"),
        Binding("enter", "open_row", "Open", show=False, id="table.open"),
        Binding("space", "mark_row", "Mark", show=False, id="table.mark"),
    ]

    table: reactive[Table | None] = reactive(None, always_update=True)
    """What is painted; None before there is an answer."""
    cursor_row: reactive[int] = reactive(0, repaint=False)
    """The row under the cursor, from 0."""
    cursor_column: reactive[int] = reactive(0, repaint=False)
    """The column under the cursor, among the columns that are shown."""
    marked: reactive[frozenset[int]] = reactive(frozenset())
    """Runs that carry a mark (row numbers where the rows are no runs)."""
    pinned: reactive[tuple[int, ...]] = reactive(())
    """Runs that stay in sight above the others (row numbers where the rows are no runs)."""
    hide_constant: reactive[bool] = reactive(False)
    """Whether columns in which nothing varies are left out."""

    def action_sort(self, descending: bool) -> None:
        """Ask for the rows by the column under the cursor."""

    def action_pin_row(self) -> None:
        """Keep the row under the cursor in sight, or let it go."""
