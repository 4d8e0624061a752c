"""A grid of text, from whatever file, made into a sheet: named columns, rows of data, and what was wrong with them."""

from __future__ import annotations

from collections.abc import Iterable
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

_BLANKS = " \t\u00a0"


@dataclass(frozen=True, eq=False)
class Grid:
    """The data rows of a table, before their columns have names."""

    frame: pl.DataFrame
    """Strings, as many columns as the table has names."""
    fields: NDArray[np.int64]
    """How many fields each row has in the file."""
    lines: NDArray[np.int64]
    """The line each row begins on, from 1."""


def sheet_of(grid: Grid, head: Head, path: Path, separator: str = "", name: str = "") -> Sheet:
    """The sheet that a grid and its head make: blanks around fields dropped, empty rows and columns left out."""
    frame = _tidied(grid.frame.rename(dict(zip(grid.frame.columns, head.names, strict=True))))
    reports = [_note(path, sentence) for sentence in head.notes]
    reports += _ragged(grid, len(head.names), path)
    filled = (
        ~frame.select(pl.all_horizontal(pl.all().is_null())).to_series().to_numpy()
        if frame.height
        else np.array([], bool)
    )
    frame, lines = frame.filter(pl.Series(filled)), grid.lines[filled]
    frame, summed = _without_summaries(frame, lines, path)
    frame, emptied = _without_empty_columns(frame, path)
    frame, pointed = _with_points(frame, separator, path)
    return Sheet(frame, name, (*reports, *summed, *emptied, *pointed))


def _tidied(frame: pl.DataFrame) -> pl.DataFrame:
    stripped = pl.all().str.strip_chars(_BLANKS)
    return frame.select(pl.when(stripped != "").then(stripped).name.keep()) if frame.width else frame


def _ragged(grid: Grid, width: int, path: Path) -> list[Problem]:
    """Rows with more or fewer fields than the table has columns."""
    long, short = grid.fields > width, grid.fields < width
    reports = []
    for which, kind, done in (
        (long, "more", "the fields beyond the last column were left out"),
        (short, "fewer", "the missing ones are empty"),
    ):
        if which.any():
            reports.append(
                _lines_problem(grid.lines[which], f"has {kind} fields than the table has columns", done, path)
            )
    return reports


def _lines_problem(lines: NDArray[np.int64], what: str, done: str, path: Path) -> Problem:
    first = int(lines[0])
    where = "A line" if len(lines) == 1 else f"{plural(len(lines), 'line')} from line {first} on: each"
    return Problem(path.name, f"{where} {what}.", done, first)


def _without_summaries(frame: pl.DataFrame, lines: NDArray[np.int64], path: Path) -> tuple[pl.DataFrame, list[Problem]]:
    summed = summary_rows(frame)
    if not summed.any():
        return frame, []
    sentence = f"{plural(int(summed.sum()), 'row')} sum up the others."
    report = Problem(path.name, sentence, "they were left out", int(lines[summed][0]), "note")
    return frame.filter(pl.Series(~summed)), [report]


def _without_empty_columns(frame: pl.DataFrame, path: Path) -> tuple[pl.DataFrame, list[Problem]]:
    """Nameless columns without a field, which spreadsheets write, left out."""
    empty = [
        name
        for at, name in enumerate(frame.columns, start=1)
        if name == f"column_{at}" and frame.height and frame[name].null_count() == frame.height
    ]
    if not empty:
        return frame, []
    return frame.drop(empty), [_note(path, f"{plural(len(empty), 'column')} without name and fields.", "left out")]


def _with_points(frame: pl.DataFrame, separator: str, path: Path) -> tuple[pl.DataFrame, list[Problem]]:
    columns = comma_columns(frame, separator)
    if not columns:
        return frame, []
    pointed = frame.with_columns(with_points(frame[name]) for name in columns)
    return pointed, [_note(path, f"{plural(len(columns), 'column')} with decimal commas.", "they are shown as points")]


def _note(path: Path, sentence: str, done: str = "") -> Problem:
    return Problem(path.name, sentence, done, level="note")


def frame_of(rows: Iterable[list[str]], width: int) -> pl.DataFrame:
    """Rows of text as a frame of `width` columns, what is missing null and what is beyond left out."""
    padded = [[*row[:width], *[None] * (width - len(row))] for row in rows]
    return pl.DataFrame(padded, schema={f"c{at}": pl.String for at in range(width)}, orient="row")
