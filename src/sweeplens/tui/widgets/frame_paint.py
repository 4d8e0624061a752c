"""From the values of a row to one line of the screen, with as few changes of style as it can say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.theme import Theme

from sweeplens.figures import Value
from sweeplens.render.base import Line, Span
from sweeplens.text import cell_width, clipped
from sweeplens.tui.palette import role_style
from sweeplens.tui.widgets.frame_layout import GAP, Layout

GUTTER = 2
"""Cells before the first column, for the cursor and the marks."""
CURSOR, MARK, CURSOR_ON_MARK, PIN = "▸", "●", "◉", "▪"


class RowLook(NamedTuple):
    """How a row stands out from the others."""

    role: str = ""
    """Role of its ground: `cursor`, `cursor-blurred`, `pinned`, or none."""
    glyph: str = " "
    """What stands in its gutter."""
    field: int | None = None
    """Which shown column is under the cursor; None in a row that is not."""


def row_line(values: Sequence[Value], layout: Layout, best: Mapping[int, float], look: RowLook) -> Line:
    """The spans of a row; `values` and `best` go by shown column."""
    spans = [Span(f"{look.glyph} ", "mark")]
    for place in layout.places:
        value = values[place.at]
        spans += place.column.format.field(value, is_best=place.at in best and value == best[place.at])
        spans.append(_GAP)
    return tuple(spans)


_GAP = Span(" " * GAP)


def head_line(layout: Layout, line: int, cursor: int) -> Line:
    """One line of the columns' heads."""
    spans = [Span(" " * GUTTER, "head")]
    for place in layout.places:
        text = place.column.head_lines(layout.head_lines)[line]
        spans += [Span(text, "head-cursor" if place.at == cursor else "head"), _GAP]
    return tuple(spans)


def hint_line(left: Sequence[str], right: Sequence[str], width: int) -> Line:
    """How many columns are out of sight on either side, the nearest ones by name."""
    before = f"‹ {len(left)}: {', '.join(reversed(left))}" if left else ""
    names, behind = ", ".join(right), f" :{len(right)} ›" if right else ""
    room = width - GUTTER
    before = clipped(before, room // 2 - 1 if right else room)
    names = clipped(names, room - cell_width(before) - cell_width(behind) - GUTTER)
    gap = room - cell_width(before) - cell_width(names) - cell_width(behind)
    return (Span(" " * GUTTER + before + " " * gap + names + behind, "hint"),)


class Inks:
    """The styles of a theme on the ground of a widget, each made once."""

    def __init__(self, theme: Theme, base: Style) -> None:
        self._theme = theme
        self._base = base
        self._styles: dict[tuple[str, ...], Style] = {}

    def style(self, *roles: str) -> Style:
        """The style of text of the first of `roles`, those behind it laid over it."""
        known = self._styles.get(roles)
        if known is None:
            known = Style.combine([self._base, *(role_style(role, self._theme) for role in roles)])
            self._styles[roles] = known
        return known


class Ground(NamedTuple):
    """A role that is laid over what the cells from `start` up to `stop` have by themselves."""

    start: int
    stop: int
    role: str


def painted(line: Line, width: int, inks: Inks, grounds: Sequence[Ground] = ()) -> Strip:
    """The line in exactly `width` cells, the last of `grounds` uppermost; neighbours that look alike in one segment."""
    segments: list[Segment] = []
    x = 0
    for text, role in line:
        _add(segments, text, inks.style(role, *_roles_at(x, grounds)))
        x += cell_width(text)
    return Strip(segments, x).adjust_cell_length(width, inks.style(*_roles_at(width - 1, grounds)))


def _roles_at(x: int, grounds: Sequence[Ground]) -> list[str]:
    return [ground.role for ground in grounds if ground.start <= x < ground.stop]


def _add(segments: list[Segment], text: str, style: Style) -> None:
    """One segment more, or a longer last one: blanks take the style before them where that looks the same."""
    last = segments[-1].style if segments else None
    if last is not None and (last is style or (text.isspace() and _same_blank(last, style))):
        segments[-1] = Segment(segments[-1].text + text, last)
    elif text:
        segments.append(Segment(text, style))


def _same_blank(one: Style, other: Style) -> bool:
    """Whether a blank looks the same in both styles."""
    return one.bgcolor == other.bgcolor and not _shows_on_blank(one) and not _shows_on_blank(other)


def _shows_on_blank(style: Style) -> bool:
    return bool(style.underline or style.reverse or style.strike)
