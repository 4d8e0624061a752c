"""What a cursor in a grid reads out: the row, the column, and the exact value."""

from __future__ import annotations

from sweeplens.figures import Document, Field, Figure, Folded, Grid
from sweeplens.render.base import Cursor, Line, Look, Span
from sweeplens.render.glyphs import CHARSETS, status_glyph
from sweeplens.text import clipped, visible

_DIGITS = 12
"""Significant digits of an exact value: as many as sums and differences of floats are sure of."""


def grid_of(figure: Figure | None) -> Grid | None:
    """The grid that a cursor moves in: the figure itself, or the one of a document; None where there is none."""
    if isinstance(figure, Document):
        return figure.grid
    return figure if isinstance(figure, Grid) else None


def field_under(figure: Figure | None, cursor: Cursor) -> Field | None:
    """The field that the cursor points at; None where it points at none."""
    grid = grid_of(figure)
    if grid is None or cursor.cell is None:
        return None
    row, column = cursor.cell
    return grid.fields[row][column] if row < len(grid.row_labels) and column < len(grid.column_labels) else None


def field_line(figure: Figure | None, cursor: Cursor, width: int, look: Look) -> Line:
    """The field under the cursor in words; an empty line where there is none."""
    grid, field = grid_of(figure), field_under(figure, cursor)
    if grid is None or field is None or cursor.cell is None:
        return ()
    row, column = cursor.cell
    glyphs = CHARSETS[look.charset]
    names = (_named(grid.row_head, grid.row_labels[row]), _named(grid.column_head, grid.column_labels[column]))
    said = glyphs.joint.join((*names, *_values(field, grid.centred, look)))
    return (Span(clipped(f"{glyphs.focus} {said}", width, glyphs.ellipsis), "mark"),)


def _named(head: str, label: str) -> str:
    """`setting beta0_unnorm`; the label alone where it says what it is."""
    return visible(label if not head or label.startswith(head) else f"{head} {label}")


def _values(field: Field, is_signed: bool, look: Look) -> list[str]:
    """The value, the status, and what is written beside it."""
    glyphs = CHARSETS[look.charset]
    if field.status:
        return [f"{status_glyph(field.status, glyphs)} {visible(' '.join((field.status, field.text)).strip())}"]
    sign = "+" if is_signed and field.value else ""
    value = "nothing there" if field.value is None else f"{field.value:{sign}.{_DIGITS}g}"
    value += f" {field.value.count}" if isinstance(field.value, Folded) else ""
    return [value, *[f"{glyphs.about} within the spread of repeats"] * field.within_noise]
