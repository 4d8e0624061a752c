"""Rows of which some fields say more than a number: they are composed of what stands in other columns of their row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from sweeplens.figures import Value
from sweeplens.panes.frame_rows import OrderedRows


class Composing(Protocol):
    """What makes the fields of one column."""

    def composed(self, value: Value, part: Callable[[int], Value], /) -> Value:
        """The field for what stands in the column; `part` gives what stands at another place of the row."""
        ...


class _Ordered(Protocol):
    """Rows over a frame."""

    @property
    def row_ids(self) -> Sequence[int]: ...

    def __len__(self) -> int: ...

    def page(self, start: int, stop: int) -> list[tuple[Value, ...]]: ...

    def column(self, index: int) -> Sequence[Value]: ...

    def ordered(self, index: int, descending: bool) -> OrderedRows: ...


@dataclass(frozen=True, eq=False)
class ComposedRows:
    """The rows, some of their columns composed."""

    rows: _Ordered
    composing: Mapping[int, Composing]
    """By column that is composed."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def row_ids(self) -> Sequence[int]:
        """For each row its number."""
        return self.rows.row_ids

    def page(self, start: int, stop: int) -> list[tuple[Value, ...]]:
        """The rows from `start` up to `stop`."""
        return [tuple(self._field(row, at) for at in range(len(row))) for row in self.rows.page(start, stop)]

    def column(self, index: int) -> Sequence[Value]:
        """All values of one column."""
        if index not in self.composing:
            return self.rows.column(index)
        columns: dict[int, Sequence[Value]] = {}

        def part_of(row: int) -> Callable[[int], Value]:
            return lambda at: (columns.get(at) or columns.setdefault(at, self.rows.column(at)))[row]

        compose = self.composing[index].composed
        return [compose(value, part_of(row)) for row, value in enumerate(self.rows.column(index))]

    def ordered(self, index: int, descending: bool) -> ComposedRows:
        """The same rows by one column, a composed one by the number that stands in it."""
        return replace(self, rows=self.rows.ordered(index, descending))

    def _field(self, row: Sequence[Value], at: int) -> Value:
        return self.composing[at].composed(row[at], row.__getitem__) if at in self.composing else row[at]
