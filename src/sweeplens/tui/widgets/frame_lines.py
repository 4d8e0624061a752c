"""The lines of a table on the screen: what stays above, what scrolls, what hints at the rest."""

from __future__ import annotations

from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip

from sweeplens.figures import Column
from sweeplens.tui.widgets.frame_cursor import TableCursor
from sweeplens.tui.widgets.frame_layout import Layout
from sweeplens.tui.widgets.frame_paint import CURSOR, CURSOR_ON_MARK, MARK, PIN, Inks, RowLook
from sweeplens.tui.widgets.frame_painter import Painter
from sweeplens.tui.widgets.frame_sheet import Sheet


class TableLines(TableCursor):
    """Paints a sheet in a layout, one strip a line; who inherits says which."""

    marked: reactive[frozenset[int]] = reactive(frozenset(), init=False)
    """Runs that carry a mark (row numbers where rows are no runs)."""

    _sheet: Sheet | None = None
    _columns: Layout = Layout()
    _painter: Painter | None = None
    _pins: tuple[int, ...] = ()
    """Rows that are pinned and there."""

    @property
    def row_count(self) -> int:
        """How many rows the table has."""
        return len(self._sheet.pages) if self._sheet else 0

    @property
    def column_count(self) -> int:
        """How many columns are shown, those out of sight among them."""
        return len(self._sheet.shown) if self._sheet else 0

    @property
    def _width(self) -> int:
        """Cells of a line, the scroll bar's left out."""
        return self.scrollable_content_region.width

    @property
    def rows_in_sight(self) -> int:
        """How many lines there are for rows."""
        return max(self.size.height - self._head_height - self._columns.overflows, 1)

    @property
    def column(self) -> Column | None:
        """The column under the cursor; None where there is none."""
        if not self._sheet or not self._sheet.shown:
            return None
        return self._sheet.table.columns[self._sheet.shown[self.cursor_column]]

    @property
    def run(self) -> int | None:
        """The run under the cursor; None where rows are no runs."""
        return self._sheet.run_of(self.cursor_row) if self._sheet else None

    @property
    def _has_titles(self) -> bool:
        return bool(self._sheet and self._sheet.body.sections[0].title)

    @property
    def _head_height(self) -> int:
        """Lines that stay: the section's title, the heads of the columns, the pinned rows."""
        return self._has_titles + self._columns.head_lines + len(self._pins)

    def render_line(self, y: int) -> Strip:
        """Line `y` of the widget."""
        painter = self._paints()
        if not painter or not self._sheet:
            return Strip.blank(self._width, self.rich_style)
        if y < self._head_height:
            return self._head_strip(painter, self._sheet, y)
        if self._columns.overflows and y == self.size.height - 1:
            return painter.hint()
        return self._body_strip(painter, self._sheet, y - self._head_height + self.scroll_offset.y)

    def _paints(self) -> Painter | None:
        if not self._painter and self._sheet:
            inks = Inks(self.app.current_theme, self.rich_style)
            self._painter = Painter(self._sheet, self._columns, self._width, inks)
        return self._painter

    def _head_strip(self, painter: Painter, sheet: Sheet, y: int) -> Strip:
        if self._has_titles and y == 0:
            return painter.title(sheet.body.section_at(self.scroll_offset.y).title)
        line = y - self._has_titles
        if line < self._columns.head_lines:
            return painter.head(line, self.cursor_column)
        return painter.row(self._pins[line - self._columns.head_lines], RowLook("pinned", PIN))

    def _body_strip(self, painter: Painter, sheet: Sheet, line: int) -> Strip:
        row = sheet.body.row_at(line)
        if row is not None:
            return painter.row(row, self._row_look(sheet, row))
        title = sheet.body.title_at(line)
        note = sheet.body.caption_at(line) if self.row_count or line else sheet.table.empty
        return painter.title(title) if title else painter.note(note)

    def _row_look(self, sheet: Sheet, row: int) -> RowLook:
        is_marked = row in sheet.table.marked_rows or sheet.identity(row) in self.marked
        if row != self.cursor_row:
            return RowLook("", MARK if is_marked else " ")
        role = "cursor" if self.has_focus else "cursor-blurred"
        return RowLook(role, CURSOR_ON_MARK if is_marked else CURSOR, self.cursor_column)

    def notify_style_update(self) -> None:
        """Forget what was painted in other colours."""
        super().notify_style_update()
        self._painter = None

    def _refresh_row(self, row: int) -> None:
        """Paint the line of one row again."""
        if self._sheet:
            y = self._sheet.body.line_of(row) - self.scroll_offset.y + self._head_height
            self.refresh(Region(0, y, self._width, 1))

    def _refresh_heads(self) -> None:
        """Paint the heads of the columns again."""
        self.refresh(Region(0, int(self._has_titles), self._width, self._columns.head_lines))

    def _show_row(self) -> bool:
        """Scroll until the cursor's row is in sight, the captions below the last one too; whether that was needed."""
        if not self._sheet or not self.row_count:
            return False
        top, height = self.scroll_offset.y, self.rows_in_sight
        first = last = self._sheet.body.line_of(self.cursor_row)
        if self.cursor_row == self.row_count - 1:
            last = min(self._sheet.body.height - 1, first + height - 1)
        if top <= first and last < top + height:
            return False
        self.scroll_to(y=first if first < top else last - height + 1, animate=False, force=True)
        return True

    def _rows_seen(self, sheet: Sheet) -> list[int]:
        top = self.scroll_offset.y
        found = (sheet.body.row_at(line) for line in range(top, top + self.rows_in_sight))
        return [row for row in found if row is not None]
