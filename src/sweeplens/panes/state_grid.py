"""The cells of a collection as a grid, one field a cell."""

from __future__ import annotations

from collections.abc import Sequence

from sweeplens.data.collection import Cell, Collection
from sweeplens.data.metrics import Factor, Level
from sweeplens.figures import Field, Grid
from sweeplens.panes.behind import filter_of

MOST_ROWS = 60
MOST_COLUMNS = 40


def state_grid(collection: Collection, cells: Sequence[Cell]) -> Grid | None:
    """The levels of the last factor side by side, those of the others below each other; None where that is no grid.

    Fields say how many of a cell's expected runs are there, where more than one is expected.
    """
    factors = collection.cell_factors
    if len(factors) < 2:
        return None
    by_levels = {cell.levels: cell for cell in cells}
    columns = _levels_there(factors[-1], {cell.levels[-1] for cell in cells})
    rows = _combinations(factors[:-1], [cell.levels[:-1] for cell in cells])
    if not 1 < len(rows) <= MOST_ROWS or not 1 < len(columns) <= MOST_COLUMNS:
        return None
    return Grid(
        "Cells",
        " · ".join(factor.head for factor in factors[:-1]),
        factors[-1].head,
        tuple(" · ".join(level.head for level in row) for row in rows),
        tuple(level.head for level in columns),
        tuple(
            tuple(_field(by_levels.get((*(x.text for x in row), at.text)), factors) for at in columns) for row in rows
        ),
        normalise="status",
    )


def _levels_there(factor: Factor, texts: set[str]) -> list[Level]:
    return [level for level in factor.levels if level.text in texts]


def _combinations(factors: Sequence[Factor], there: Sequence[tuple[str, ...]]) -> list[tuple[Level, ...]]:
    """The combinations of levels that some cell has, in the order of the levels."""
    places = [{level.text: at for at, level in enumerate(factor.levels)} for factor in factors]
    known = {
        tuple(place[text] for place, text in zip(places, texts, strict=True))
        for texts in there
        if all(text in place for place, text in zip(places, texts, strict=True))
    }
    return [tuple(f.levels[at] for f, at in zip(factors, row, strict=True)) for row in sorted(known)]


def _field(cell: Cell | None, factors: Sequence[Factor]) -> Field:
    if cell is None:
        return Field()
    text = f"{len(cell.runs)}/{cell.expected_runs}" if max(cell.expected_runs, len(cell.runs)) > 1 else ""
    return Field(status=cell.status.value, text=text, where=filter_of(factors, cell.levels))
