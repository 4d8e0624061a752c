"""A list of drawn lines with a cursor."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sweeplens.render.base import Line
from sweeplens.tui.widgets.lines import Inked


class LineList(Inked, ScrollView, can_focus=True):
    """Lines of which one is under the cursor; what choosing one means is said by the list that inherits from it."""

    DEFAULT_CSS = """
    LineList { scrollbar-size: 1 1; overflow-x: hidden; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "Up", show=False, id="list.up"),
        Binding("down,j", "step(1)", "Down", show=False, id="list.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="list.page_up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="list.page_down"),
        Binding("home", "go(0)", "First", show=False, id="list.first"),
        Binding("end", "go(-1)", "Last", show=False, id="list.last"),
        Binding("enter,space", "choose", "Choose", show=False, id="list.choose"),
    ]

    shows_cursor: ClassVar[bool] = True
    """Whether the line under the cursor stands out."""

    cursor: reactive[int] = reactive(0, repaint=False)
    """The line under the cursor, from 0."""

    def line_count(self) -> int:
        """How many lines there are."""
        raise NotImplementedError

    def line(self, at: int, width: int) -> Line:
        """Line `at`, drawn for a width in cells."""
        raise NotImplementedError

    def can_stop(self, at: int) -> bool:
        """Whether the cursor can stand on line `at`."""
        return True

    def chosen(self, at: int) -> None:
        """Called when line `at` is chosen."""

    def highlighted(self, at: int) -> None:
        """Called when the cursor comes to line `at`."""

    def lines_changed(self) -> None:
        """Measure and paint anew; the cursor stays in the list."""
        self.virtual_size = Size(self.size.width, self.line_count())
        self.cursor = self.validate_cursor(self.cursor)
        self.refresh()

    def validate_cursor(self, cursor: int) -> int:
        """The nearest line there is."""
        return max(0, min(cursor, self.line_count() - 1))

    def watch_cursor(self, old: int, new: int) -> None:
        """Paint the two lines that changed, and bring the new one into sight."""
        self.scroll_to_region(Region(0, new, 1, 1), animate=False, force=True)
        for at in (old, new):
            self.refresh(Region(0, at - round(self.scroll_y), self.size.width, 1))
        if old != new:
            self.highlighted(new)

    def render_line(self, y: int) -> Strip:
        """What stands in line `y` of the window."""
        at = y + round(self.scroll_y)
        width = self.size.width
        line = self.line(at, width) if 0 <= at < self.line_count() else ()
        is_marked = at == self.cursor and self.has_focus and self.shows_cursor
        return self.ink(line, width, "cursor" if is_marked else "")

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def on_resize(self) -> None:
        """Draw for the new width."""
        self.lines_changed()

    def on_click(self, event: Click) -> None:
        """Choose the line that was clicked."""
        offset = event.get_content_offset(self)
        at = offset.y + round(self.scroll_y) if offset else -1
        if 0 <= at < self.line_count() and self.can_stop(at):
            self.cursor = at
            self.chosen(at)

    def action_step(self, by: int) -> None:
        """Move the cursor to the next line on which it can stand."""
        at = self.cursor + by
        while 0 <= at < self.line_count() and not self.can_stop(at):
            at += by
        if 0 <= at < self.line_count():
            self.cursor = at

    def action_page(self, by: int) -> None:
        """Move the cursor by a window."""
        self.cursor = self.validate_cursor(self.cursor + by * max(self.size.height - 1, 1))

    def action_go(self, at: int) -> None:
        """Move the cursor to line `at`, counted from the end where negative."""
        self.cursor = at if at >= 0 else self.line_count() + at

    def action_choose(self) -> None:
        """Choose the line under the cursor."""
        if self.line_count():
            self.chosen(self.cursor)
