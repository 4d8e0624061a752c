from __future__ import annotations

import math
from typing import Any

import pytest

from sweeplens.data.formats.documents import Numeral
from sweeplens.data.layouts.numbers import curve_of_records, flat_numbers, number_of


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, 3.0),
        (0.5, 0.5),
        (Numeral("1e-3"), 0.001),
        (Numeral("-Infinity"), -math.inf),
        ("Infinity", math.inf),
        ("-inf", -math.inf),
        (10**400, math.inf),
        (-(10**400), -math.inf),
        ("0.5", None),
        (True, None),
        (None, None),
        ([1], None),
    ],
)
def test_numbers_are_numbers_and_texts_are_not(value: Any, expected: float | None) -> None:
    assert number_of(value) == expected


@pytest.mark.parametrize("value", ["NaN", "nan", Numeral("NaN"), math.nan])
def test_nan_is_a_number_that_is_none(value: Any) -> None:
    number = number_of(value)
    assert number is not None
    assert math.isnan(number)


def test_nested_numbers_are_named_by_their_path() -> None:
    document = {"test": {"acc": Numeral("0.5"), "name": "x"}, "n": 3, "list": [1, 2]}
    assert dict(flat_numbers(document)) == {"test.acc": 0.5, "n": 3.0}
    assert dict(flat_numbers(document, joint="/")) == {"test/acc": 0.5, "n": 3.0}


def test_records_of_one_step_are_joined_and_missing_numbers_are_null() -> None:
    records: list[dict[str, Any]] = [
        {"step": 1, "loss": 2.0},
        {"step": 1, "eval": {"acc": 0.5}},
        {"step": 2, "loss": 1.0},
        {"loss": 9.0},
    ]
    curve = curve_of_records(records, "step")
    assert curve.columns == ["step", "loss", "eval.acc"]
    assert curve.rows() == [(1.0, 2.0, 0.5), (2.0, 1.0, None)]


def test_settings_and_counters_in_records_are_no_metrics() -> None:
    records: list[dict[str, Any]] = [{"step": 1, "epoch": 0, "loss": 2.0, "config": {"lr": 0.1}}]
    assert curve_of_records(records, "step").columns == ["step", "loss"]
