"""Which rows of a table, which columns, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sweeplens.figures import Column, ListRows, Table, Value, is_ranked
from sweeplens.lazy import pl
from sweeplens.panes.base import Question, unknown
from sweeplens.panes.columns import level_places
from sweeplens.panes.frame_rows import Levels, all_places, sort_key


def ordered(table: Table, question: Question) -> Table:
    """The table, or each of its parts, by the column that the question names; as it stands where it names none."""
    if question.sort is None:
        return table
    name, descending = question.sort
    at = column_called(table.columns, name)
    column = table.columns[at]
    down = column.starts_high if descending is None else descending
    sorted_table = replace(table, sorted_by=(column.name, down))
    if isinstance(table.rows, ListRows):
        return permuted(sorted_table, _order(table, at, down, level_places(question.collection, column.name)))
    rows = table.rows.ordered(at, down)
    return replace(sorted_table, rows=rows, row_ids=None if table.row_ids is None else getattr(rows, "row_ids", None))


def _order(table: Table, at: int, descending: bool, levels: Levels | None) -> list[int]:
    """The numbers of the rows by one column, part after part."""
    values = [value if is_ranked(value) else None for value in table.rows.column(at)]
    key = sort_key(pl.Series(values, strict=False), levels)
    order: list[int] = all_places(key, descending).to_list()
    if not table.section:
        return order
    parts: Sequence[Value] = table.rows.column(table.index(table.section))
    places = {part: place for place, part in enumerate(dict.fromkeys(parts))}
    return sorted(order, key=lambda row: places[parts[row]])


def column_called(columns: Sequence[Column], name: str) -> int:
    """Where the column called `name`, by its name or label, stands; `UsageError` where there is none."""
    for at, column in enumerate(columns):
        if name in (column.name, column.label):
            return at
    raise unknown("column", name, [column.name for column in columns])


def permuted(table: Table, order: Sequence[int]) -> Table:
    """A table of few rows with these of its rows, with their runs and marks."""
    rows = table.rows.page(0, len(table.rows))
    return replace(
        table,
        rows=ListRows(tuple(rows[row] for row in order)),
        row_ids=None if table.row_ids is None else tuple(table.row_ids[row] for row in order),
        marked_rows=frozenset(at for at, row in enumerate(order) if row in table.marked_rows),
    )


def first_rows(table: Table, count: int) -> Table:
    """The first `count` rows of the table."""
    if count >= len(table.rows):
        return table
    row_ids = None if table.row_ids is None else table.row_ids[:count]
    return replace(table, rows=ListRows(tuple(table.rows.page(0, count))), row_ids=row_ids)


def without_columns(table: Table, names: Iterable[str]) -> Table:
    """A table of few rows without the columns called `names`."""
    left_out = set(names)
    kept = [at for at, column in enumerate(table.columns) if column.name not in left_out]
    rows = tuple(tuple(row[at] for at in kept) for row in table.rows.page(0, len(table.rows)))
    return replace(table, columns=tuple(table.columns[at] for at in kept), rows=ListRows(rows))
