"""Tables: as many columns as the width holds, keys first, and a word about those that it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sweeplens.figures import Column, Media, Rows, Table, Value
from sweeplens.render.base import Cursor, Line, Lines, Look, Size, Span
from sweeplens.render.fields import TEXT_LIMIT, ColumnFormat, column_format, widest_word
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.lines import captions, note, title
from sweeplens.text import clipped, plural, visible

GAP = "  "
SAMPLE = 2000
"""Rows that are looked at to size the columns of a longer table."""
_PAGE = 500
_HEAD_LINES = 3
_HEAD_WIDTH = 14
_NARROWER = (TEXT_LIMIT, 24, 16, 10)
"""Widths that texts are allowed where not all columns fit, the first that leaves room for a number."""


@dataclass(frozen=True)
class _Shown:
    """A column that is drawn: its place in the rows, how it is written, and its best value."""

    at: int
    format: ColumnFormat
    best: float | None


def draw_table(table: Table, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The table under its title, one part after the other where it has sections."""
    heading = title(table.title, size.width)
    foot = captions(table.captions, size.width)
    if not len(table.rows):
        return (*heading, *note(table.empty, size.width), *foot)
    shown, hidden = _fitted(table, size.width, look)
    foot = (*_hidden_note(hidden, size.width), *foot)
    room = None if size.height is None else size.height - len(heading) - len(foot)
    return (*heading, *_body(table, shown, size.width, room, look), *foot)


def _body(table: Table, shown: Sequence[_Shown], width: int, room: int | None, look: Look) -> Lines:
    """Head and rows of each part; what does not fit into `room` lines is counted."""
    lines: list[Line] = []
    left = len(table.rows)
    for name, indices in table.parts():
        head = (*_part_title(name, bool(lines), width), *_head(table, shown, look))
        most = len(indices) if room is None else max(room - len(lines) - len(head) - 1, 0)
        kept = indices if room is not None and len(indices) <= room - len(lines) - len(head) else indices[:most]
        if not kept:
            break
        lines += [*head, *(_row(table, index, row, shown, look) for index, row in _rows(table.rows, kept))]
        left -= len(kept)
    return (*lines, *(note(f"{plural(left, 'further row')} below.", width) if left else ()))


def sampled(rows: Rows, most: int = SAMPLE) -> list[tuple[Value, ...]]:
    """Rows to judge the columns by: all where there are no more than `most`, else the first ones and even stretches."""
    if len(rows) <= most:
        return rows.page(0, len(rows))
    first, stretch = most // 4, most // 100
    count = (most - first) // stretch
    starts = (first + (len(rows) - first - stretch) * at // (count - 1) for at in range(count))
    return [*rows.page(0, first), *(row for start in starts for row in rows.page(start, start + stretch))]


def _fitted(table: Table, width: int, look: Look) -> tuple[list[_Shown], list[Column]]:
    """The columns that fit, and those that do not: keys stay, the others give way from the right."""
    sample = sampled(table.rows)
    room = width - (2 if table.marked_rows else 0)
    for limit in _limits(width):
        formats = _formats(table, sample, look, limit)
        kept = _kept(formats, room)
        if len(kept) == len(formats) or (limit in _NARROWER and any(not formats[at].column.is_key for at in kept)):
            break
    shown = [_Shown(at, formats[at], _best(table, at)) for at in formats if at in kept]
    return shown, [formats[at].column for at in formats if at not in kept]


def _limits(width: int) -> Iterator[int]:
    """Widths that texts are allowed, from the whole line down."""
    yield from (limit for limit in (width, width * 3 // 4, width // 2, width // 3) if limit > TEXT_LIMIT)
    yield from _NARROWER


def _formats(table: Table, sample: Sequence[tuple[Value, ...]], look: Look, limit: int) -> dict[int, ColumnFormat]:
    """How each column of the screen is written, by its place."""
    is_whole = len(sample) == len(table.rows)
    formats = {}
    for at in table.places(Media.SCREEN):
        column, values = table.columns[at], [row[at] for row in sample]
        head = _head_width(column, look, limit)
        formats[at] = column_format(column, values, look, is_whole=is_whole, limit=limit, head_limit=head)
    return formats


def _head_width(column: Column, look: Look, limit: int) -> int:
    """Cells for a head: on one line where there is room, else those of its longest word."""
    return limit if limit > TEXT_LIMIT else min(widest_word(column, CHARSETS[look.charset]), _HEAD_WIDTH)


def _kept(formats: dict[int, ColumnFormat], width: int) -> set[int]:
    """The places of the columns that fit into `width`: the keys, then the others from the left; at least one."""
    kept: set[int] = set()
    left = width + len(GAP)
    for at in sorted(formats, key=lambda at: not formats[at].column.is_key):
        left -= formats[at].width + len(GAP)
        if left < 0 and kept:
            break
        kept.add(at)
    return kept


def _best(table: Table, at: int) -> float | None:
    column = table.columns[at]
    return column.best(table.rows.column(at)) if column.mark_best else None


def _part_title(name: str, is_later: bool, width: int) -> Lines:
    """The part's title, with a blank line before it where another part precedes."""
    return ((), *title(name, width)) if name and is_later else title(name, width)


def _head(table: Table, shown: Sequence[_Shown], look: Look) -> Lines:
    """The heads, over as many lines as they need, and a rule below them."""
    gutter = (Span("  "),) if table.marked_rows else ()
    heads = [column.format.head_lines(_HEAD_LINES) for column in shown]
    height = max(map(len, heads))
    blank = [(Span(" " * column.format.width),) for column in shown]
    heads = [[above] * (height - len(lines)) + lines for above, lines in zip(blank, heads, strict=True)]
    width = sum(column.format.width + len(GAP) for column in shown) - len(GAP) + 2 * bool(gutter)
    lines = [(*gutter, *_joined([head[at] for head in heads])) for at in range(height)]
    return (*lines, (Span(CHARSETS[look.charset].rule * width, "muted"),))


def _row(table: Table, index: int, row: Sequence[Value], shown: Sequence[_Shown], look: Look) -> Line:
    """One row; a marked one has its sign before it."""
    fields = [
        each.format.field(row[each.at], is_best=each.best is not None and row[each.at] == each.best) for each in shown
    ]
    if not table.marked_rows:
        return _joined(fields)
    sign = CHARSETS[look.charset].mark if index in table.marked_rows else " "
    return (Span(f"{sign} ", "mark"), *_joined(fields))


def _joined(fields: Sequence[tuple[Span, ...]]) -> Line:
    """Fields side by side, the gaps between them in the span before: fewer changes of style on the wire."""
    line: list[Span] = []
    for field in fields[:-1]:
        *before, last = field
        line += [*before, Span(last.text + GAP, last.role)]
    return (*line, *fields[-1]) if fields else ()


def _rows(rows: Rows, indices: Sequence[int]) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """The rows at `indices`, which ascend, read a page at a time."""
    start, page = 0, rows.page(0, _PAGE)
    for index in indices:
        if index >= start + _PAGE:
            start = index - index % _PAGE
            page = rows.page(start, start + _PAGE)
        yield index, page[index - start]


def _hidden_note(hidden: Sequence[Column], width: int) -> Lines:
    """How many columns did not fit, their names, and the way to them."""
    if not hidden:
        return ()
    names = clipped(", ".join(visible(column.name) for column in hidden), 2 * width)
    return note(f"{plural(len(hidden), 'column')} did not fit: {names}; a wider screen or --columns shows them.", width)
