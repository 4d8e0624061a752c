"""Apache Parquet."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.formats.base import Format, Sheet
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

_MAGIC = b"PAR1"


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins as Parquet does."""
    return head.startswith(_MAGIC)


def read(path: Path) -> tuple[Sheet, ...]:
    """The table of a Parquet file, in its own types."""
    try:
        return (Sheet(pl.read_parquet(path, glob=False)),)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise ReadError(f"{path.name} is no whole Parquet file: {first_line(error)}.") from error


def first_line(error: Exception) -> str:
    """What an error says, on one line."""
    return str(error).strip().split("\n", 1)[0].rstrip(".")


FORMAT = Format("Parquet", (".parquet", ".pq"), recognises, read)
