"""File formats: which one a file is of, by its content first and its name second, and the tables in it."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.formats import arrow, csv, excel, json, jsonl, npz, parquet
from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.unpack import start_of
from sweeplens.data.values import read_column
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

__all__ = ["FORMATS", "LARGE", "Format", "Sheet", "format_of", "read_sheets", "scan_sheet"]

FORMATS: tuple[Format, ...] = (
    parquet.FORMAT,
    arrow.FORMAT,
    npz.FORMAT,
    excel.FORMAT,
    jsonl.FORMAT,
    json.FORMAT,
    csv.FORMAT,
)
"""Every format, those with a mark of their own first; the first that recognises a file reads it."""

LARGE = 50 * 1024**2
"""Files of this many bytes or more are scanned rather than read."""
_POINTER = b"version https://git-lfs.github.com/"


def format_of(path: Path) -> Format | None:
    """The format of a file; None where it holds no table that can be read. `ReadError` where it cannot be opened."""
    head = start_of(path)
    if head.startswith(_POINTER):
        raise ReadError(f"{path.name} is a Git LFS pointer; fetch its content with git lfs pull.")
    return next((known for known in FORMATS if known.recognises(head, path)), None)


def read_sheets(path: Path) -> tuple[Sheet, ...]:
    """The tables in a file, the main one first; `ReadError` where there is none."""
    return _known_format(path).read(path)


def scan_sheet(path: Path, keys: tuple[str, ...]) -> pl.LazyFrame:
    """A lazy frame of a file's main table: the columns named `keys` as strings, all others as Float64.

    Large CSV and Parquet files are not read into memory; others are. Raises `ReadError` as `read_sheets` does.
    """
    known = _known_format(path)
    if known.scan is not None and path.stat().st_size >= LARGE and (lazy := known.scan(path, keys, None)) is not None:
        return lazy
    frame = known.read(path)[0].frame
    return frame.select(_typed(frame[name], name in keys) for name in frame.columns).lazy()


def _known_format(path: Path) -> Format:
    known = format_of(path)
    if known is None:
        raise ReadError(f"{path.name} is in no format that holds a table.")
    return known


def _typed(column: pl.Series, is_key: bool) -> pl.Series:
    return column.cast(pl.String, strict=False) if is_key else read_column(column).values
