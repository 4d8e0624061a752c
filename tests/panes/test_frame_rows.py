"""Rows over a frame say the same as rows held as tuples, however they are ordered."""

from __future__ import annotations

from math import inf, isnan, nan

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.figures import ListRows, Value
from sweeplens.panes import frame_rows
from sweeplens.panes.frame_rows import FrameRows, all_places, first_places, sort_key

numbers = st.lists(st.one_of(st.none(), st.sampled_from([nan, inf, -inf, 0.0, 1.0, 2.0]), st.floats()), max_size=20)


def rows_over(values: list[float | None]) -> FrameRows:
    return FrameRows(pl.DataFrame({"value": pl.Series(values, dtype=pl.Float64), "at": range(len(values))}))


def alike(rows: list[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """The rows with a NaN that is equal to itself."""
    return [tuple("NaN" if isinstance(v, float) and isnan(v) else v for v in row) for row in rows]


@settings(max_examples=60, deadline=None)
@given(numbers, st.booleans())
def test_an_order_is_that_of_rows_held_as_tuples(values: list[float | None], descending: bool) -> None:
    held = ListRows(tuple(zip(values, range(len(values)), strict=True))).ordered(0, descending)
    found = rows_over(values).ordered(0, descending)
    assert alike(found.page(0, len(values))) == alike(held.page(0, len(values)))
    assert list(found.row_ids) == [row[1] for row in held.rows]
    assert alike([(value,) for value in found.column(0)]) == alike([(row[0],) for row in held.rows])


@settings(max_examples=60, deadline=None)
@given(numbers, st.integers(0, 25), st.booleans())
def test_the_first_places_are_the_first_of_all(values: list[float | None], count: int, descending: bool) -> None:
    key = frame_rows.sort_key(pl.Series(values, dtype=pl.Float64))
    assert first_places(key, count, descending).to_list() == all_places(key, descending).head(count).to_list()


@pytest.mark.parametrize("descending", [False, True])
def test_the_first_page_of_a_long_order_is_found_without_the_whole(
    descending: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = [float(at * 7919 % 5003) for at in range(5000)]
    ordered = rows_over(list(values)).ordered(0, descending)
    monkeypatch.setattr(frame_rows, "FIRST", 50)
    first = [row[0] for row in ordered.page(0, 20)]
    assert first == sorted(values, reverse=descending)[:20]
    assert "_order" not in vars(ordered)
    assert [row[0] for row in ordered.page(4000, 4003)] == sorted(values, reverse=descending)[4000:4003]


def test_levels_are_ordered_by_their_places_and_strangers_come_last() -> None:
    rows = FrameRows(pl.DataFrame({"beta": ["1", ".1", None, "x", ".01"]}), {0: {".01": 0, ".1": 1, "1": 2}})
    assert rows.ordered(0, descending=False).column(0) == [".01", ".1", "1", "x", None]
    assert rows.ordered(0, descending=True).column(0) == ["x", "1", ".1", ".01", None]


def test_an_order_within_an_order_keeps_it_for_ties_and_knows_its_runs() -> None:
    frame = pl.DataFrame({"family": ["b", "a", "b", "a"], "score": [1.0, 2.0, 3.0, 4.0]})
    rows = FrameRows(frame, numbers=[10, 11, 12, 13]).ordered(1, descending=True).ordered(0, descending=False)
    assert rows.page(0, 4) == [("a", 4.0), ("a", 2.0), ("b", 3.0), ("b", 1.0)]
    assert list(rows.row_ids) == [13, 11, 12, 10]
    assert (rows.row_ids[-1], rows.row_ids[1:3]) == (10, [11, 12])


def test_rows_without_an_order_stand_as_they_are() -> None:
    rows = rows_over([3.0, 1.0])
    assert rows.page(1, 2) == [(1.0, 1)]
    assert list(rows.row_ids) == [0, 1]
    assert FrameRows(pl.DataFrame({"series": [[1, 2], [3]]})).ordered(0, descending=False).column(0) == [[1, 2], [3]]


@pytest.mark.parametrize("values", [[], [None, None]])
def test_levels_of_which_none_is_there_can_be_ordered(values: list[None]) -> None:
    assert sort_key(pl.Series(values), {"a": 0}).len() == len(values)
