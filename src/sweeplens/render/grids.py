"""Grids: the true value in every field, colours for its size, sign and status said by glyph as well."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.figures import Field, Grid, is_finite
from sweeplens.render.base import Cursor, Line, Lines, Look, Size, Span
from sweeplens.render.digits import Digits, digits_for
from sweeplens.render.glyphs import CHARSETS, Glyphs, status_glyph
from sweeplens.render.lines import captions, cut, flowed, note, title
from sweeplens.render.tracks import tracked
from sweeplens.text import NAME_PART, cell_width, clipped, padded, visible, wrapped_name

HEAT_REACH = 6
"""Levels of `heat` on either side of zero."""
RAMP_TOP = 8
"""The highest level of `ramp`."""
_HEAD_WIDTH = 12
_HEAD_LINES = 4
_GAP = 2
_LABEL = 8
"""Cells that the rows' labels keep, however little room there is."""


@dataclass(frozen=True)
class _Cell:
    """A field ready to draw: its sign or status glyph with its text, and its role."""

    text: str
    role: str


def draw_grid(grid: Grid, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The grid under its title; columns that do not fit side by side go on in a block below."""
    grid = replace(grid, row_labels=tuple(grid.short.get(label, label) for label in grid.row_labels))
    heading = (*title(grid.title, size.width), *_checkpoint(grid, size.width, look))
    foot = (*_legend(grid, size.width, look), *captions(grid.captions, size.width))
    if not grid.row_labels or not grid.column_labels:
        return (*heading, *note("Nothing to show.", size.width), *foot)
    body = _blocks(grid, size.width, look, cursor.cell)
    room = None if size.height is None else size.height - len(heading) - len(foot)
    return (*heading, *cut(body, room, size.width, "lines"), *foot)


def _checkpoint(grid: Grid, width: int, look: Look) -> Lines:
    """At which checkpoint this is, and where that lies among the others; nothing where there are no others."""
    if grid.slider is None or len(grid.slider.steps) < 2:
        return ()
    place, count = grid.slider.steps.index(grid.slider.at), len(grid.slider.steps)
    glyphs = CHARSETS[look.charset]
    step = f"{visible(grid.slider.name)} {digits_for([grid.slider.at]).text(grid.slider.at)}"
    return (tracked(f"{step}{glyphs.joint}checkpoint {place + 1} of {count}", place, count, width, glyphs),)


def _blocks(grid: Grid, width: int, look: Look, cell: tuple[int, int] | None) -> Lines:
    cells = _cells(grid, look)
    widest = max(cell_width(each.text) for row in cells for each in row)
    field = min(max(widest, _head_width(grid)) + _GAP, max(width - _LABEL, _GAP + 1))
    longest = max(cell_width(visible(text)) for text in (grid.row_head, *grid.row_labels))
    label = min(longest, max(width // 3, _LABEL), width - field)
    count = max((width - label) // field, 1)
    lines: list[Line] = []
    for start in range(0, len(grid.column_labels), count):
        lines += [()] if lines else []
        lines += _block(grid, cells, range(len(grid.column_labels))[start : start + count], (label, field), look, cell)
    return tuple(lines)


def _head_width(grid: Grid) -> int:
    """Cells for a column's label: as it is where it is short, its longest part where it is not."""
    labels = [visible(text) for text in grid.column_labels]
    longest = max(map(cell_width, labels))
    parts = max((cell_width(part) for text in labels for _, part in NAME_PART.findall(text)), default=1)
    return longest if longest <= _HEAD_WIDTH // 2 else min(parts, _HEAD_WIDTH)


def _block(
    grid: Grid,
    cells: Sequence[Sequence[_Cell]],
    columns: Sequence[int],
    widths: tuple[int, int],
    look: Look,
    cursor: tuple[int, int] | None,
) -> Lines:
    """The heads of `columns` over all rows."""
    label, field = widths
    ellipsis = CHARSETS[look.charset].ellipsis
    lines: list[Line] = _heads(grid, columns, widths, ellipsis)
    for row, name in enumerate(grid.row_labels):
        fields = [_field(cells[row][column], field, (row, column) == cursor) for column in columns]
        lines.append((Span(padded(clipped(visible(name), label, ellipsis), label), "key"), *_flat(fields)))
    return tuple(lines)


def _heads(grid: Grid, columns: Sequence[int], widths: tuple[int, int], ellipsis: str) -> list[Line]:
    """The columns' labels over as many lines as they need, the row head beside the last of them."""
    label, field = widths
    heads = [
        wrapped_name(visible(grid.column_labels[column]), field - _GAP, _HEAD_LINES, ellipsis) for column in columns
    ]
    height = max(map(len, heads))
    heads = [[""] * (height - len(head)) + head for head in heads]
    corner = [""] * (height - 1) + [clipped(visible(grid.row_head), label, ellipsis)]
    return [
        (Span(padded(corner[at], label) + "".join(padded(head[at], field, "right") for head in heads), "label"),)
        for at in range(height)
    ]


def _field(cell: _Cell, width: int, is_cursor: bool) -> tuple[Span, ...]:
    """A field that fills its column but for a gap; the one under the cursor stands in brackets."""
    text = padded(clipped(cell.text, width - _GAP), width - _GAP, "right")
    if is_cursor:
        return (Span(" " * (_GAP - 1)), Span(f"[{text}]", "cursor"))
    return (Span(" " * _GAP), Span(text, cell.role))


def _flat(fields: Sequence[tuple[Span, ...]]) -> list[Span]:
    """The spans of all fields; the closing bracket of a cursor takes a cell of the gap that follows."""
    spans: list[Span] = []
    for gap, cell in fields:
        is_after_cursor = bool(spans) and spans[-1].role == "cursor"
        spans += [Span(gap.text[1:] if is_after_cursor else gap.text), cell]
    return spans


def _cells(grid: Grid, look: Look) -> list[list[_Cell]]:
    """Every field with its text and role."""
    glyphs = CHARSETS[look.charset]
    if grid.normalise == "status":
        return [[_status_cell(field, glyphs) for field in row] for row in grid.fields]
    every = [field.value for row in grid.fields for field in row]
    rows = [([field.value for field in row] if grid.normalise == "row" else every) for row in grid.fields]
    scales = [_Scale.of(values, grid.centred, look) for values in rows]
    return [[scale.cell(field, glyphs) for field in row] for scale, row in zip(scales, grid.fields, strict=True)]


def _status_cell(field: Field, glyphs: Glyphs) -> _Cell:
    text = f"{status_glyph(field.status, glyphs)} {visible(field.text)}".rstrip()
    return _Cell(text, f"status:{field.status}")


@dataclass(frozen=True)
class _Scale:
    """From a value to its text and its level of colour, relative to the values it is compared with."""

    digits: Digits
    low: float
    high: float
    centred: bool
    shaded: bool
    """Whether the level is written as a shade too, where colours are too few to tell levels apart."""

    @classmethod
    def of(cls, values: Sequence[float | None], centred: bool, look: Look) -> _Scale:
        finite = [value for value in values if value is not None and is_finite(value)]
        low, high = min(finite, default=0.0), max(finite, default=0.0)
        return cls(digits_for(values, look), low, high, centred, look.colours < 256)

    def cell(self, field: Field, glyphs: Glyphs) -> _Cell:
        """The field's text, its sign written out where zero is the middle, and the role of its level."""
        if field.value is None:
            return _Cell(visible(field.text) or glyphs.missing, "missing")
        text = visible(field.text) or self._number(field.value)
        if not is_finite(field.value):
            return _Cell(text, "nonfinite")
        level = self._level(field.value)
        shade = glyphs.shades[round(abs(level) / (HEAT_REACH if self.centred else RAMP_TOP) * 4)]
        return _Cell(f"{shade} {text}" if self.shaded else f"{text} ", f"{'heat' if self.centred else 'ramp'}:{level}")

    def _number(self, value: float) -> str:
        text = self.digits.text(value)
        return f"+{text}" if self.centred and 0 < value < math.inf and text != "0" else text

    def _level(self, value: float) -> int:
        """From -6 to 6 by the largest magnitude, or from 0 to 8 over the range."""
        if self.centred:
            reach = max(abs(self.low), abs(self.high))
            return round(HEAT_REACH * (value / reach)) if reach else 0
        extent = self.high / 2 - self.low / 2
        return round(RAMP_TOP * (value / 2 - self.low / 2) / extent) if extent else RAMP_TOP // 2


def _legend(grid: Grid, width: int, look: Look) -> Lines:
    """The statuses that are there, with their glyphs and counts."""
    if grid.normalise != "status":
        return ()
    glyphs = CHARSETS[look.charset]
    counts = Counter(field.status for row in grid.fields for field in row if field.status)
    order = [status for status in glyphs.statuses if status in counts] + sorted(counts.keys() - glyphs.statuses.keys())
    items = [
        (Span(f"{status_glyph(status, glyphs)} {visible(status)} {counts[status]:,}", f"status:{status}"),)
        for status in order
    ]
    return flowed(items, width)
