"""Rows by a column, with what belongs to them."""

from __future__ import annotations

from math import nan

import pytest

from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Column, Direction, Table, table_of
from sweeplens.panes.base import Question
from sweeplens.panes.ordering import first_rows, ordered, without_columns
from tests.builders import collection_of, factor

COLLECTION = collection_of({"beta": ["1", ".1"], "score": [1.0, 2.0]}, (factor("beta", (".1", "1")),))
COLUMNS = (
    Column("end", kind="level"),
    Column("beta", kind="level", label="the beta"),
    Column("loss", direction=Direction.LOWER),
    Column("score"),
)
ROWS = [("top", "1", 3.0, 1.0), ("top", ".1", nan, 2.0), ("bottom", "1", 1.0, None), ("bottom", ".1", 2.0, 4.0)]
TABLE = table_of("t", COLUMNS, ROWS, row_ids=(10, 11, 12, 13), marked_rows=frozenset({3}))


def runs(column: str, descending: bool | None = None, section: str = "") -> tuple[int, ...]:
    table = table_of("t", COLUMNS, ROWS, row_ids=(10, 11, 12, 13), section=section)
    return tuple(ordered(table, Question(COLLECTION, Selection(sort=(column, descending)))).row_ids or ())


@pytest.mark.parametrize(
    ("column", "descending", "expected"),
    [
        ("loss", None, (12, 13, 10, 11)),
        ("loss", True, (10, 13, 12, 11)),
        ("score", None, (13, 11, 10, 12)),
        ("score", False, (10, 11, 13, 12)),
        ("the beta", None, (11, 13, 10, 12)),
    ],
)
def test_rows_take_their_runs_along(column: str, descending: bool | None, expected: tuple[int, ...]) -> None:
    assert runs(column, descending) == expected


def test_each_part_is_ordered_on_its_own() -> None:
    assert runs("loss", section="end") == (10, 11, 12, 13)
    assert runs("score", section="end") == (11, 10, 13, 12)


def test_marks_move_with_their_rows() -> None:
    table = ordered(TABLE, Question(COLLECTION, Selection(sort=("score", None))))
    assert (table.marked_rows, table.sorted_by) == (frozenset({0}), ("score", True))


def test_a_question_without_an_order_leaves_the_table_alone() -> None:
    assert ordered(TABLE, Question(COLLECTION)) is TABLE


def test_an_unknown_column_is_named() -> None:
    with pytest.raises(UsageError, match="no column called los; did you mean loss"):
        runs("los")


def test_the_first_rows_and_some_columns_of_a_table() -> None:
    first = first_rows(TABLE, 2)
    assert (len(first.rows), list(first.row_ids or ())) == (2, [10, 11])
    less: Table = without_columns(TABLE, ["end", "loss"])
    assert [column.name for column in less.columns] == ["beta", "score"]
    assert less.rows.page(0, 1) == [("1", 1.0)]
