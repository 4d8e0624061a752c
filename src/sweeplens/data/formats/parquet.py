"""Apache Parquet."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.names import renamed, unique_names
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

_MAGIC = b"PAR1"


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins as Parquet does."""
    return head.startswith(_MAGIC)


def read(path: Path) -> tuple[Sheet, ...]:
    """The table of a Parquet file, in its own types."""
    try:
        return (Sheet(renamed(pl.read_parquet(path, glob=False))),)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise ReadError(f"{path.name} is no whole Parquet file: {first_line(error)}.") from error


def scan(path: Path, keys: tuple[str, ...], most: int | None = None) -> pl.LazyFrame | None:
    """The table of a Parquet file, lazily; None where a column that is no key is neither number nor truth value."""
    lazy = pl.scan_parquet(path, glob=False, n_rows=most)
    try:
        schema = lazy.collect_schema()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise ReadError(f"{path.name} is no whole Parquet file: {first_line(error)}.") from error
    metrics = [name for name in schema.names() if name not in keys]
    if unique_names(schema.names()) != tuple(schema.names()):
        return None
    if not all(schema[name].is_numeric() or schema[name] == pl.Boolean for name in metrics):
        return None
    return lazy.with_columns(pl.col(keys).cast(pl.String), pl.col(metrics).cast(pl.Float64))


def first_line(error: BaseException) -> str:
    """What an error says, on one line."""
    return str(error).strip().split("\n", 1)[0].rstrip(".")


FORMAT = Format("Parquet", (".parquet", ".pq"), recognises, read, scan)
