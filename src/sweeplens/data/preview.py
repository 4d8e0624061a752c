"""The first rows of a small summary by the csv module, for the first paint: polars is not needed for them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from sweeplens.data.markers import BRIEF, SUMMARIES
from sweeplens.figures import Column, ListRows, Table, Value

ROWS = 60
LARGEST = 4 << 20
"""Bytes; a larger file is left to the reader."""
_BYTES = 256 << 10
_TEXT = (".csv", ".tsv")


def preview_table(path: Path) -> Table | None:
    """The first rows of the collection at `path` as a table; None where they cannot be had quickly."""
    file = path if path.is_file() else _summary(path)
    if file is None or file.suffix.lower() not in _TEXT:
        return None
    try:
        rows = list(_rows(file))
    except (OSError, UnicodeDecodeError, csv.Error):
        return None
    if len(rows) < 2 or len(set(rows[0])) < len(rows[0]) or "" in rows[0]:
        return None
    return _table(path, rows[0], [row for row in rows[1 : ROWS + 1] if len(row) == len(rows[0])])


def _summary(path: Path) -> Path | None:
    """The summary of a directory, where its name or the brief says which file it is; its only table else."""
    known = next((path / name for name in SUMMARIES if (path / name).is_file()), None)
    if known is not None:
        return known
    if (path / BRIEF).is_file():
        from sweeplens.data.briefreader import brief_at  # a YAML reader costs as much as all of this

        named = path / brief_at(path)[0].summary
        return named if named.is_file() else None
    tables = [entry for entry in _entries(path) if entry.suffix.lower() in _TEXT]
    return tables[0] if len(tables) == 1 else None


def _entries(path: Path) -> list[Path]:
    try:
        return list(path.iterdir())
    except OSError:
        return []


def _rows(file: Path) -> Iterator[list[str]]:
    """The whole lines at the start of a small file of UTF-8 text, as fields."""
    if file.stat().st_size > LARGEST:
        return
    with file.open("rb") as opened:
        data = opened.read(_BYTES)
    lines = data[: data.rfind(b"\n") + 1].decode("utf-8-sig").splitlines()
    if lines:
        separator = max(",;\t", key=lines[0].count)
        yield from csv.reader(lines, delimiter=separator, strict=True)


def _table(path: Path, header: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    columns = [[_value(row[at].strip()) for row in rows] for at in range(len(header))]
    numeric = [all(value is None or isinstance(value, float) for value in column) for column in columns]
    named = tuple(
        Column(name.strip(), kind="number" if is_numeric else "level", is_key=not is_numeric)
        for name, is_numeric in zip(header, numeric, strict=True)
    )
    texts = [
        column if is_numeric else [row[at].strip() for row in rows]
        for at, (column, is_numeric) in enumerate(zip(columns, numeric, strict=True))
    ]
    return Table(path.resolve().name, named, ListRows(tuple(zip(*texts, strict=True))))


def _value(text: str) -> Value:
    """A number, nothing, or text."""
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        return text
