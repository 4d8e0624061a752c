"""Tables: as many columns as the width holds, keys first, and a word about those that it does not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from sweeplens.figures import Column, Media, Rows, Table, Value
from sweeplens.render.base import Cursor, Line, Lines, Look, Size, Span
from sweeplens.render.fields import TEXT_LIMIT, ColumnFormat, column_format, head_width, narrowest_head
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.lines import captions, note, title
from sweeplens.text import clipped, plural, visible

GAP = "  "
SAMPLE = 2000
"""Rows that are looked at to size the columns of a longer table."""
_PAGE = 500
_HEAD_LINES = 4
_HEAD_WIDTH = 16
_TEXTS = ("text", "level", "status")
"""Kinds of columns that may be clipped."""
_ANY = 10**6
_NARROWER = (TEXT_LIMIT, 32, 24, 16, 10)
"""Widths that texts are allowed where not all columns fit: the one that shows most of them."""
_LEGIBLE = 24
"""Texts are narrower only where no number could stand beside them."""


@dataclass(frozen=True)
class _Shown:
    """A column that is drawn: its place in the rows, how it is written, and its best value."""

    at: int
    format: ColumnFormat
    best: float | None

    def field(self, row: Sequence[Value]) -> tuple[Span, ...]:
        """The field that the column has in `row`."""
        value = row[self.at]
        return self.format.field(value, is_best=self.best is not None and value == self.best)


def draw_table(table: Table, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The table under its title, one part after the other where it has sections."""
    heading = title(table.title, size.width)
    foot = captions(table.captions, size.width, look)
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
    places = table.places(Media.SCREEN)
    formats = _Formats(table, look)
    room = width - (2 if table.marked_rows else 0)
    kept = {limit: _kept(places, formats, limit, room) for limit in _limits(width)}
    whole = next((limit for limit, shown in kept.items() if limit >= _LEGIBLE and len(shown) == len(places)), None)
    limit = whole or max(
        _NARROWER, key=lambda each: (_has_values(table, kept[each]), each >= _LEGIBLE, len(kept[each]))
    )
    shown = [_Shown(at, formats.within(at, limit), _best(table, at)) for at in places if at in kept[limit]]
    return shown, [table.columns[at] for at in places if at not in kept[limit]]


def _limits(width: int) -> Iterator[int]:
    """Widths that texts are allowed, from the whole line down."""
    yield from (limit for limit in (width, width * 3 // 4, width // 2, width // 3) if limit > TEXT_LIMIT)
    yield from _NARROWER


def _has_values(table: Table, places: Collection[int]) -> bool:
    """Whether some column besides the keys is among `places`."""
    return any(not table.columns[at].is_key for at in places)


class _Formats:
    """How the columns of a table are written, each judged once, when it is first asked for."""

    def __init__(self, table: Table, look: Look) -> None:
        self._table, self._look = table, look
        self._sample = sampled(table.rows)
        self._natural: dict[int, ColumnFormat] = {}

    def within(self, at: int, limit: int) -> ColumnFormat:
        """Column `at` with a text of at most `limit` cells, under a head on one line where `limit` is a wide one."""
        natural = self._natural.get(at) or self._natural.setdefault(at, self._judged(at))
        own = min(natural.width, limit) if natural.column.kind in _TEXTS else natural.width
        return replace(natural, width=max(own, _head_width(natural, limit)))

    def _judged(self, at: int) -> ColumnFormat:
        """Column `at` as wide as its values are."""
        values = [row[at] for row in self._sample]
        is_whole = len(values) == len(self._table.rows)
        return column_format(self._table.columns[at], values, self._look, is_whole=is_whole, limit=_ANY, head_limit=1)


def _head_width(natural: ColumnFormat, limit: int) -> int:
    """Cells for the head: on one line where texts have a wide limit, else on a few."""
    if limit > TEXT_LIMIT:
        return min(head_width(natural.column, natural.glyphs), limit)
    return narrowest_head(natural.column, natural.glyphs, _HEAD_LINES, _HEAD_WIDTH)


def _kept(places: Sequence[int], formats: _Formats, limit: int, width: int) -> set[int]:
    """The places of the columns that fit into `width`, from the left; at least one."""
    kept: set[int] = set()
    left = width + len(GAP)
    for at in places:
        left -= formats.within(at, limit).width + len(GAP)
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
    fields = [each.field(row) for each in shown]
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
