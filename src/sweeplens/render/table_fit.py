"""Which columns of a table fit side by side, and how wide each is then."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from sweeplens.figures import Column, ListRows, Media, Rows, Table, Value
from sweeplens.render.base import Line, Look, Span
from sweeplens.render.fields import TEXT_LIMIT, ColumnFormat, column_format, head_width, narrowest_head
from sweeplens.text import cell_width, padded, visible, wrapped_name

GAP = "  "
HEAD_LINES = 4
SAMPLE = 2000
"""Rows that are looked at to size the columns of a longer table."""
_HEAD_WIDTH = 16
_TEXTS = ("text", "level", "status")
"""Kinds of columns that may be clipped."""
_ANY = 10**6
_NARROWER = (TEXT_LIMIT, 32, 24, 16, 10)
"""Widths that texts are allowed where not all columns fit: the one that shows most of them."""
_LEGIBLE = 24
"""Texts are narrower only where no number could stand beside them."""
_BROKEN = 16
"""Sentences, which are broken rather than clipped, may be as narrow as this."""
_MOST_PARTS = 6
"""Tables into which one that is too wide is parted."""


@dataclass(frozen=True)
class Shown:
    """A column that is drawn: its place in the rows, how it is written, and its best value."""

    at: int
    format: ColumnFormat
    best: float | None

    def field(self, row: Sequence[Value]) -> Line:
        """The field that the column has in `row`."""
        value = row[self.at]
        return self.format.field(value, is_best=self.best is not None and value == self.best)

    def lines(self, row: Sequence[Value]) -> list[Line]:
        """The field, a sentence that is longer than the column is wide over several lines."""
        column, text, width = self.format.column, row[self.at], self.format.width
        if not column.wraps or not isinstance(text, str) or cell_width(visible(text)) <= width:
            return [self.field(row)]
        role = "key" if column.is_key else ""
        return [(Span(padded(line, width), role),) for line in wrapped_name(visible(text), width, _ANY)]


def fitted(table: Table, width: int, look: Look) -> tuple[list[Shown], list[Column]]:
    """The columns that fit, and those that do not: keys stay, the others give way from the right."""
    places = table.places(Media.SCREEN)
    formats = _Formats(table, look)
    room = width - (2 if table.marked_rows else 0)
    kept = {limit: _kept(places, formats, limit, room) for limit in _limits(width)}
    least = _BROKEN if any(column.wraps for column in table.columns) else _LEGIBLE
    whole = next((limit for limit, shown in kept.items() if limit >= least and len(shown) == len(places)), None)
    limit = whole or max(
        _NARROWER, key=lambda each: (_has_values(table, kept[each]), each >= _LEGIBLE, len(kept[each]))
    )
    shown = [Shown(at, formats.within(at, limit), _best(table, at)) for at in places if at in kept[limit]]
    return _widened(shown, formats, room), [table.columns[at] for at in places if at not in kept[limit]]


def _widened(shown: Sequence[Shown], formats: _Formats, room: int) -> list[Shown]:
    """The columns, the room that they leave given to those that are cut, from the left."""
    left = room - sum(each.format.width for each in shown) - len(GAP) * (len(shown) - 1)
    widened = []
    for each in shown:
        wanted = formats.natural(each.at).width - each.format.width
        more = min(max(wanted, 0), max(left, 0))
        left -= more
        widened.append(replace(each, format=replace(each.format, width=each.format.width + more)))
    return widened


def parted(table: Table, width: int, look: Look) -> Iterator[Table]:
    """The table as some that are narrow enough: in each the keys and as many of the other columns as there is room for.

    The first one has the title, the last one the captions, and, where they are too many, the columns that do not fit.
    """
    rest, title = table, table.title
    for _ in range(_MOST_PARTS - 1):
        shown, hidden = fitted(rest, width, look) if len(rest.rows) else ([], [])
        here = [each.format.column for each in shown]
        if not hidden or all(column.is_key for column in here):
            break
        yield replace(_of_columns(rest, here), title=title, captions=())
        rest, title = _of_columns(rest, [*(column for column in here if column.is_key), *hidden]), ""
    yield replace(rest, title=title)


def _of_columns(table: Table, columns: Collection[Column]) -> Table:
    """The table with these of its columns, and those that no screen shows."""
    places, same = set(table.places(Media.SCREEN)), set(map(id, columns))  # by far faster than to compare thousands
    kept = [at for at, column in enumerate(table.columns) if at not in places or id(column) in same]
    rows = tuple(tuple(row[at] for at in kept) for row in table.rows.page(0, len(table.rows)))
    return replace(table, columns=tuple(table.columns[at] for at in kept), rows=ListRows(rows))


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
        natural = self.natural(at)
        least = 0 if natural.column.kind in _TEXTS else natural.least
        own = min(natural.width, max(least, limit))
        return replace(natural, width=max(own, _head_width(natural, limit)))

    def natural(self, at: int) -> ColumnFormat:
        """Column `at` as wide as its widest value."""
        return self._natural.get(at) or self._natural.setdefault(at, self._judged(at))

    def _judged(self, at: int) -> ColumnFormat:
        """Column `at` as wide as its values are."""
        values = [row[at] for row in self._sample]
        is_whole = len(values) == len(self._table.rows)
        return column_format(self._table.columns[at], values, self._look, is_whole=is_whole, limit=_ANY, head_limit=1)


def _head_width(natural: ColumnFormat, limit: int) -> int:
    """Cells for the head: on one line where texts have a wide limit, else on a few."""
    if limit > TEXT_LIMIT:
        return min(head_width(natural), limit)
    return narrowest_head(natural, HEAD_LINES, _HEAD_WIDTH)


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


def sampled(rows: Rows, most: int = SAMPLE) -> list[tuple[Value, ...]]:
    """Rows to judge the columns by: all where there are no more than `most`, else the first ones and even stretches."""
    if len(rows) <= most:
        return rows.page(0, len(rows))
    first, stretch = most // 4, most // 100
    count = (most - first) // stretch
    starts = (first + (len(rows) - first - stretch) * at // (count - 1) for at in range(count))
    return [*rows.page(0, first), *(row for start in starts for row in rows.page(start, start + stretch))]
