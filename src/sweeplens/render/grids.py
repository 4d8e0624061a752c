"""Grids: the true value in every field, colours for its size, sign and status said by glyph as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.figures import Grid
from sweeplens.render.base import Cursor, Line, Lines, Look, Size, Span
from sweeplens.render.digits import digits_for
from sweeplens.render.glyphs import CHARSETS, status_glyph
from sweeplens.render.grid_cells import GridCell, grid_cells
from sweeplens.render.lines import captions, cut, flowed, note, title
from sweeplens.render.tracks import tracked
from sweeplens.text import NAME_PART, cell_width, clipped, padded, squeezed, visible, wrapped_name

_HEAD_WIDTH = 12
_HEAD_LINES = 4
_GAP = 2
_LABEL = 8
"""Cells that the rows' labels keep, however little room there is."""
_SHORTEST = 14
"""Cells that they keep where all columns are to stand side by side."""


def draw_grid(grid: Grid, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The grid under its title; columns that do not fit side by side go on in a block below."""
    grid = _with_order(replace(grid, row_labels=tuple(grid.short.get(label, label) for label in grid.row_labels)), look)
    heading = (*title(grid.title, size.width), *_checkpoint(grid, size.width, look))
    foot = (*_legend(grid, size.width, look), *captions(grid.captions, size.width, look))
    if not grid.row_labels or not grid.column_labels:
        return (*heading, *note("Nothing to show.", size.width), *foot)
    body = _blocks(grid, size.width, look, cursor.cell)
    room = None if size.height is None else size.height - len(heading) - len(foot)
    return (*heading, *cut(body, room, size.width, "lines"), *foot)


def _with_order(grid: Grid, look: Look) -> Grid:
    """The grid with a sign behind the head of what its rows or columns are ordered by."""
    if grid.ordering is None or grid.ordering.by is None:
        return grid
    name, descending = grid.ordering.by
    sign = CHARSETS[look.charset].orders[descending]
    signs = [f" {sign}" if each == name else "" for each in grid.ordering.by_field]
    if name == grid.ordering.by_mean:
        return replace(grid, row_head=f"{grid.row_head} {sign}")
    if grid.ordering.of == "columns":
        return replace(grid, row_labels=_joined(grid.row_labels, signs))
    return replace(grid, column_labels=_joined(grid.column_labels, signs))


def _joined(labels: Sequence[str], signs: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{label}{sign}" for label, sign in zip(labels, signs, strict=True))


def _checkpoint(grid: Grid, width: int, look: Look) -> Lines:
    """At which checkpoint this is, and where that lies among the others; nothing where there are no others."""
    if grid.slider is None or len(grid.slider.steps) < 2:
        return ()
    place, count = grid.slider.steps.index(grid.slider.at), len(grid.slider.steps)
    glyphs = CHARSETS[look.charset]
    step = f"{visible(grid.slider.name)} {digits_for([grid.slider.at]).text(grid.slider.at)}"
    return (tracked(f"{step}{glyphs.joint}checkpoint {place + 1} of {count}", place, count, width, glyphs),)


@dataclass(frozen=True)
class _Widths:
    """Cells for the rows' labels and for each field, and those of them that part it from the one before it."""

    label: int
    field: int
    gap: int

    @classmethod
    def of(cls, grid: Grid, cells: Sequence[Sequence[GridCell]], width: int) -> _Widths:
        """As much as fields and heads need; closer together, under shorter labels, where all are side by side then."""
        longest = max(cell_width(visible(text)) for text in (grid.row_head, *grid.row_labels))
        widest = max(cell_width(each.text) for row in cells for each in row)
        need, label = max(widest, _head_width(grid)), min(longest, max(width // 3, _LABEL))
        left = {gap: width - len(grid.column_labels) * (need + gap) for gap in (_GAP, 1)}
        gap = next((gap for gap, room in left.items() if room >= label), None)
        if gap is None and left[1] >= _SHORTEST and _tells_apart(grid, left[1]):
            label, gap = left[1], 1
        field = min(need + (gap or _GAP), max(width - _LABEL, (gap or _GAP) + 1))
        return cls(min(label, width - field), field, gap or _GAP)


def _tells_apart(grid: Grid, width: int) -> bool:
    """Whether rows that are called differently still are where their labels have `width` cells."""
    return len({squeezed(label, width) for label in grid.row_labels}) == len(set(grid.row_labels))


def _blocks(grid: Grid, width: int, look: Look, cell: tuple[int, int] | None) -> Lines:
    cells = grid_cells(grid, look)
    widths = _Widths.of(grid, cells, width)
    count = max((width - widths.label) // widths.field, 1)
    lines: list[Line] = []
    for start in range(0, len(grid.column_labels), count):
        lines += [()] if lines else []
        lines += _block(grid, cells, range(len(grid.column_labels))[start : start + count], widths, look, cell)
    return tuple(lines)


def _head_width(grid: Grid) -> int:
    """Cells for a column's label: as it is where it is short, its longest part where it is not."""
    labels = [visible(text) for text in grid.column_labels]
    longest = max(map(cell_width, labels))
    parts = max((cell_width(part) for text in labels for _, part in NAME_PART.findall(text)), default=1)
    return longest if longest <= _HEAD_WIDTH // 2 else min(parts, _HEAD_WIDTH)


def _block(
    grid: Grid,
    cells: Sequence[Sequence[GridCell]],
    columns: Sequence[int],
    widths: _Widths,
    look: Look,
    cursor: tuple[int, int] | None,
) -> Lines:
    """The heads of `columns` over all rows."""
    ellipsis = CHARSETS[look.charset].ellipsis
    lines: list[Line] = _heads(grid, columns, widths, ellipsis)
    for row, name in enumerate(grid.row_labels):
        fields = [_field(cells[row][column], widths, (row, column) == cursor) for column in columns]
        label = padded(squeezed(visible(name), widths.label, ellipsis), widths.label)
        lines.append((Span(label, "key"), *_flat(fields)))
    return tuple(lines)


def _heads(grid: Grid, columns: Sequence[int], widths: _Widths, ellipsis: str) -> list[Line]:
    """The columns' labels over as many lines as they need, the row head beside the last of them."""
    label, room = widths.label, widths.field - widths.gap
    heads = [wrapped_name(visible(grid.column_labels[column]), room, _HEAD_LINES, ellipsis) for column in columns]
    height = max(map(len, heads))
    heads = [[""] * (height - len(head)) + head for head in heads]
    corner = [""] * (height - 1) + [clipped(visible(grid.row_head), label, ellipsis)]
    return [
        (Span(padded(corner[at], label) + "".join(padded(head[at], widths.field, "right") for head in heads), "label"),)
        for at in range(height)
    ]


def _field(cell: GridCell, widths: _Widths, is_cursor: bool) -> tuple[Span, ...]:
    """A field that fills its column but for a gap; the one under the cursor stands in brackets."""
    room = widths.field - widths.gap
    text = padded(clipped(cell.text, room), room, "right")
    if is_cursor:
        return (Span(" " * (widths.gap - 1)), Span(f"[{text}]", "cursor"))
    return (Span(" " * widths.gap), Span(text, cell.role))


def _flat(fields: Sequence[tuple[Span, ...]]) -> list[Span]:
    """The spans of all fields; the closing bracket of a cursor takes a cell of the gap that follows."""
    spans: list[Span] = []
    for gap, cell in fields:
        is_after_cursor = bool(spans) and spans[-1].role == "cursor"
        spans += [Span(gap.text[1:] if is_after_cursor else gap.text), cell]
    return spans


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
