"""Rows of a table over a polars frame, however long: what is looked at is made, and nothing else.

What is asked for first of an order is the first page: a top-k, an eighth of the work. The whole order follows when
something further down is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload

from sweeplens.figures import Value
from sweeplens.lazy import pl

FIRST = 512
"""Rows of an order that a top-k finds: more than any screen shows at once."""

Levels = Mapping[str, int]
"""The place of each level of a factor in their order."""


@dataclass(frozen=True, eq=False)
class FrameRows:
    """The rows of `frame`, one column of the table a column of the frame."""

    frame: pl.DataFrame
    levels: Mapping[int, Levels] = field(default_factory=dict)
    """Columns, by index, that are ordered by the places of their levels rather than as text."""
    numbers: Sequence[int] | None = None
    """For each row the number of its run; the row's own number where None."""

    def __len__(self) -> int:
        return self.frame.height

    @property
    def row_ids(self) -> Sequence[int]:
        """For each row the number of its run."""
        return range(len(self)) if self.numbers is None else self.numbers

    def page(self, start: int, stop: int) -> list[tuple[Value, ...]]:
        """The rows from `start` up to `stop`."""
        return self.frame[start:stop].rows()

    def column(self, index: int) -> Sequence[Value]:
        """All values of one column."""
        return self.frame.to_series(index).to_list()

    def ordered(self, index: int, descending: bool) -> OrderedRows:
        """The same rows by one column: missing, NaN and Inf last both ways, ties in the order they had."""
        return OrderedRows(self, sort_key(self.frame.to_series(index), self.levels.get(index)), descending)


class OrderedRows:
    """The rows of a frame by a key, which is null for what has no place in an order."""

    def __init__(self, rows: FrameRows, key: pl.Series, descending: bool) -> None:
        self.rows = rows
        self._key = key
        self._descending = descending

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def row_ids(self) -> Sequence[int]:
        """For each row the number of its run, found when it is asked for."""
        return _RowIds(self)

    def page(self, start: int, stop: int) -> list[tuple[Value, ...]]:
        """The rows from `start` up to `stop`."""
        return self.rows.frame[self.places(start, stop)].rows()

    def column(self, index: int) -> Sequence[Value]:
        """All values of one column, in this order."""
        return self.rows.frame.to_series(index).gather(self._order).to_list()

    def ordered(self, index: int, descending: bool) -> OrderedRows:
        """The same rows by one column, ties in the order they have here."""
        frame = self.rows.frame[self._order]
        return FrameRows(frame, self.rows.levels, list(self.row_ids)).ordered(index, descending)

    def places(self, start: int, stop: int) -> pl.Series:
        """Which rows of the frame stand from `start` up to `stop`."""
        is_near = max(start, stop) <= FIRST < len(self) and "_order" not in self.__dict__
        return (self._first if is_near else self._order)[start:stop]

    @cached_property
    def _first(self) -> pl.Series:
        return first_places(self._key, FIRST, self._descending)

    @cached_property
    def _order(self) -> pl.Series:
        return all_places(self._key, self._descending)


class _RowIds(Sequence[int]):
    """The numbers of runs, in the order of the rows."""

    def __init__(self, rows: OrderedRows) -> None:
        self._rows = rows
        self._numbers = rows.rows.row_ids

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            return [self._numbers[place] for place in self._rows.places(start, stop)][::step]
        start = range(len(self))[at]
        place: int = self._rows.places(start, start + 1)[0]
        return self._numbers[place]

    def __iter__(self) -> Iterator[int]:
        return (self._numbers[place] for place in self._rows.places(0, len(self)))


def sort_key(values: pl.Series, levels: Levels | None = None) -> pl.Series:
    """What `values` are ordered by: null for missing, NaN, Inf and lists, the places of levels where there are some."""
    if levels is not None:
        places: pl.Series = values.cast(pl.String).replace_strict(levels, default=len(levels), return_dtype=pl.Int64)
        return places.set(values.is_null(), None)
    if values.dtype.is_float():
        return values.set(~values.is_finite(), None)
    is_ordered = values.dtype.is_numeric() or values.dtype in (pl.String, pl.Boolean)
    return values if is_ordered else pl.Series([None] * len(values), dtype=pl.Int64)


def all_places(key: pl.Series, descending: bool) -> pl.Series:
    """Row numbers by `key`, null last both ways, ties in the order they had."""
    there = key.is_not_null().arg_true()
    frame = pl.DataFrame({"key": key.gather(there), "at": there})
    ordered = frame.sort("key", descending=descending, maintain_order=True)["at"]
    return pl.concat([ordered, key.is_null().arg_true()])


def first_places(key: pl.Series, count: int, descending: bool) -> pl.Series:
    """The first `count` row numbers of `all_places`, without ordering the rest.

    Rows beyond the `count`-th best value are fewer than that and are ordered; those equal to it follow as they stand.
    """
    there = key.drop_nulls()
    if not len(there) or not count:
        return pl.arange(min(count, len(key)), eager=True)
    limit = there.top_k(count).min() if descending else there.bottom_k(count).max()
    beyond = (key > limit if descending else key < limit).arg_true()
    best = beyond.gather(all_places(key.gather(beyond), descending))
    tied = (key == limit).arg_true()
    return pl.concat([best, tied, key.is_null().arg_true()]).head(count)
