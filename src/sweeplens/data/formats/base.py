"""What a file format has to do: recognise a file by its content, and read it as tables of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sweeplens.data.problems import Problem
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Sheet:
    """One table as read from a file, before any column has a role."""

    frame: pl.DataFrame
    """Columns stripped and unique. Text formats give strings exactly as written (null where nothing was written); typed formats
    (Parquet, Arrow, NPZ) give their own types."""
    name: str = ""
    """The sheet's name inside its file, where a file holds several."""
    problems: tuple[Problem, ...] = ()
    directions: tuple[tuple[str, str], ...] = ()
    """Columns for which the file itself says which way is better: `("acc", "higher")`."""


@dataclass(frozen=True)
class Format:
    """One kind of file."""

    name: str
    suffixes: tuple[str, ...]
    recognises: Callable[[bytes, Path], bool]
    """Whether a file that begins with these bytes (decompressed, up to 64 kB) is of this kind; content first, the name second."""
    read: Callable[[Path], tuple[Sheet, ...]]
    """The tables in the file; `ReadError` where there is none. Only whole lines of a file that is being written are read."""
    scan: Callable[[Path, tuple[str, ...]], pl.LazyFrame] | None = None
    """A lazy frame of a file too large for memory: the named columns as strings, all others as Float64."""
