"""A widget of a few lines, and how two of them share one."""

from __future__ import annotations

from textual.geometry import Size as CellSize
from textual.strip import Strip
from textual.widget import Widget

from sweeplens.render.base import Line, Lines, Span
from sweeplens.render.lines import line_width
from sweeplens.text import cell_width, clipped
from sweeplens.tui.widgets.frame_paint import Ground, Inks, painted


def clipped_line(line: Line, width: int) -> Line:
    """At most `width` cells of the line, an ellipsis in place of what is left out."""
    kept: list[Span] = []
    for span in line:
        left = width - line_width(tuple(kept))
        if cell_width(span.text) > left:
            return (*kept, Span(clipped(span.text, left), span.role))
        kept.append(span)
    return line


def between(left: Line, right: Line, width: int) -> Line:
    """`left` and `right` at the two ends of `width` cells; where both do not fit, `left` is clipped first."""
    room = width - line_width(right)
    if room < 0 or (room < 2 and line_width(left)):
        return clipped_line(right, width)
    left = clipped_line(left, max(room - 1, 0))
    return (*left, Span(" " * (room - line_width(left))), *right)


class Inked(Widget):
    """A widget that is painted from spans."""

    _inks: Inks | None = None

    def ink(self, line: Line, width: int, ground: str = "") -> Strip:
        """The line in the theme's colours, in exactly `width` cells, the role `ground` laid under all of it."""
        if self._inks is None:
            self._inks = Inks(self.app.current_theme, self.rich_style)
        return painted(line, width, self._inks, (Ground(0, width, ground),) if ground else ())

    def notify_style_update(self) -> None:
        """Forget the colours of another theme."""
        super().notify_style_update()
        self._inks = None


class LineWidget(Inked):
    """A widget of a few lines, drawn from spans whenever they are painted."""

    DEFAULT_CSS = "LineWidget { height: 1; }"

    def drawn(self, width: int) -> Lines:
        """The lines, for a width in cells."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """Line `y` in the theme's colours; blank below the last one."""
        width = self.size.width
        lines = self.drawn(width)
        line = lines[y] if y < len(lines) else ()
        return self.ink(line, width)

    def get_content_height(self, container: CellSize, viewport: CellSize, width: int) -> int:
        """As many lines as are drawn."""
        return len(self.drawn(width))
