"""The factors of a collection: what varies among the runs, with its levels, and what does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sweeplens.data.apart import Apart
from sweeplens.data.brief import Brief
from sweeplens.data.collection import History, Role
from sweeplens.data.curves import runs_in_histories
from sweeplens.data.factors import Spelling, levels_of, respelled, spelling
from sweeplens.data.metrics import Factor
from sweeplens.data.runtable import RunTable, factor_column
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Varied:
    """What varies among the runs, and what does not."""

    frame: pl.DataFrame
    """The runs with every level in its one spelling."""
    factors: tuple[Factor, ...]
    constants: tuple[tuple[str, str], ...]
    spelt: Mapping[str, Spelling]
    """The spelling of each factor's levels, by its column."""
    begun: frozenset[tuple[str, ...]]
    """The levels of the cells of which some history is there."""


def varied(
    table: RunTable,
    apart: Apart | None,
    brief: Brief,
    planned: Sequence[Mapping[str, str]],
    histories: Sequence[History],
) -> Varied:
    """The factors of a table of runs, with the levels of the brief, of the cells that are planned, and of histories."""
    declared = _declared(table, apart, brief)
    begun = runs_in_histories(histories, declared)
    spelt = {factor.column: _spelling(factor, table, brief, planned, begun) for factor in declared}
    frame = table.frame.with_columns(respelled(column, levels) for column, levels in spelt.items())
    factors = [replace(factor, levels=levels_of(spelt[factor.column], factor.name)) for factor in declared]
    varying = tuple(factor for factor in factors if len(factor.levels) > 1)
    still = [factor.column for factor in factors if factor not in varying]
    constants = {name: frame[name][0] or "" for name in (*still, *table.having(Role.CONSTANT)) if frame.height}
    columns = [factor.column for factor in varying if factor.splits_cells and not factor.is_replicate]
    cells = frozenset(tuple(spelt[column].meant(run[column]) for column in columns) for run in begun)
    return Varied(frame, varying, tuple(constants.items()), spelt, cells)


def _spelling(
    factor: Factor,
    table: RunTable,
    brief: Brief,
    planned: Sequence[Mapping[str, str]],
    begun: Sequence[Mapping[str, str]],
) -> Spelling:
    """The levels of one factor, wherever they are said."""
    column = factor.column
    seen = table.frame[column].fill_null("").unique(maintain_order=True).to_list()
    in_histories = [run[column] for run in begun if column in run]
    said = brief.factors[factor.name].levels if factor.name in brief.factors else ()
    wanted = dict.fromkeys((*said, *(cell[column] for cell in planned if column in cell)))
    return spelling([*seen, *in_histories], factor.name, list(wanted))


def _declared(table: RunTable, apart: Apart | None, brief: Brief) -> list[Factor]:
    """The factors without levels: the brief's in its order, then the table's, what names the runs, replicates last."""
    found: dict[str, Factor] = {}
    repeats = table.having(Role.REPLICATE)
    for name, said in brief.factors.items():
        column = factor_column(name, said)
        if column in table.frame.columns and column not in repeats:
            found[column] = Factor(name, column, (), said.label, why=table.why(column), splits_cells=not said.pattern)
    for column in table.having(Role.FACTOR):
        found.setdefault(column, Factor(column, column, (), why=table.why(column)))
    if apart and not apart.is_replicate:
        found[apart.column] = Factor("run", apart.column, (), why=apart.why)
    found |= {column: _replicate(column, brief, table) for column in table.having(Role.REPLICATE)}
    if apart and apart.is_replicate:
        found[apart.column] = Factor("run", apart.column, (), is_replicate=True, why=apart.why, splits_cells=False)
    return list(found.values())


def _replicate(column: str, brief: Brief, table: RunTable) -> Factor:
    name, said = next(
        ((name, said) for name, said in brief.factors.items() if factor_column(name, said) == column), (column, None)
    )
    return Factor(name, column, (), said.label if said else "", is_replicate=True, why=table.why(column))
