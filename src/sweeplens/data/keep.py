"""Which runs and which cells a filter keeps."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from difflib import get_close_matches
from functools import reduce

from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Cell, Collection
from sweeplens.data.comparisons import (
    either,
    number_condition,
    one_of,
    runs_condition,
    status_condition,
    text_condition,
)
from sweeplens.data.matching import matching_levels
from sweeplens.data.metrics import Factor
from sweeplens.data.query import EVERYTHING, All, Any, Compare, Filter, Not, Word
from sweeplens.errors import QueryError
from sweeplens.lazy import pl

_KEEP = "sweeplens:keep"


def kept_rows(collection: Collection, where: Filter) -> Sequence[int]:
    """Row numbers of the runs that `where` keeps, in the file's order; `QueryError` names what is unknown."""
    if where == EVERYTHING:
        return range(collection.runs.height)
    return tuple(kept_mask(collection, where).arg_true().to_list())


def kept_mask(collection: Collection, where: Filter) -> pl.Series:
    """For each run whether `where` keeps it; `QueryError` names what is unknown."""
    return _mask(collection, collection.runs, where)


def kept_cells(collection: Collection, where: Filter) -> tuple[Cell, ...]:
    """The cells that `where` keeps: by any of their runs; by levels, status and number of runs where they have none."""
    if where == EVERYTHING:
        return collection.cells
    runs = frozenset(kept_rows(collection, where))
    empty = [cell for cell in collection.cells if not cell.runs]
    mask = _mask(collection, _as_runs(collection, empty), where) if empty else ()
    kept = {cell.levels for cell, keep in zip(empty, mask, strict=True) if keep}
    return tuple(c for c in collection.cells if (not runs.isdisjoint(c.runs) if c.runs else c.levels in kept))


def _mask(collection: Collection, frame: pl.DataFrame, where: Filter) -> pl.Series:
    return frame.with_columns(condition(collection, where).alias(_KEEP))[_KEEP]


def _as_runs(collection: Collection, cells: Sequence[Cell]) -> pl.DataFrame:
    """One row a cell, under the columns of the runs; null but for levels, status and number of runs."""
    columns: dict[str, list[str] | list[int]] = {
        factor.column: [cell.levels[at] for cell in cells] for at, factor in enumerate(collection.cell_factors)
    }
    columns[STATUS] = [cell.status.value for cell in cells]
    columns[RUNS_IN_CELL] = [0 for _ in cells]
    frame = pl.DataFrame(columns)
    schema = collection.runs.schema
    typed = frame.cast({name: schema[name] for name in frame.columns if name in schema})
    return pl.concat([collection.runs.clear(), typed], how="diagonal")


def condition(collection: Collection, where: Filter) -> pl.Expr:
    """`where` over the columns of the runs: true or false, never null; `QueryError` names what is unknown."""
    if isinstance(where, All):
        return reduce(operator.and_, (condition(collection, part) for part in where.parts), pl.lit(True))
    if isinstance(where, Any):
        return either(condition(collection, part) for part in where.parts)
    if isinstance(where, Not):
        return ~condition(collection, where.inner)
    if isinstance(where, Word):
        return either(_level_condition(factor, where) for factor in collection.factors)
    if where.operator == "!=":
        return ~_comparison(collection, Compare(where.name, "=", where.values, where.is_pattern))
    return _comparison(collection, where)


def _level_condition(factor: Factor, where: Word | Compare) -> pl.Expr:
    column = pl.col(factor.column)
    there = one_of(column, matching_levels(factor, where))
    asks_for_missing = isinstance(where, Compare) and where.operator == "=" and "" in where.values
    return there | column.is_null() if asks_for_missing else there


def _comparison(collection: Collection, where: Compare) -> pl.Expr:
    """What the name stands for decides how it is compared: as levels, numbers, text, or a word about the cell."""
    name = None if where.operator == ":" and where.name in CELL_WORDS else column_called(collection, where.name)
    if name is None:
        return _cell_condition(collection, where)
    factor = next((factor for factor in collection.factors if factor.column == name), None)
    if factor is not None:
        return _level_condition(factor, where)
    if name not in collection.runs.columns:
        return text_condition(pl.lit(dict(collection.constants)[name]), where)
    if collection.runs.schema[name].is_numeric():
        return number_condition(pl.col(name).cast(pl.Float64), where)
    return text_condition(pl.col(name).cast(pl.String), where)


CELL_WORDS = ("status", "n", "has")
"""Names that ask about the cell of a run."""


def _cell_condition(collection: Collection, where: Compare) -> pl.Expr:
    """`status:`, `n:` and `has:`, the first two with any operator."""
    if where.name == "status":
        return status_condition(where)
    if where.name == "n":
        return runs_condition(where)
    if (where.name, where.operator) != ("has", ":"):
        raise _unknown(collection, where)
    return either(_presence(collection, name) for name in where.values)


def _presence(collection: Collection, name: str) -> pl.Expr:
    """Whether something stands in the column, be it NaN."""
    column = column_called(collection, name)
    if column is None:
        raise _unknown(collection, Compare(name, ":", ()))
    return pl.col(column).is_not_null() if column in collection.runs.columns else pl.lit(True)


def column_called(collection: Collection, name: str) -> str | None:
    """The column or constant that `name` means, by name, by label, or in another case; None where there is none."""
    known = _known(collection)
    folded = {key.casefold(): column for key, column in reversed(known.items())}
    return known.get(name) or folded.get(name.casefold())


def _known(collection: Collection) -> dict[str, str]:
    """Everything a comparison can name, and the column or constant it is; names win over labels."""
    pairs = [
        *((name, factor.column) for factor in collection.factors for name in (factor.name, factor.column)),
        *((metric.name, metric.name) for metric in collection.metrics),
        *((name, name) for name in collection.runs.columns if name not in (STATUS, RUNS_IN_CELL)),
        *((name, name) for name, _ in collection.constants),
        *((factor.label, factor.column) for factor in collection.factors if factor.label),
        *((metric.label, metric.name) for metric in collection.metrics if metric.label),
    ]
    known: dict[str, str] = {}
    for name, column in pairs:
        known.setdefault(name, column)
    return known


def _unknown(collection: Collection, where: Compare) -> QueryError:
    """A sentence that says what there is instead."""
    known = list(_known(collection))
    near = get_close_matches(where.name, known, n=3, cutoff=0.5) or known[:6]
    text = f"{where.name}{where.operator}{','.join(where.values)}"
    there = ", ".join(near) or "nothing to compare"
    return QueryError(
        f"There is no factor, metric or column called {where.name}; there is {there}. "
        f'To look for the text itself, quote it: "{text}".'
    )
