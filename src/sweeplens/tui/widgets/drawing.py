"""A figure as it is drawn for the room there is: painted line by line, and only the lines that changed."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.geometry import Size as CellSize
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from sweeplens.figures import Curves, Figure, Frames, Points
from sweeplens.render import render
from sweeplens.render.base import Cursor, Line, Lines, Look, Size
from sweeplens.render.field_readout import field_line, field_under, grid_of
from sweeplens.tui.widgets.drawing_cursor import followed, moved, run_under, turned
from sweeplens.tui.widgets.frame_messages import RowOpened
from sweeplens.tui.widgets.frame_paint import Inks, painted
from sweeplens.tui.widgets.playing import Playing

FITTED = (Curves, Points, Frames)
"""Figures that are drawn as high as the room is; the others take the lines they need and scroll."""
FAR = 1 << 30
"""More steps than any figure has."""


class Drawing(Playing, can_focus=True, inherit_bindings=False):
    """Any figure, drawn by `render`; give it another `figure`, `look` or `cursor` and it paints what differs."""

    DEFAULT_CSS = """
    Drawing {
        padding-left: 2;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(0, -1)", "Up", show=False, id="drawing.up"),
        Binding("down,j", "move(0, 1)", "Down", show=False, id="drawing.down"),
        Binding("left,h", "move(-1, 0)", "Left", show=False, id="drawing.left"),
        Binding("right,l", "move(1, 0)", "Right", show=False, id="drawing.right"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="drawing.page_up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="drawing.page_down"),
        Binding("home", "home", "Beginning", show=False, id="drawing.home"),
        Binding("end", "end", "End", show=False, id="drawing.end"),
        Binding("enter", "open_row", "Open", show=False, id="drawing.open"),
    ]

    look: reactive[Look] = reactive(Look(), repaint=False, init=False)
    """Which glyphs may be used, and how many colours there are."""

    class CursorMoved(Message):
        """The figure is looked at elsewhere."""

        def __init__(self, cursor: Cursor) -> None:
            super().__init__()
            self.cursor = cursor

    _lines: Lines = ()
    _readout: Line = ()
    """What the last line in sight says of the field under the cursor."""
    _inks: Inks | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._left: dict[tuple[type, str], Cursor] = {}

    def watch_figure(self, old: Figure | None, new: Figure | None) -> None:
        """Draw another figure; the cursor stays on what it pointed at, and is found again in a figure that was left."""
        if type(old) is type(new):
            cursor = followed(old, new, self.cursor)
        else:
            self._left[_name(old)] = self.cursor
            cursor = self._left.get(_name(new), Cursor())
            self.scroll_to(y=0, animate=False)
        self.set_reactive(Drawing.cursor, cursor)
        self.is_playing = self.is_playing and self.frames is not None
        self._draw()

    def watch_is_playing(self) -> None:
        """Say whether it plays."""
        super().watch_is_playing()
        self._draw()

    def watch_pace(self) -> None:
        """Say how fast it plays."""
        self._draw()

    def watch_look(self) -> None:
        """Draw it in the other glyphs."""
        self._draw()

    def watch_cursor(self) -> None:
        """Draw it with the cursor where it is now, and bring that into sight."""
        self._draw()
        self._show_cursor()
        self.post_message(self.CursorMoved(self.cursor))

    def on_resize(self) -> None:
        """Draw it for the room that there is."""
        self._draw()

    def _draw(self) -> None:
        """Draw the figure, and repaint the lines that are not what they were."""
        room = self.scrollable_content_region.size
        if not room.width:
            return
        old = self._in_sight(room.height)
        self._lines, self._readout = self._drawn(room), field_line(self.figure, self.cursor, room.width, self.look)
        self.virtual_size = CellSize(room.width, len(self._lines) + bool(self._readout))
        for y, (was, line) in enumerate(zip(old, self._in_sight(room.height), strict=True)):
            if was != line:
                self.refresh(Region(0, y, room.width, 1))

    def _in_sight(self, height: int) -> Lines:
        """As many lines as there is room for, the readout over the last one."""
        top = self.scroll_offset.y
        lines = self._lines[top : top + height]
        filled = (*lines, *[()] * (height - len(lines)))
        return (*filled[:-1], self._readout) if self._readout and filled else filled

    def _drawn(self, room: CellSize) -> Lines:
        if self.figure is None:
            return ()
        height = room.height if isinstance(self.figure, FITTED) else None
        return render(self.figure, Size(room.width, height), self.look, self.seen)

    def render_line(self, y: int) -> Strip:
        """Line `y` of what is in sight."""
        line = self._in_sight(self.scrollable_content_region.height)[y]
        if not self._inks:
            self._inks = Inks(self.app.current_theme, self.rich_style)
        return painted(line, self.scrollable_content_region.width, self._inks)

    def notify_style_update(self) -> None:
        """Forget the styles of another theme."""
        super().notify_style_update()
        self._inks = None

    def action_move(self, right: int, down: int) -> None:
        """Move the figure's cursor; scroll where it has none, and where it is at its end."""
        self.is_playing = False
        cursor = moved(self.figure, self.cursor, right, down) if self.figure else None
        if cursor is None:
            self.scroll_relative(y=down, animate=False)
        else:
            self.cursor = cursor

    def action_page(self, count: int) -> None:
        """Turn so many pages of small multiples; scroll by so many screens where there are none."""
        cursor = turned(self.figure, self.cursor, count)
        if cursor is None:
            self.scroll_relative(y=count * max(self.size.height - 1, 1), animate=False)
        else:
            self.cursor = cursor

    def action_home(self) -> None:
        """Go to the first frame, step, point or column, or to the first line."""
        self.scroll_to(y=0, animate=False)
        self.action_move(-FAR, 0)

    def action_end(self) -> None:
        """Go to the last frame, step, point or column, or to the last line."""
        self.scroll_to(y=self.max_scroll_y, animate=False)
        self.action_move(FAR, 0)

    @property
    def run(self) -> int | None:
        """Number of the run under the cursor; None where there is none."""
        return run_under(self.figure, self.cursor) if self.figure else None

    @property
    def behind(self) -> str:
        """The filter that keeps what is behind the field under the cursor; empty where there is none."""
        field = field_under(self.figure, self.cursor)
        return field.where if field else ""

    def next_order(self, descending: bool) -> str | None:
        """The name to order the grid by, as the field under the cursor lets it; None where it has no other order."""
        grid = grid_of(self.figure)
        return grid.ordering.after(self.cursor.cell, descending) if grid and grid.ordering else None

    def action_open_row(self) -> None:
        """Say that the run under the cursor is to be opened."""
        if self.run is not None and self.cursor.point is not None:
            self.post_message(RowOpened(self.cursor.point, self.run))

    def _show_cursor(self) -> None:
        """Scroll to the line that has the cursor on it."""
        line = next((at for at, line in enumerate(self._lines) if any(span.role == "cursor" for span in line)), None)
        if line is not None:
            self.scroll_to_region(Region(0, line, 1, 1 + bool(self._readout)), animate=False)


def _name(figure: Figure | None) -> tuple[type, str]:
    """By what a figure is known again."""
    return type(figure), figure.title if figure else ""
