"""JSON of whatever shape: records, columns, nested settings, or several documents in one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.documents import (
    Document,
    Numeral,
    documents_in,
    field_of,
    is_list,
    is_scalar,
    without_stray_commas,
)
from sweeplens.data.formats.encoding import decoded, is_text
from sweeplens.data.formats.grid import grid_of, sheet_of
from sweeplens.data.formats.heads import LOOKED_AT, head_of
from sweeplens.data.formats.recordsets import COLUMN_LENGTH, frame_of, kinds_of
from sweeplens.data.formats.unpack import content_of
from sweeplens.data.names import is_example_name, words_of
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError

Mapped: TypeAlias = "Mapping[str, Document]"

_OTHERS = (".yaml", ".yml", ".toml")
"""Names of texts that may begin as JSON does and are something else."""
_SPLITS = {"train", "training", "val", "valid", "validation", "test", "dev", "eval"}
"""Names that say on which part of its data one run was measured, not which run."""
_ROWS = 3
"""So many entries of one shape are rows."""


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins as a JSON document does."""
    text = decoded(head[:2048]).data.lstrip()
    if not is_text(head) or path.suffix.lower() in _OTHERS:
        return False
    inner = text[1:].lstrip()[:1]
    return (text.startswith(b"{") and inner in b'"}') or (text.startswith(b"[") and inner in b'{["-]0123456789tfnNI')


def read(path: Path) -> tuple[Sheet, ...]:
    """The tables in a JSON file, lists of records before single settings, those of examples behind single results.

    `ReadError` where it holds none.
    """
    documents, problems = _documents(decoded(content_of(path).data).data.decode("utf-8", "replace"), path)
    if len(documents) == 1:
        sheets = _sheets(documents[0], path)
    else:
        records = [document for document in documents if isinstance(document, Mapping)]
        sheets = [Sheet(frame_of(kind)) for kind in kinds_of(records)]
    sheets = [sheet for sheet in sheets if sheet.frame.height and sheet.frame.width]
    if not sheets:
        raise ReadError(f"{path.name} is JSON but holds no table.")
    first = Sheet(sheets[0].frame, sheets[0].name, (*problems, *sheets[0].problems))
    return (first, *sheets[1:])


def _documents(text: str, path: Path) -> tuple[list[Document], tuple[Problem, ...]]:
    """The documents of a text, read once more without stray commas where these are in the way."""
    try:
        return list(documents_in(text)), ()
    except ValueError as error:
        fault = error
    line = getattr(fault, "lineno", None)
    try:
        documents = list(documents_in(without_stray_commas(text)))
    except ValueError:
        raise ReadError(f"{path.name} is no whole JSON: {fault}.") from fault
    return documents, (
        Problem(path.name, f"The file is no valid JSON: {fault}.", "stray commas were passed over", line),
    )


def _sheets(document: Document, path: Path) -> list[Sheet]:
    """The tables in one document."""
    if isinstance(document, Mapping):
        return _sheets_of_mapping(document, path)
    if not is_list(document):
        return []
    records = [item for item in document if isinstance(item, Mapping)]
    if records:
        return [Sheet(frame_of(records))]
    if all(map(is_scalar, document)):
        return [Sheet(frame_of([{"value": item} for item in document]))]
    return [_sheet_of_lists(document, path)]


def _sheets_of_mapping(document: Mapped, path: Path) -> list[Sheet]:
    columns, data = document.get("columns"), document.get("data")
    if is_list(columns) and is_list(data) and data and all(map(is_list, data)):
        return [_sheet_of_lists([columns, *data], path)]
    if _holds_columns(document):
        return [Sheet(frame_of(_transposed(document)))]
    if _holds_rows(document):
        return [Sheet(frame_of(_rows(document)))]
    tables = {name: records for name, value in document.items() if (records := _records(value))}
    rest = {name: value for name, value in document.items() if name not in tables}
    has_results = any(isinstance(value, Numeral) for value in rest.values())
    last = [name for name in tables if has_results and is_example_name(words_of(name))]
    sheets = {name: Sheet(frame_of(records), name) for name, records in tables.items()}
    first = [sheet for name, sheet in sheets.items() if name not in last]
    return [*first, *([Sheet(frame_of([rest]))] if rest else []), *(sheets[name] for name in last)]


def _records(value: Document) -> list[Mapped]:
    """The records of a list that holds nothing else, and several of them, or those of a mapping of rows; else none."""
    if isinstance(value, Mapping):
        return _rows(value) if _holds_rows(value) else []
    records = [item for item in value if isinstance(item, Mapping)] if is_list(value) else []
    return records if is_list(value) and len(records) == len(value) > 1 else []


def _rows(document: Mapped) -> list[Mapped]:
    """The rows of a mapping of rows, each with its name."""
    return [{"name": name, **row} for name, row in document.items() if isinstance(row, Mapping)]


def _holds_columns(document: Mapped) -> bool:
    """Whether every value is a column of scalars, all of one length: a list, or a mapping from `0`, `1`, ... ."""
    columns = [_column(value) for value in document.values()]
    lengths = {len(column or ()) for column in columns}
    if not columns or None in columns or len(lengths) != 1:
        return False
    return len(columns) > 1 or max(lengths) >= COLUMN_LENGTH


def _column(value: Document) -> Sequence[Document] | None:
    """A value as a column of scalars; None where it is none."""
    if isinstance(value, Mapping) and list(value) == [str(at) for at in range(len(value))]:
        value = list(value.values())
    return value if is_list(value) and value and all(map(is_scalar, value)) else None


def _transposed(document: Mapped) -> list[Mapped]:
    columns = [_column(value) or () for value in document.values()]
    return [dict(zip(document, values, strict=True)) for values in zip(*columns, strict=True)]


def _holds_rows(document: Mapped) -> bool:
    """Whether each value is a row: several mappings with the same names, and not the splits of one run's data."""
    shapes = {frozenset(value) if isinstance(value, Mapping) else None for value in document.values()}
    return len(document) >= _ROWS and len(shapes) == 1 and None not in shapes and not set(document) <= _SPLITS


def _sheet_of_lists(document: Sequence[Document], path: Path) -> Sheet:
    """Rows that are lists, with or without a first row of names."""
    rows = [[field_of(item) or "" for item in row] for row in document if is_list(row)]
    head = head_of(rows[:LOOKED_AT])
    body = rows[head.rows :]
    return sheet_of(grid_of(body, [1] * len(body), len(head.names)), head, path)


FORMAT = Format("JSON", (".json",), recognises, read)
