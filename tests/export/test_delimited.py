from __future__ import annotations

import csv
import io
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.export import EXPORTERS, Options
from sweeplens.figures import Column, Figure, Folded, Media, Value, table_of
from sweeplens.text import visible
from tests.gallery import ORDINARY, PARTED

DELIMITERS = {"csv": ",", "tsv": "\t"}
BOTH = pytest.mark.parametrize("name", DELIMITERS)


def rows(figure: Figure, name: str = "csv", safe_csv: bool = False) -> list[list[str]]:
    exporter = next(exporter for exporter in EXPORTERS if exporter.name == name)
    text = exporter.write(figure, Options(safe_csv=safe_csv))
    assert isinstance(text, str)
    return list(csv.reader(io.StringIO(text), delimiter=DELIMITERS[name]))


def column(*values: Value, kind: str = "number") -> Figure:
    return table_of("", (Column("x", kind=kind),), [(value,) for value in values])  # type: ignore[arg-type]


@BOTH
@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(), max_size=5))
def test_numbers_come_back_exactly(name: str, values: list[float]) -> None:
    back = [float(row[0]) for row in rows(column(*values), name)[1:]]
    assert all(a == b or (math.isnan(a) and math.isnan(b)) for a, b in zip(back, values, strict=True))


@BOTH
@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(min_size=1), max_size=5))
def test_texts_come_back_as_they_are_shown(name: str, texts: list[str]) -> None:
    assert rows(column(*texts, kind="text"), name)[1:] == [[visible(text)] for text in texts]


def test_missing_nan_and_inf_are_three_things() -> None:
    table = table_of("", (Column("a"), Column("b")), [(None, 1), (math.nan, 1), (math.inf, 1), (-math.inf, 1)])
    assert [row[0] for row in rows(table)[1:]] == ["", "nan", "inf", "-inf"]


def test_parts_stay_one_table() -> None:
    assert rows(PARTED) == [
        ["end", "family", "matched_score"],
        ["top", "raw", "0.9"],
        ["top", "norm", "0.8"],
        ["bottom", "tokcc", "0.1"],
    ]


def test_heads_are_names() -> None:
    assert rows(ORDINARY)[0] == ["family", "matched_score", "kl_loss", "status"]


def test_columns_for_other_media_are_left_out() -> None:
    table = table_of("", (Column("a"), Column("b", media=Media.SCREEN)), [(1, 2)])
    assert rows(table) == [["a"], ["1"]]


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-cmd", "@sum", " =1"])
def test_formulas_are_defused_where_asked(text: str) -> None:
    assert rows(column(text, kind="text"), safe_csv=True)[1] == [f"'{text}"]
    assert rows(column(text, kind="text"))[1] == [text]


@pytest.mark.parametrize("value", ["-.5", "+1e3", "beta=.01", -0.5, "a-b"])
def test_what_is_no_formula_is_left_alone(value: Value) -> None:
    assert rows(column(value, kind="text"), safe_csv=True)[1] == [str(value)]


def test_whole_numbers_are_written_without_decimals() -> None:
    assert [row[0] for row in rows(column(1782.0, 0.5, 3, 1e300, Folded(2.0, 3, 3)))[1:]] == [
        "1782",
        "0.5",
        "3",
        "1e+300",
        "2",
    ]
