"""Apache Parquet."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

from sweeplens.data.collecting import aggregated, collected, failures, first_line
from sweeplens.data.columns import is_whole
from sweeplens.data.fields import read_fields
from sweeplens.data.formats.base import SAMPLE_ROWS, Format, Sheet, Survey
from sweeplens.data.formats.grid import tidied
from sweeplens.data.formats.names import renamed
from sweeplens.data.formats.typed import typed
from sweeplens.data.meaning import Meaning, Tally, meaning_of, tally_of
from sweeplens.data.remembered import Remembered
from sweeplens.data.signature import signature_of
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

_MAGIC = b"PAR1"
_STEP = 1_000_000
"""So many rows of text are held at once."""


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins as Parquet does."""
    return head.startswith(_MAGIC)


def read(path: Path) -> tuple[Sheet, ...]:
    """The table of a Parquet file, in its own types."""
    try:
        return (Sheet(renamed(pl.read_parquet(path, glob=False))),)
    except failures() as error:
        raise ReadError(f"{path.name} is no whole Parquet file: {first_line(error)}.") from error


def survey(path: Path) -> Survey:
    """The table of a large Parquet file, in its own types; not gone through again while the file stays what it is."""
    return _known(path)


def _surveyed(path: Path) -> Survey:
    signature, table = signature_of(path), _scanned(path)
    meanings, whole = _meanings(path, table), _whole(table)

    def scan(keys: Sequence[str], numbers: Sequence[str], _: Container[str]) -> pl.LazyFrame:
        if signature_of(path) != signature:
            raise ReadError(f"{path.name} is no longer what it was when it was opened; reload the collection.")
        return typed(_scanned(path), keys, numbers, meanings, whole)

    return Survey(_sample(path, table), meanings, (), scan)


_known = Remembered(_surveyed, most=1 << 40)


def _scanned(path: Path) -> pl.LazyFrame:
    try:
        return renamed(pl.scan_parquet(path, glob=False))
    except failures() as error:
        raise ReadError(f"{path.name} is no whole Parquet file: {first_line(error)}.") from error


def _meanings(path: Path, table: pl.LazyFrame) -> dict[str, Meaning]:
    """What the columns of text say."""
    texts = [name for name, kind in table.collect_schema().items() if kind == pl.String]
    tallies = dict.fromkeys(texts, Tally())
    for start in range(0, aggregated(table, [pl.len()])["len"] if texts else 0, _STEP):
        part = collected(table.select(texts).slice(start, _STEP), path.name)
        tallies = {name: tally + tally_of(read_fields(part[name].str.strip_chars())) for name, tally in tallies.items()}
    return {name: meaning_of(tally) for name, tally in tallies.items()}


def _whole(table: pl.LazyFrame) -> frozenset[str]:
    """The columns of floats that are whole numbers."""
    floats = [name for name, kind in table.collect_schema().items() if kind.is_float()]
    whole = aggregated(table, [is_whole(pl.col(name)) for name in floats])
    return frozenset(name for name, is_so in whole.items() if is_so)


def _sample(path: Path, table: pl.LazyFrame) -> pl.DataFrame:
    """The first rows, and of each column that is empty in them the first row that fills it."""
    sample = collected(table.head(SAMPLE_ROWS), path.name)
    empty = (column.name for column in sample if column.null_count() == len(column))
    late = [collected(table.filter(pl.col(name).is_not_null()).head(1), path.name) for name in empty]
    return pl.concat([sample, *late]).with_columns(tidied(pl.col(pl.String)))


FORMAT = Format("Parquet", (".parquet", ".pq"), recognises, read, survey)
