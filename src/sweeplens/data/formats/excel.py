"""Spreadsheets of Excel and OpenDocument; needs the `excel` extra."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.collecting import first_line
from sweeplens.data.formats.archives import BROKEN, archive_names, refuse_large
from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.grid import grid_of, sheet_of
from sweeplens.data.formats.heads import LOOKED_AT, head_of
from sweeplens.data.formats.unpack import content_of
from sweeplens.errors import ReadError

if TYPE_CHECKING:
    from fastexcel import ExcelReader

_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_INSIDE = ("[Content_Types].xml", "xl/", "mimetype")


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins as a spreadsheet does."""
    if head.startswith(_OLD):
        return path.suffix.lower() == ".xls"
    return any(name.startswith(_INSIDE) for name in archive_names(head)) and path.suffix.lower() in SUFFIXES


def read(path: Path) -> tuple[Sheet, ...]:
    """The sheets of a spreadsheet that hold a table, fields as text; `ReadError` where none does."""
    data = content_of(path).data
    if not data.startswith(_OLD):
        _check(data, path)
    sheets = tuple(_sheets(_reader(data, path), path))
    if not sheets:
        raise ReadError(f"{path.name} holds no sheet with a table.")
    return sheets


def _reader(data: bytes, path: Path) -> ExcelReader:
    try:
        import fastexcel
    except ImportError:
        raise ReadError(f"{path.name} is a spreadsheet; install sweeplens[excel] to read it.") from None
    try:
        return fastexcel.read_excel(data)
    except fastexcel.FastExcelError as error:
        raise ReadError(f"{path.name} is no whole spreadsheet: {first_line(error)}.") from error


def _check(data: bytes, path: Path) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            refuse_large(archive, path)
            damaged = archive.testzip()
    except BROKEN as error:
        raise ReadError(f"{path.name} is no whole spreadsheet: {error}.") from error
    if damaged:
        raise ReadError(f"{path.name} is no whole spreadsheet: {damaged} in it is damaged.")


def _sheets(reader: ExcelReader, path: Path) -> Iterator[Sheet]:
    from fastexcel import FastExcelError

    for name in reader.sheet_names:
        try:
            frame = reader.load_sheet(name, header_row=None, dtypes="string").to_polars()
        except FastExcelError:
            continue
        rows = [[field or "" for field in row] for row in frame.rows()]
        filled = [number for number, row in enumerate(rows) if any(row)]
        rows = [rows[number] for number in filled]
        head = head_of(rows[:LOOKED_AT])
        if head.names and len(rows) > head.rows:
            lines = [number + 1 for number in filled[head.rows :]]
            yield sheet_of(grid_of(rows[head.rows :], lines, len(head.names)), head, path, name=name)


SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
FORMAT = Format("spreadsheet", SUFFIXES, recognises, read)
