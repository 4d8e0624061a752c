"""Records of named values, as frames of text: the way from documents to tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sweeplens.data.formats.documents import Document, field_of, flattened, is_list, is_scalar
from sweeplens.data.formats.names import unique_names
from sweeplens.lazy import pl

Record: TypeAlias = "Mapping[str, Document]"

COLUMN_LENGTH = 8
"""Lists of this length or longer that stand side by side are columns; shorter ones may be settings (`[1, 64, 64]`)."""


def frame_of(records: Sequence[Record]) -> pl.DataFrame:
    """A frame of strings with one row a record; where all hold parallel arrays (`xs`, `ys`), one row an element.

    Nested names are joined by dots; all names that occur are columns, in the order in which they first do.
    """
    arrays = parallel_arrays(records)
    if arrays:
        return _frame_of_rows([row for record in records for row in _elements(record, arrays)])
    return _frame_of_rows([flattened(record) for record in records])


def _frame_of_rows(rows: Sequence[Mapping[str, str | None]]) -> pl.DataFrame:
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = zip(unique_names(names), names, strict=True)
    return pl.DataFrame([pl.Series(unique, [row.get(name) for row in rows], pl.String) for unique, name in columns])


def parallel_arrays(records: Sequence[Record]) -> tuple[str, ...]:
    """The names of the lists, two or more, that every record holds, of one length in each, long enough for columns."""
    if not records:
        return ()
    names = tuple(name for name in records[0] if all(_is_array(record.get(name)) for record in records))
    lengths = [{len(record[name]) for name in names} for record in records]  # type: ignore[arg-type]
    if len(names) < 2 or any(len(found) != 1 for found in lengths) or max(map(max, lengths)) < COLUMN_LENGTH:
        return ()
    return names


def _is_array(value: Document) -> bool:
    return is_list(value) and all(map(is_scalar, value))


def _elements(record: Record, arrays: tuple[str, ...]) -> list[dict[str, str | None]]:
    """One row an element of a record's arrays, with the rest of the record beside each."""
    rest = flattened({name: value for name, value in record.items() if name not in arrays})
    columns = [map(field_of, record[name]) for name in arrays]  # type: ignore[arg-type]
    return [{**rest, **dict(zip(arrays, values, strict=True))} for values in zip(*columns, strict=True)]


def kinds_of(records: Sequence[Record]) -> list[list[Record]]:
    """Records in groups that share no name with one another: a line of totals stands apart from what it sums up."""
    shapes = list(dict.fromkeys(frozenset(record) for record in records if record))
    groups: list[frozenset[str]] = []
    for shape in shapes:
        touching = [group for group in groups if group & shape]
        groups = [*(group for group in groups if not group & shape), shape.union(*touching)]
    group_of = {shape: next(group for group in groups if shape <= group) for shape in shapes}
    kinds: dict[frozenset[str], list[Record]] = {}
    for record in records:
        if record:
            kinds.setdefault(group_of[frozenset(record)], []).append(record)
    return list(kinds.values())
