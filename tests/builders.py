"""Collections built in memory, for tests of what is asked of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import isfinite
from pathlib import Path
from typing import Any

import polars as pl

from sweeplens.data.brief import Brief
from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Cell, Collection, Status
from sweeplens.data.metrics import Factor, Level, Metric
from sweeplens.figures import Direction

NUMBER = re.compile(r"(?:^|=)(-?[0-9.]+(?:e-?[0-9]+)?)$")


def level(text: str, name: str = "") -> Level:
    """A level with the number its text ends in, short of the factor's name."""
    found = NUMBER.search(text)
    short = text.removeprefix(f"{name}=")
    return Level(text, float(found.group(1)) if found else None, short if short != text else "")


def factor(name: str, texts: Sequence[str], column: str = "", **more: Any) -> Factor:
    """A factor with these levels, in a column of its name where none is given."""
    return Factor(name, column or name, tuple(level(text, name) for text in texts), **more)


def collection_of(
    columns: Mapping[str, Sequence[Any]],
    factors: Sequence[Factor],
    *,
    better: Mapping[str, Direction] | None = None,
    labels: Mapping[str, str] | None = None,
    brief: Brief | None = None,
    expected_runs: int = 1,
    **more: Any,
) -> Collection:
    """A collection of one run a row: columns that are no factor are metrics, expected is the product of the levels."""
    held = {f.column for f in factors}
    names = [name for name in columns if name not in held and name not in more.get("texts", ())]
    schema = {name: pl.Float64 if name in names else pl.String for name in columns}
    metrics = tuple(
        Metric(name, label=(labels or {}).get(name, ""), direction=(better or {}).get(name, Direction.UNKNOWN))
        for name in names
    )
    runs = pl.DataFrame(columns, schema=schema, strict=False)
    final = names[0] if names else ""
    cells = _cells(runs, [f for f in factors if f.splits_cells and not f.is_replicate], final, expected_runs)
    of_run = {row: cell for cell in cells for row in cell.runs}
    runs = runs.with_columns(
        pl.Series(STATUS, [of_run[row].status.value for row in range(runs.height)], dtype=pl.String),
        pl.Series(RUNS_IN_CELL, [len(of_run[row].runs) for row in range(runs.height)], dtype=pl.Int64),
    )
    given: dict[str, Any] = {"final": (final,), "primary": final, "expectation": "the product of the levels", **more}
    return Collection(
        Path("memory"), "memory", "In memory", "", brief or Brief(), runs, tuple(factors), metrics, cells=cells, **given
    )


def _cells(runs: pl.DataFrame, factors: Sequence[Factor], final: str, expected_runs: int) -> tuple[Cell, ...]:
    """One cell for each combination of levels, with the runs that are there."""
    at: dict[tuple[str, ...], list[int]] = {key: [] for key in product(*([x.text for x in f.levels] for f in factors))}
    keys = runs.select([f.column for f in factors]).rows() if factors else [()] * runs.height
    for row, key in enumerate(keys):
        at[key].append(row)
    values = runs[final].to_list() if final else [0.0] * runs.height
    return tuple(
        Cell(key, _status([values[row] for row in rows], expected_runs), tuple(rows), expected_runs)
        for key, rows in at.items()
    )


def _status(values: Sequence[float | None], expected_runs: int) -> Status:
    if not values:
        return Status.MISSING
    if any(value is not None and not isfinite(value) for value in values):
        return Status.DIVERGED
    return Status.INCOMPLETE if None in values or len(values) < expected_runs else Status.COMPLETE
