"""Rows of text with names, as a frame: the way from documents to tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sweeplens.data.formats.documents import Document, flattened, is_scalar, text_of
from sweeplens.data.formats.heads import unique_names
from sweeplens.lazy import pl

ARRAY = 8
"""Lists of this length or longer that stand side by side are columns; shorter ones may be a setting (`[1, 64, 64]`)."""


def frame_of_rows(rows: Sequence[Mapping[str, str | None]]) -> pl.DataFrame:
    """A frame of strings with all names that occur, in the order in which they first do."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = [pl.Series([row.get(name) for row in rows], dtype=pl.String) for name in names]
    return pl.DataFrame([column.alias(unique) for column, unique in zip(columns, unique_names(names), strict=True)])


def frame_of_records(records: Sequence[Mapping[str, Document]]) -> pl.DataFrame:
    """A frame of documents, one row each; where they hold parallel arrays (`xs`, `ys`), one row an element."""
    arrays = parallel_arrays(records)
    if not arrays:
        return frame_of_rows([flattened(record) for record in records])
    return frame_of_rows([row for record in records for row in _exploded(record, arrays)])


def parallel_arrays(records: Iterable[Mapping[str, Document]]) -> tuple[str, ...]:
    """The names under which every record holds lists of one length; none where there is one such name or short lists only."""
    common: tuple[str, ...] | None = None
    longest = 0
    for record in records:
        lists = {name: value for name, value in record.items() if _is_array(value)}
        common = tuple(lists) if common is None else tuple(name for name in common if name in lists)
        lengths = {len(lists[name]) for name in common}  # type: ignore[arg-type]
        if len(common) < 2 or len(lengths) != 1:
            return ()
        longest = max(longest, *lengths)
    return common if common and longest >= ARRAY else ()


def _is_array(value: Document) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(is_scalar, value))


def _exploded(record: Mapping[str, Document], arrays: tuple[str, ...]) -> list[dict[str, str | None]]:
    """One row an element of a record's arrays, with the rest of the record beside each."""
    rest = flattened({name: value for name, value in record.items() if name not in arrays})
    columns = [[text_of(item) for item in record[name]] for name in arrays]  # type: ignore[union-attr]
    return [{**rest, **dict(zip(arrays, values, strict=True))} for values in zip(*columns, strict=True)]


def related(records: Sequence[Mapping[str, Document]]) -> list[list[Mapping[str, Document]]]:
    """Records in groups that share no name with one another: a line of totals stands apart from what it sums up."""
    groups: list[tuple[set[str], list[int]]] = []
    for at, record in enumerate(records):
        names, members = set(record), [at]
        for group in [group for group in groups if group[0] & names]:
            if group[0] >= names:
                break
        else:
            group = None  # type: ignore[assignment]
        if group is not None:
            group[1].append(at)
            continue
        touching = [known for known in groups if known[0] & names]
        for known in touching:
            names |= known[0]
            members = known[1] + members
            groups.remove(known)
        groups.append((names, members))
    return [[records[at] for at in sorted(members)] for _, members in sorted(groups, key=lambda pair: min(pair[1]))]
