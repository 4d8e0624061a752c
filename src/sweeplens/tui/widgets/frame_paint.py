"""From the values of a row to one line of the screen, with as few changes of style as it can say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.theme import Theme

from sweeplens.figures import Value
from sweeplens.render.base import Line, Span
from sweeplens.text import cell_width, clipped
from sweeplens.tui.palette import role_style
from sweeplens.tui.widgets.frame_heads import head_lines
from sweeplens.tui.widgets.frame_layout import Layout

GUTTER = 2
"""Cells before the first column, for the cursor and the marks."""
CURSOR, MARK, CURSOR_ON_MARK, PIN = "▸", "●", "◉", "▪"


@dataclass(frozen=True)
class RowLook:
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
    x = 0
    for place in layout.places:
        spans.append(Span(" " * (place.x - x)))
        value = values[place.at]
        spans += place.format.field(value, is_best=place.at in best and value == best[place.at])
        x = place.end
    return tuple(spans)


def head_line(layout: Layout, line: int, cursor: int, markers: Mapping[int, str]) -> Line:
    """One line of the columns' heads, `markers` behind those that the rows are ordered by."""
    spans = [Span(" " * GUTTER, "head")]
    x = 0
    for place in layout.places:
        text = head_lines(place.format, layout.head_lines, markers.get(place.at, ""))[line]
        spans += [Span(" " * (place.x - x), "head"), Span(text, "head-cursor" if place.at == cursor else "head")]
        x = place.end
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


def painted(line: Line, width: int, theme: Theme, base: Style, grounds: Mapping[range, str] | None = None) -> Strip:
    """The line in its theme's colours, in exactly `width` cells; neighbours that look alike become one segment.

    `grounds` are roles that are laid over what their cells have by themselves, the last one uppermost.
    """
    grounds = grounds or {}
    styled: list[tuple[str, Style]] = []
    x = 0
    for text, role in line:
        over = [role_style(ground, theme) for cells, ground in grounds.items() if x in cells]
        styled.append((text, Style.combine([base, role_style(role, theme), *over])))
        x += cell_width(text)
    fill = Style.combine(
        [base, *(role_style(ground, theme) for cells, ground in grounds.items() if width - 1 in cells)]
    )
    return Strip(_merged(styled)).adjust_cell_length(width, fill).simplify()


def _merged(styled: Iterable[tuple[str, Style]]) -> list[Segment]:
    """One segment a style; blanks take the style before them where that looks the same."""
    segments: list[Segment] = []
    for text, style in styled:
        last = segments[-1] if segments else None
        if last and last.style and (last.style == style or (text.isspace() and _same_blank(last.style, style))):
            segments[-1] = Segment(last.text + text, last.style)
        else:
            segments.append(Segment(text, style))
    return segments


def _same_blank(one: Style, other: Style) -> bool:
    """Whether a blank looks the same in both styles."""
    return one.bgcolor == other.bgcolor and not _shows_on_blank(one) and not _shows_on_blank(other)


def _shows_on_blank(style: Style) -> bool:
    return bool(style.underline or style.reverse or style.strike)
