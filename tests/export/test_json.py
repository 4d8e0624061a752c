from __future__ import annotations

import json
import math
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.export import Options
from sweeplens.export.json import write_json
from sweeplens.figures import Column, Figure, Folded, table_of
from tests.gallery import GALLERY, ORDINARY


def refuse(constant: str) -> float:
    raise AssertionError(f"{constant} is no JSON")


def read(figure: Figure) -> list[dict[str, Any]]:
    records = json.loads(write_json(figure, Options()), parse_constant=refuse)
    assert isinstance(records, list)
    return records


def test_a_table_is_a_list_of_records() -> None:
    first = read(ORDINARY)[0]
    expected = {"family": "raw", "matched_score": 0.5283, "kl_loss": 2.4084, "status": "complete", "spread": [1, 4, 2]}
    assert first == expected


def test_strict_readers_take_every_figure() -> None:
    assert all(isinstance(read(figure), list) for figure in GALLERY.values())


def test_missing_nan_and_infinities_are_told_apart() -> None:
    table = table_of("", (Column("x"),), [(None,), (math.nan,), (math.inf,), (-math.inf,)])
    assert [record["x"] for record in read(table)] == [None, "NaN", "Infinity", "-Infinity"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(), max_size=5))
def test_numbers_come_back_exactly(values: list[float]) -> None:
    back = [float(record["x"]) for record in read(table_of("", (Column("x"),), [(value,) for value in values]))]
    assert all(a == b or (math.isnan(a) and math.isnan(b)) for a, b in zip(back, values, strict=True))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(), max_size=5))
def test_texts_come_back_unchanged(texts: list[str]) -> None:
    table = table_of("", (Column("x", kind="text"),), [(text,) for text in texts])
    assert [record["x"] for record in read(table)] == texts


def test_columns_of_one_name_are_told_apart() -> None:
    table = table_of("", (Column("x"), Column("x")), [(1, 2)])
    assert read(table) == [{"x": 1, "x_2": 2}]


def test_no_rows_are_an_empty_list() -> None:
    assert read(table_of("", (Column("x"),), [])) == []


def test_whole_numbers_are_written_without_decimals() -> None:
    text = write_json(table_of("", (Column("x"),), [(1782.0,), (0.5,), (Folded(2.0, 3, 3),)]), Options())
    assert [line.strip(" ,") for line in text.splitlines()[1:-1]] == ['{"x": 1782}', '{"x": 0.5}', '{"x": 2}']


def test_where_its_provenance_is_wanted_it_is_an_object_with_the_same_rows() -> None:
    source = {"collection": "a\udc80\u202e", "filter": 'f="x"', "rows": 2, "better": {"score": "higher"}, "over": []}
    text = write_json(ORDINARY, Options(provenance=[source, {"collection": "b"}]))
    found = json.loads(text, parse_constant=refuse)
    assert list(found) == ["provenance", "rows"]
    assert found["rows"] == read(ORDINARY)
    assert found["provenance"][0] == {**source, "collection": "a\\udc80\u202e"}
    assert found["provenance"][1] == {"collection": "b"}
    assert "\u202e" not in text
