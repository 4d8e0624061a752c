from __future__ import annotations

import math
import time

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.fields import number_of
from sweeplens.data.meaning import SHOWN
from sweeplens.data.numerals import MISSING_WORDS
from sweeplens.data.values import ReadColumn, read_column, unit_in


def read(*fields: str | None) -> ReadColumn:
    return read_column(pl.Series("metric", fields, dtype=pl.String))


def same(first: list[float | None], second: list[float | None]) -> bool:
    """Whether two columns hold the same numbers, NaN where NaN is."""
    return repr(first) == repr(second)


NUMBERS: list[tuple[str, float]] = [
    ("0.5", 0.5),
    (".5", 0.5),
    ("5.", 5),
    (" 7 ", 7),
    ("+370", 370),
    ("−0.5", -0.5),
    ("1e-3", 0.001),
    ("1E+5", 1e5),
    ("1e400", math.inf),
    ("-1e400", -math.inf),
    ("123456789012345678901234567890", 123456789012345678901234567890.0),
    ("90.18%", 90.18),
    ("1,014.45", 1014.45),
    ("12,345,678", 12_345_678),
    ("287.74K", 287_740),
    ("1.5 M", 1.5e6),
    ("7B", 7e9),
    ("2k", 2000),
    ("87.09 ± 0.2", 87.09),
    ("87.09±0.2", 87.09),
    ("87.09 +/- 0.2", 87.09),
    ("87.09 (0.2)", 87.09),
    ("87.09 $\\pm$ 0.2", 87.09),
    ("87.1% ± 0.2%", 87.1),
    ("48.8 ± nan", 48.8),
    ("nan ± nan", math.nan),
    ("nan", math.nan),
    ("-nan", math.nan),
    ("NaN", math.nan),
    ("1.#QNAN", math.nan),
    ("-inf", -math.inf),
    ("Infinity", math.inf),
    ("∞", math.inf),
    ("12 ms", 12),
    ("$3.20", 3.2),
    ("**63.89**", 63.89),
    ("63.89*", 63.89),
    ("tensor(0.5123)", 0.5123),
    ("tensor(0.5, device='cuda:0')", 0.5),
    ("np.float64(0.25)", 0.25),
]


@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_a_field_means_its_number(text: str, number: float) -> None:
    column = read(text)
    assert column.kind == "number"
    assert same(column.values.to_list(), [float(number)])


@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_one_expression_says_the_same_of_a_frame(text: str, number: float) -> None:
    frame = pl.DataFrame({"metric": [text.strip(), "word", None]})
    assert same(frame.select(number_of(pl.col("metric"))).to_series().to_list(), [float(number), None, None])


@pytest.mark.parametrize(
    "text", ["raw", "1.2.3", "1_000", "0x1F", "1e", "--5", "12:30", "2024-05-01", "1,5", "10³", "<0.1", "3 apples", "١"]
)
def test_what_is_no_number_stays_text(text: str) -> None:
    column = read(text, text)
    assert column.kind == "text"
    assert column.values.to_list() == [None, None]


@pytest.mark.parametrize("word", [*sorted(MISSING_WORDS), "", " ", "None", "NA", "NULL"])
def test_a_word_for_nothing_is_missing_and_counted(word: str) -> None:
    column = read("0.5", word, "0.25")
    assert (column.kind, column.values.to_list(), column.missing) == ("number", [0.5, None, 0.25], 1)
    assert column.missing_words == (1 if word.strip() else 0)


def test_nan_is_a_number_and_not_missing() -> None:
    column = read("nan", "nan", None)
    assert (column.kind, column.missing) == ("number", 1)
    assert same(column.values.to_list(), [math.nan, math.nan, None])


@pytest.mark.parametrize("fields", [(), (None, ""), ("None", "none")])
def test_a_column_of_nothing_is_text(fields: tuple[str | None, ...]) -> None:
    assert read(*fields).kind == "text"


def test_the_spread_is_kept_beside_the_value() -> None:
    column = read("87.09 ± 0.2", "nan ± nan", "48.8 ± nan", "80", "1 (0.5)", "2K ± 1K")
    assert column.spread is not None
    assert same(column.spread.to_list(), [0.2, math.nan, math.nan, None, 0.5, 1000.0])
    assert read("1", "2%").spread is None


def test_one_unit_for_all_is_the_columns_unit() -> None:
    assert read("90%", "85.5 %", None, "0").unit == "%"
    assert read("12 ms", "13ms").unit == "ms"
    assert read("$3", "$4").unit == "$"
    assert read("1", "2").unit == ""


@pytest.mark.parametrize("fields", [("12 ms", "3 s"), ("50%", "0.5"), ("$3", "€3")])
def test_numbers_in_different_units_are_never_one_column(fields: tuple[str, ...]) -> None:
    assert read(*fields).kind == "text"


def test_a_stray_unit_among_many_numbers_is_a_problem() -> None:
    column = read(*["0.5"] * 20, "50%")
    assert (column.kind, column.unreadable) == ("number", ((20, "50%"),))


def test_truth_values_are_one_and_zero() -> None:
    assert (read("True", "false", None).kind, read("True", "false", None).values.to_list()) == (
        "bool",
        [1.0, 0.0, None],
    )
    assert (read("True", "0", "0.5").kind, read("True", "0", "0.5").values.to_list()) == ("number", [1.0, 0.0, 0.5])


@pytest.mark.parametrize("fields", [("[1, 2]", "[]"), ('{"a": 1}',), ("(1, 2)", "(3, 4)", None)])
def test_lists_are_lists(fields: tuple[str | None, ...]) -> None:
    assert read(*fields).kind == "list"


def test_what_does_not_read_in_a_numeric_column_is_counted_and_shown() -> None:
    column = read(*map(str, range(90)), *["oops"] * 9)
    assert (column.kind, column.unreadable_count, len(column.unreadable)) == ("number", 9, SHOWN)
    assert column.unreadable[0] == (90, "oops")
    assert column.values.to_list()[90:] == [None] * 9


def test_too_much_that_does_not_read_makes_a_column_text() -> None:
    assert read(*map(str, range(80)), *["oops"] * 20).kind == "text"


def test_few_measurements_may_hold_one_that_does_not_read_where_few_levels_may_not() -> None:
    assert read("0.512", "0.613", "0.735", "failed").kind == "number"
    assert read("1", "2", "4", "full").kind == "text"
    assert read(".001", ".01", ".1", "full").kind == "text"


@pytest.mark.parametrize(
    ("series", "kind", "values"),
    [
        (pl.Series([1, None]), "number", [1.0, None]),
        (pl.Series([True, None]), "bool", [1.0, None]),
        (pl.Series([[1], None]), "list", [None, None]),
        (pl.Series(["2024"]).str.to_date("%Y"), "text", [None]),
    ],
)
def test_a_column_with_a_type_keeps_its_meaning(series: pl.Series, kind: str, values: list[float | None]) -> None:
    column = read_column(series)
    assert (column.kind, column.values.to_list(), column.missing) == (kind, values, series.null_count())
    assert column.is_numeric == (kind in ("number", "bool"))


def test_values_keep_the_columns_name() -> None:
    for fields in (("1",), ("1%",), ("a",), ("True",), (None,)):
        assert read(*fields).values.name == "metric"
    spread = read("1 ± 2").spread
    assert spread is not None
    assert spread.name == "metric"


@given(st.lists(st.one_of(st.none(), st.floats(), st.integers())))
@settings(deadline=None)
def test_numbers_as_python_writes_them_come_back(numbers: list[float | None]) -> None:
    column = read(*(None if number is None else repr(number) for number in numbers))
    meant = [None if number is None else float(repr(number)) for number in numbers]
    if any(number is not None for number in numbers):
        assert same(column.values.to_list(), meant)


@given(st.lists(st.one_of(st.none(), st.text(max_size=12))))
@settings(deadline=None)
def test_no_text_is_lost_without_being_counted(fields: list[str | None]) -> None:
    column = read(*fields)
    assert len(column.values) == len(fields)
    if column.is_numeric:
        assert column.values.null_count() == column.missing + column.unreadable_count


@pytest.mark.parametrize("form", ["{}", "{} ± 0.1", "{}%", "run {}"])
def test_a_million_fields_are_quick(form: str) -> None:
    numbers = pl.Series(range(200_000)).cast(pl.Float64).cast(pl.String)
    series = pl.select(pl.format(form, numbers)).to_series()
    start = time.process_time()
    read_column(series)
    assert time.process_time() - start < 4


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("time (s)", "s"),
        ("latency [ms]", "ms"),
        ("Cost ($ Per 1k Function Calls)", "$ Per 1k Function Calls"),
        ("Price [$/1000 examples]", "$/1000 examples"),
        ("memory (GB)", "GB"),
        ("speed (samples/s)", "samples/s"),
        ("wait (min)", "min"),
        ("metric_recall (TPR)", ""),
        ("FPS (include_cap_read)", ""),
        ("Claude (Prompt)", ""),
        ("loss", ""),
        ("(s)", ""),
        ("time (s) total", ""),
    ],
)
def test_a_unit_in_a_name_is_found_and_nothing_else(name: str, unit: str) -> None:
    assert unit_in(name) == unit
