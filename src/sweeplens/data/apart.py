"""What tells runs apart that no factor does: a column of names, or their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.data.collection import Role, RoleDecision
from sweeplens.data.columns import ColumnFacts
from sweeplens.data.runtable import RunTable
from sweeplens.lazy import pl

BY_PLACE = "nothing in the table tells the runs apart but their place"
ROW = "run"
"""Column that is made where only their place tells runs apart."""
MOST_NAMED = 100_000
"""Of more runs than this none is named: what many rows have in common is looked at, not each of them."""


@dataclass(frozen=True)
class Apart:
    """What tells runs apart that no factor does."""

    column: str
    is_replicate: bool
    why: str


def told_apart(table: RunTable, has_declared_factors: bool) -> tuple[RunTable, Apart | None]:
    """The table and what names its runs apart, beside the factors; None where these do.

    Runs that the factors of a brief do not tell apart repeat a cell. Otherwise a column of names makes every name a
    cell; rows without a name get a column of their places and repeat one, unless there is no factor at all.
    """
    factors = table.having(Role.FACTOR, Role.REPLICATE)
    if not 1 < table.frame.height <= MOST_NAMED or _is_apart(table, factors):
        return table, None
    splits = not has_declared_factors
    for name in _names(table):
        if _is_apart(table, (*factors, name)):
            return table, Apart(name, not splits, f"no factor tells the runs apart; {table.why(name)}")
    rows = pl.int_range(1, table.frame.height + 1, eager=True)
    column = ROW if ROW not in table.frame.columns else f"{ROW} #"
    longer = table.frame.with_columns(pl.format("row {}", rows).alias(column))
    is_replicate = bool(table.having(Role.FACTOR)) or not splits
    roles = (*table.roles, RoleDecision(column, Role.REPLICATE if is_replicate else Role.FACTOR, BY_PLACE))
    return replace(table, frame=longer, roles=roles), Apart(column, is_replicate, BY_PLACE)


def _is_apart(table: RunTable, columns: Sequence[str]) -> bool:
    return bool(columns) and table.frame.select(columns).n_unique() == table.frame.height


def _names(table: RunTable) -> list[str]:
    """The columns that could name the runs, the best first."""
    candidates = [table.facts(name) for name in table.having(Role.IDENTITY)]

    def rank(column: ColumnFacts) -> tuple[bool, bool, bool, bool]:
        own = column.name.startswith("column_") or not column.words
        return (column.is_row_number, column.is_opaque, column.is_place, not own and column.is_numeric)

    return [column.name for column in sorted(candidates, key=rank)]
