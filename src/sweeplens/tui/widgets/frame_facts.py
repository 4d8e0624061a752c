"""What only a look at every row tells: the best values, and the columns in which nothing varies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sweeplens.figures import Table, Value

AT_ONCE = 5_000
"""Tables of up to so many rows are looked through while they are shown; larger ones in a worker."""


@dataclass(frozen=True)
class Facts:
    """What is known of all rows of a table, by the place of the column."""

    best: Mapping[int, float] = field(default_factory=dict)
    constant: frozenset[int] = frozenset()


def facts_of(table: Table) -> Facts:
    """The facts of `table`; reads every column whole."""
    best: dict[int, float] = {}
    constant: set[int] = set()
    for at, column in enumerate(table.columns):
        values = table.rows.column(at)
        found = column.best(values)
        if found is not None:
            best[at] = found
        if not column.is_key and is_constant(values):
            constant.add(at)
    return Facts(best, frozenset(constant))


def is_constant(values: Sequence[Value]) -> bool:
    """Whether all of at least two values are equal; NaN equals NaN here."""
    if len(values) < 2:
        return False
    first = values[0]
    return all(value == first or (value != value and first != first) for value in values)
