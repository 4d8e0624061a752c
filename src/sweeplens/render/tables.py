"""Tables: as many columns as the width holds, keys first, and a word about those that it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.figures import Column, Rows, Table, Value
from sweeplens.render.base import Cursor, Line, Lines, Look, Size, Span
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.lines import captions, note, title
from sweeplens.render.table_fit import GAP, HEAD_LINES, Shown, fitted
from sweeplens.text import clipped, plural, visible

_PAGE = 500
"""Rows that are read at a time."""


def draw_table(table: Table, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The table under its title, one part after the other where it has sections."""
    heading = title(table.title, size.width)
    foot = captions(table.captions, size.width, look)
    if not len(table.rows):
        return (*heading, *note(table.empty, size.width), *foot)
    shown, hidden = fitted(table, size.width, look)
    foot = (*_hidden_note(hidden, size.width), *foot)
    room = None if size.height is None else size.height - len(heading) - len(foot)
    return (*heading, *_body(table, shown, size.width, room, look), *foot)


def _body(table: Table, shown: Sequence[Shown], width: int, room: int | None, look: Look) -> Lines:
    """Head and rows of each part; what does not fit into `room` lines is counted."""
    lines: list[Line] = []
    left = len(table.rows)
    for name, indices in table.parts():
        head = (*_part_title(name, bool(lines), width), *_head(table, shown, look))
        most = len(indices) if room is None else max(room - len(lines) - len(head) - 1, 0)
        kept = indices if room is not None and len(indices) <= room - len(lines) - len(head) else indices[:most]
        if not kept:
            break
        lines += head
        for index, row in _rows(table.rows, kept):
            lines += _row(row, shown, _sign(table, index, look), is_free=room is None)
        left -= len(kept)
    return (*lines, *(note(f"{plural(left, 'further row')} below.", width) if left else ()))


def _part_title(name: str, is_later: bool, width: int) -> Lines:
    """The part's title, with a blank line before it where another part precedes."""
    return ((), *title(name, width)) if name and is_later else title(name, width)


def _head(table: Table, shown: Sequence[Shown], look: Look) -> Lines:
    """The heads, over as many lines as they need, and a rule below them."""
    gutter = (Span("  "),) if table.marked_rows else ()
    heads = [column.format.head_lines(HEAD_LINES) for column in shown]
    height = max(map(len, heads))
    blank = [(Span(" " * column.format.width),) for column in shown]
    heads = [[above] * (height - len(lines)) + lines for above, lines in zip(blank, heads, strict=True)]
    width = sum(column.format.width + len(GAP) for column in shown) - len(GAP) + 2 * bool(gutter)
    lines = [(*gutter, *_joined([head[at] for head in heads])) for at in range(height)]
    return (*lines, (Span(CHARSETS[look.charset].rule * width, "muted"),))


def _sign(table: Table, index: int, look: Look) -> str:
    """What stands before a row where some are marked."""
    if not table.marked_rows:
        return ""
    return f"{CHARSETS[look.charset].mark if index in table.marked_rows else ' '} "


def _row(row: Sequence[Value], shown: Sequence[Shown], sign: str, is_free: bool) -> Lines:
    """One row behind its sign: on one line, or, where the height is free, on as many as its sentences need."""
    fields = [each.lines(row) if is_free else [each.field(row)] for each in shown]
    height = max(map(len, fields), default=0)
    blank = [(Span(" " * each.format.width),) for each in shown]
    filled = [[*lines, *[below] * (height - len(lines))] for lines, below in zip(fields, blank, strict=True)]
    signs = [sign, *[" " * len(sign)] * (height - 1)]
    lead = [(Span(text, "mark"),) if text else () for text in signs]
    return tuple((*lead[at], *_joined([lines[at] for lines in filled])) for at in range(height))


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
