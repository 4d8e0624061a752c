"""JSON documents of whatever shape: records, columns, nested settings, or several documents in one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.documents import Document, documents_in, is_scalar, text_of, without_trailing_commas
from sweeplens.data.formats.encoding import decoded, is_text
from sweeplens.data.formats.grid import frame_of
from sweeplens.data.formats.heads import head_of
from sweeplens.data.formats.rows import ARRAY, frame_of_records, related
from sweeplens.data.formats.unpack import content_of
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

_SPLITS = {"train", "training", "val", "valid", "validation", "test", "dev", "eval"}
"""Names that say which part of one run's data was measured, not which run."""
_ROWS = 3
"""So many entries of one shape are rows."""


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins as a JSON document does."""
    text = decoded(head[:2048]).data.lstrip()
    if not is_text(head) or not text.startswith((b"{", b"[")) or path.suffix.lower() in (".yaml", ".yml", ".toml"):
        return False
    inner = text[1:].lstrip()
    return inner[:1] in b'"}' if text.startswith(b"{") else inner[:1] in b'{["-]0123456789NtfnI'


def read(path: Path) -> tuple[Sheet, ...]:
    """The tables in a JSON file, lists of records before single settings; `ReadError` where it is no JSON."""
    text = decoded(content_of(path).data).data.decode("utf-8", "replace")
    documents, problems = _documents(text, path)
    if len(documents) == 1:
        frames = _frames(documents[0])
    else:
        records = [record for record in documents if isinstance(record, Mapping)]
        frames = [("", frame_of_records(group)) for group in related(records)]
    sheets = [Sheet(frame, name) for name, frame in frames if frame.height and frame.width]
    if not sheets:
        raise ReadError(f"{path.name} holds no table.")
    return (Sheet(sheets[0].frame, sheets[0].name, problems), *sheets[1:])


def _documents(text: str, path: Path) -> tuple[list[Document], tuple[Problem, ...]]:
    """The documents of a text, read once more without stray commas where they are in the way."""
    try:
        return list(documents_in(text)), ()
    except ValueError as error:
        first = error
    try:
        documents = list(documents_in(without_trailing_commas(text)))
    except ValueError:
        raise ReadError(f"{path.name} is no valid JSON: {first}.") from first
    line = getattr(first, "lineno", None)
    return documents, (
        Problem(path.name, f"The file is no valid JSON: {first}.", "stray commas were passed over", line),
    )


def _frames(document: Document) -> list[tuple[str, pl.DataFrame]]:
    """The tables in one document, each with its name."""
    if isinstance(document, Mapping):
        return _frames_of_mapping(document)
    if isinstance(document, str) or not isinstance(document, Sequence):
        return []
    records = [item for item in document if isinstance(item, Mapping)]
    if records:
        return [("", frame_of_records(records))]
    if all(map(is_scalar, document)):
        return [("", frame_of_records([{"value": item} for item in document]))]
    return [("", _frame_of_lists(document))]


def _frames_of_mapping(document: Mapping[str, Document]) -> list[tuple[str, pl.DataFrame]]:
    columns, data = document.get("columns"), document.get("data")
    if _is_list(columns) and _is_list(data) and data and all(map(_is_list, data)):  # type: ignore[arg-type]
        return [("", _frame_of_lists([columns, *data]))]  # type: ignore[misc,list-item]
    if _is_columns(document):
        return [("", frame_of_records(_transposed(document)))]
    if _is_rows(document):
        return [("", frame_of_records([{"name": name, **row} for name, row in document.items()]))]  # type: ignore[dict-item]
    tables = {name: value for name, value in document.items() if _is_records(value)}
    rest = {name: value for name, value in document.items() if name not in tables}
    frames = [(name, frame_of_records(value)) for name, value in tables.items()]  # type: ignore[arg-type]
    return [*frames, *([("", frame_of_records([rest]))] if rest else [])]


def _is_list(value: Document) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_records(value: Document) -> bool:
    return _is_list(value) and len(value) > 1 and all(isinstance(item, Mapping) for item in value)  # type: ignore[arg-type,union-attr]


def _is_columns(document: Mapping[str, Document]) -> bool:
    """Whether every value is a column: a list, or a mapping from `0`, `1`, ... as pandas writes one; all of one length."""
    lengths = {len(value) for value in document.values() if _is_list(value) or _is_numbered(value)}  # type: ignore[arg-type]
    if len(lengths) != 1 or not all(_is_list(value) or _is_numbered(value) for value in document.values()):
        return False
    flat = all(is_scalar(item) for value in document.values() for item in _items(value))
    return flat and (len(document) > 1 or lengths >= {ARRAY} or max(lengths) > ARRAY)


def _is_numbered(value: Document) -> bool:
    return isinstance(value, Mapping) and list(value) == [str(at) for at in range(len(value))] and len(value) > 0


def _items(value: Document) -> Sequence[Document]:
    return list(value.values()) if isinstance(value, Mapping) else value  # type: ignore[return-value]


def _transposed(document: Mapping[str, Document]) -> list[dict[str, Document]]:
    columns = [_items(value) for value in document.values()]
    return [dict(zip(document, values, strict=True)) for values in zip(*columns, strict=True)]


def _is_rows(document: Mapping[str, Document]) -> bool:
    """Whether a mapping holds one row an entry: several entries with the same names, none of them a split of the data."""
    shapes = {tuple(sorted(value)) if isinstance(value, Mapping) else None for value in document.values()}
    return len(document) >= _ROWS and len(shapes) == 1 and None not in shapes and not set(document) <= _SPLITS


def _frame_of_lists(document: Sequence[Document]) -> pl.DataFrame:
    """Rows that are lists, with or without a first row of names."""
    rows = [[text_of(item) or "" for item in row] for row in document if _is_list(row)]  # type: ignore[union-attr]
    head = head_of(rows[:40])
    frame = frame_of(rows[head.rows :], len(head.names))
    return frame.rename(dict(zip(frame.columns, head.names, strict=True)))


FORMAT = Format("JSON", (".json",), recognises, read)
