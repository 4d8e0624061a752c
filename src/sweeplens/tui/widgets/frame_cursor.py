"""The keys and actions that move a cursor over the rows and columns of a table."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.scroll_view import ScrollView


class TableCursor(ScrollView, inherit_bindings=False):
    """A cursor of a row and a column; who inherits says how many there are and how many rows make a page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move_rows(-1)", "Up", show=False, id="table.up"),
        Binding("down,j", "move_rows(1)", "Down", show=False, id="table.down"),
        Binding("left,h", "move_columns(-1)", "Left", show=False, id="table.left"),
        Binding("right,l", "move_columns(1)", "Right", show=False, id="table.right"),
        Binding("pageup", "move_pages(-1)", "Page up", show=False, id="table.page_up"),
        Binding("pagedown", "move_pages(1)", "Page down", show=False, id="table.page_down"),
        Binding("home", "first_row", "First row", show=False, id="table.first"),
        Binding("end", "last_row", "Last row", show=False, id="table.last"),
    ]

    cursor_row: reactive[int] = reactive(0, repaint=False, init=False)
    """The row under the cursor, from 0."""
    cursor_column: reactive[int] = reactive(0, repaint=False, init=False)
    """The column under the cursor, among those that are shown, keys first."""

    @property
    def row_count(self) -> int:
        """How many rows the cursor can be on."""
        raise NotImplementedError

    @property
    def column_count(self) -> int:
        """How many columns the cursor can be on."""
        raise NotImplementedError

    @property
    def rows_in_sight(self) -> int:
        """How many rows the screen holds at once."""
        raise NotImplementedError

    def validate_cursor_row(self, row: int) -> int:
        """The nearest row that there is."""
        return max(min(row, self.row_count - 1), 0)

    def validate_cursor_column(self, column: int) -> int:
        """The nearest column that there is."""
        return max(min(column, self.column_count - 1), 0)

    def action_move_rows(self, count: int) -> None:
        """Move the cursor down by `count` rows."""
        self.cursor_row += count

    def action_move_columns(self, count: int) -> None:
        """Move the cursor to the right by `count` columns."""
        self.cursor_column += count

    def action_move_pages(self, count: int) -> None:
        """Move the cursor down by `count` screens, one row kept in sight."""
        self.cursor_row += count * max(self.rows_in_sight - 1, 1)

    def action_first_row(self) -> None:
        """Move the cursor to the first row."""
        self.cursor_row = 0

    def action_last_row(self) -> None:
        """Move the cursor to the last row."""
        self.cursor_row = self.row_count - 1
