"""File formats: which one a file is of, by its content first and its name second, and the tables in it."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.formats import arrow, csv, excel, json, jsonl, npz, parquet
from sweeplens.data.formats.base import Format, Sheet, Survey
from sweeplens.data.formats.unpack import start_of
from sweeplens.errors import ReadError

__all__ = ["FORMATS", "LARGE", "Format", "Sheet", "Survey", "format_of", "read_sheets", "survey_of"]

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
"""Files of this many bytes or more are not held in memory."""
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


def survey_of(path: Path) -> Survey | None:
    """What all rows of the main table in a large file say; None where it has to be read whole.

    Raises `ReadError` as `read_sheets` does.
    """
    survey = _known_format(path).survey
    return survey(path) if survey else None


def _known_format(path: Path) -> Format:
    known = format_of(path)
    if known is None:
        raise ReadError(f"{path.name} is in no format that holds a table.")
    return known
