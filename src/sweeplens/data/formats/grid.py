"""A grid of text, from whatever file, made into a sheet: named columns, rows of data, and what was wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.formats import notes
from sweeplens.data.formats.base import Sheet
from sweeplens.data.formats.decimals import commas_in, pointed
from sweeplens.data.formats.heads import Head
from sweeplens.data.formats.summaries import is_summary, summary_columns
from sweeplens.data.problems import Problem
from sweeplens.lazy import np, pl

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Grid:
    """The data rows of a table, before their columns have names."""

    frame: pl.DataFrame
    """Strings, as many columns as the table has names."""
    fields: Indices
    """How many fields each row has in the file, shape (rows,)."""
    lines: Indices
    """The line each row begins on, from 1, shape (rows,)."""
    is_tidy: bool = False
    """No field has blanks around it, and an empty one is null already."""


def grid_of(rows: Sequence[Sequence[str]], lines: Sequence[int], width: int) -> Grid:
    """Rows of fields as a grid of `width` columns; what is missing is null, what is beyond is left out."""
    padded = [[*row[:width], *[None] * (width - len(row))] for row in rows]
    frame = pl.DataFrame(padded, schema=dict.fromkeys(numbered(width), pl.String), orient="row")
    return Grid(frame, np.array([len(row) for row in rows], dtype=np.int64), np.array(lines, dtype=np.int64))


def numbered(width: int) -> list[str]:
    """Names for columns that have none yet."""
    return [f"c{at}" for at in range(width)]


def sheet_of(grid: Grid, head: Head, path: Path, separator: str = "", name: str = "") -> Sheet:
    """The sheet that a grid and its head make: blanks around fields dropped, empty rows and columns left out."""
    frame = grid.frame.rename(dict(zip(grid.frame.columns, head.names, strict=True)))
    frame = frame if grid.is_tidy else frame.select(tidied(pl.all()))
    told = [*(notes.note(path, sentence) for sentence in head.notes), *_ragged(grid, len(head.names), path)]
    filled = frame.select(~pl.all_horizontal(pl.all().is_null())).to_series()
    frame, summed = _without_summaries(frame.filter(filled), grid.lines[filled.to_numpy()], path)
    empty = empty_columns({c.name: not len(c) or c.null_count() < len(c) for c in frame})
    told += [*summed, *([notes.empty_columns(len(empty), path)] if empty else [])]
    frame = frame.drop(empty)
    commas = commas_in(frame, separator)
    frame = frame.with_columns(pointed(pl.col(name)) for name in commas.decimal)
    return Sheet(frame, name, (*told, *notes.of_commas(commas, path)))


def tidied(text: pl.Expr) -> pl.Expr:
    """Fields without blanks around them, null where nothing is left."""
    stripped = text.str.strip_chars()
    return pl.when(stripped != "").then(stripped).name.keep()


def _ragged(grid: Grid, width: int, path: Path) -> list[Problem]:
    """Rows with more or fewer fields than the table has columns."""
    kinds = ((grid.fields > width, notes.long_rows), (grid.fields < width, notes.short_rows))
    return [told(int(which.sum()), int(grid.lines[which][0]), path) for which, told in kinds if which.any()]


def _without_summaries(frame: pl.DataFrame, lines: Indices, path: Path) -> tuple[pl.DataFrame, list[Problem]]:
    columns = summary_columns(frame)
    if not columns:
        return frame, []
    summed = frame.select(is_summary(columns)).to_series()
    first = int(lines[summed.to_numpy()][0])
    return frame.filter(~summed), [notes.summaries(int(summed.sum()), first, path)]


def empty_columns(filled: Mapping[str, bool]) -> list[str]:
    """The nameless columns without a field, of columns of which is told whether any field is filled."""
    empty = [
        name for at, (name, is_filled) in enumerate(filled.items(), start=1) if name == f"column_{at}" and not is_filled
    ]
    return empty if len(empty) < len(filled) else []
