"""Tables that are gone through in parts; what goes wrong with the files they stand for is told in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from sweeplens.errors import ReadError
from sweeplens.lazy import pl

Table: TypeAlias = "pl.DataFrame | pl.LazyFrame"
"""A table in memory, or one that is gone through in parts."""


def failures() -> tuple[type[BaseException], ...]:
    """What the reading of a file that is damaged, gone or being rewritten ends with."""
    return (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)


def first_line(error: BaseException) -> str:
    """What an error says, on one line; a panic says nothing that a reader of the data understands."""
    if isinstance(error, pl.exceptions.PanicException):
        return "what it says of itself is contradictory"
    return str(error).strip().split("\n", 1)[0].rstrip(".")


def collected(table: pl.LazyFrame, name: str) -> pl.DataFrame:
    """All rows of `table`, which is read from the file or history called `name`.

    `ReadError` where the file has vanished, was cut or is being rewritten.
    """
    try:
        return table.collect(engine="streaming")
    except failures() as error:
        raise ReadError(f"{name} can no longer be read: {first_line(error)}.") from error


def aggregated(table: Table, asked: Iterable[pl.Expr]) -> dict[str, Any]:
    """The one row that aggregates over a table make, by name; `ReadError` where its file can no longer be read."""
    found = table.select(asked)
    row = found if isinstance(found, pl.DataFrame) else collected(found, "A file")
    return row.row(0, named=True) if row.width else {}
