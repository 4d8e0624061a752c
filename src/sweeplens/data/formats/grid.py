"""A grid of text, from whatever file, made into a sheet: named columns, rows of data, and what was wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.formats.base import Sheet
from sweeplens.data.formats.decimals import comma_columns, with_points
from sweeplens.data.formats.heads import Head
from sweeplens.data.formats.summaries import summary_rows
from sweeplens.data.problems import Problem
from sweeplens.lazy import np, pl
from sweeplens.text import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.int64]

_BLANKS = " \t\u00a0"


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
    frame = frame if grid.is_tidy else _tidied(frame)
    notes = [_note(path, sentence) for sentence in head.notes]
    ragged = _ragged(grid, len(head.names), path)
    filled = frame.select(~pl.all_horizontal(pl.all().is_null())).to_series()
    frame, summed = _without_summaries(frame.filter(filled), grid.lines[filled.to_numpy()], path)
    frame, emptied = _without_empty_columns(frame, path)
    frame, pointed = _with_points(frame, separator, path)
    return Sheet(frame, name, (*notes, *ragged, *summed, *emptied, *pointed))


def _tidied(frame: pl.DataFrame) -> pl.DataFrame:
    stripped = pl.all().str.strip_chars(_BLANKS)
    return frame.select(pl.when(stripped != "").then(stripped).name.keep())


def _ragged(grid: Grid, width: int, path: Path) -> list[Problem]:
    """Rows with more or fewer fields than the table has columns."""
    kinds = (
        (grid.fields > width, "more", "the fields beyond the last column were left out"),
        (grid.fields < width, "fewer", "the missing ones are empty"),
    )
    return [_ragged_problem(grid.lines[which], kind, done, path) for which, kind, done in kinds if which.any()]


def _ragged_problem(lines: Indices, kind: str, done: str, path: Path) -> Problem:
    verb = "has" if len(lines) == 1 else "have"
    sentence = f"{plural(len(lines), 'row')} {verb} {kind} fields than the table has columns."
    return Problem(path.name, sentence, done, int(lines[0]))


def _without_summaries(frame: pl.DataFrame, lines: Indices, path: Path) -> tuple[pl.DataFrame, list[Problem]]:
    summed = summary_rows(frame)
    if not summed.any():
        return frame, []
    count = int(summed.sum())
    sentence = f"{plural(count, 'row')} {'sums' if count == 1 else 'sum'} up the others."
    done = "it was left out" if count == 1 else "they were left out"
    return frame.filter(pl.Series(~summed)), [Problem(path.name, sentence, done, int(lines[summed][0]), "note")]


def _without_empty_columns(frame: pl.DataFrame, path: Path) -> tuple[pl.DataFrame, list[Problem]]:
    """Nameless columns without a field, which spreadsheets write, left out."""
    nameless = [name for at, name in enumerate(frame.columns, start=1) if name == f"column_{at}"]
    empty = [name for name in nameless if frame.height and frame[name].null_count() == frame.height]
    if not empty or len(empty) == frame.width:
        return frame, []
    return frame.drop(empty), [_note(path, f"{plural(len(empty), 'column')} without name and content.", "left out")]


def _with_points(frame: pl.DataFrame, separator: str, path: Path) -> tuple[pl.DataFrame, list[Problem]]:
    columns = comma_columns(frame, separator)
    if not columns:
        return frame, []
    pointed = frame.with_columns(with_points(frame[name]) for name in columns)
    return pointed, [_note(path, f"{plural(len(columns), 'column')} with decimal commas.", "they are read as points")]


def _note(path: Path, sentence: str, done: str = "") -> Problem:
    return Problem(path.name, sentence, done, level="note")
