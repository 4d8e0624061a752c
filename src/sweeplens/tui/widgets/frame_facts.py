"""What only a look at every row of a column tells: its best value, and whether anything varies in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sweeplens.figures import Direction, Table, Value, is_ranked

FIRST = 256
"""Rows in which most columns vary already."""


@dataclass(frozen=True)
class Facts:
    """What is known of whole columns, by their place in the table."""

    best: Mapping[int, float | None] = field(default_factory=dict)
    """The best value of every column that was looked through; None where it has none."""
    constant: frozenset[int] | None = None
    """Columns in which nothing varies, keys left out; None where they were not looked for."""

    def with_more(self, more: Facts) -> Facts:
        """These facts and `more`."""
        constant = self.constant if more.constant is None else more.constant
        return Facts({**self.best, **more.best}, constant)


def facts_of(table: Table, marked: Iterable[int], look_for_constant: bool) -> Facts:
    """The best values of the columns at the places `marked`, and which columns are constant where that is wanted."""
    best = {at: best_of(table, at) for at in marked}
    return Facts(best, constant_columns(table) if look_for_constant else None)


def best_of(table: Table, at: int) -> float | None:
    """The best value of a column, the first in the order of its direction that has a rank; None where none has."""
    column, rows = table.columns[at], table.rows
    first = [row[at] for row in rows.ordered(at, column.direction is Direction.HIGHER).page(0, min(1, len(rows)))]
    return column.best(first if all(map(is_ranked, first)) else rows.column(at))


def constant_columns(table: Table) -> frozenset[int]:
    """The places of the columns in which nothing varies, keys left out."""
    first = table.rows.page(0, min(FIRST, len(table.rows)))
    candidates = [
        at for at, column in enumerate(table.columns) if not column.is_key and is_constant([row[at] for row in first])
    ]
    return frozenset(at for at in candidates if len(table.rows) <= FIRST or is_constant(table.rows.column(at)))


def is_constant(values: Sequence[Value]) -> bool:
    """Whether all of at least two values are equal; NaN equals NaN here."""
    if len(values) < 2:
        return False
    first = values[0]
    return all(value == first or (value != value and first != first) for value in values)
