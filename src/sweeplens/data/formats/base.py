"""What a file format has to do: recognise a file by its content, and read it as tables of text."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sweeplens.data.meaning import Meaning
from sweeplens.data.problems import Problem
from sweeplens.lazy import pl

SAMPLE_ROWS = 5_000
"""How many rows of a large table show what its columns are."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """One table as read from a file, before any column has a role."""

    frame: pl.DataFrame
    """Columns stripped and unique. Text formats give strings as written, without blanks around them (null where nothing
    was written, decimal commas as points); typed formats (Parquet, Arrow, NPZ) give their own types."""
    name: str = ""
    """The sheet's name inside its file, where a file holds several."""
    problems: tuple[Problem, ...] = ()
    """Each names the file by its name alone; who knows the collection puts the path below it in its place."""
    directions: tuple[tuple[str, str], ...] = ()
    """Columns for which the file itself says which way is better: `("acc", "higher")`."""


@dataclass(frozen=True, eq=False)
class Survey:
    """What a `Sheet` says of a table that is too large to be held."""

    sample: pl.DataFrame
    """The first rows as in `Sheet.frame`, and of each column that is empty in them the first row that fills it."""
    meanings: Mapping[str, Meaning]
    """What the columns of text say, over all rows."""
    problems: tuple[Problem, ...]
    scan: Callable[[Sequence[str], Sequence[str], Container[str]], pl.LazyFrame]
    """All rows, some columns as text and others as Float64; last the columns that may ever be asked for as text.
    `ReadError` where the file is no longer what it was."""


@dataclass(frozen=True)
class Format:
    """One kind of file."""

    name: str
    suffixes: tuple[str, ...]
    recognises: Callable[[bytes, Path], bool]
    """Whether a file that begins with these bytes (unpacked, up to 64 kB) is of this kind, by content before name."""
    read: Callable[[Path], tuple[Sheet, ...]]
    """The tables in the file, the main one first; `ReadError` where there is none. Half-written lines are not read."""
    survey: Callable[[Path], Survey | None] | None = None
    """The main table of a file too large for memory; None where the file has to be read whole."""
