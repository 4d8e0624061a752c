from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.render.base import Look
from sweeplens.render.digits import NARROWEST, digits_for


def written(values: list[float], look: Look | None = None) -> list[str]:
    digits = digits_for(values, look)
    return [digits.text(value) for value in values]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.5502, 0.5427], ["0.5502", "0.5427"]),
        ([0.4929, 0.5216, 0.55024], ["0.4929", "0.5216", "0.5502"]),
        ([214.28412, 1.8825, 0.0048], ["214.284", "1.8825", "0.0048"]),
        ([0.9971, 0.9984], ["0.9971", "0.9984"]),
        ([0.99712, 0.99713], ["0.99712", "0.99713"]),
        ([1.0, 1563.0], ["1", "1563"]),
        ([7e9, 1.0], ["7000000000", "1"]),
        ([3e-05, 0.5], ["3e-05", "0.5"]),
        ([4.5e12, 0.5], ["4.5e+12", "0.5"]),
        ([1.23456e-5, 1.23457e-5], ["1.23456e-05", "1.23457e-05"]),
        ([3e-10, 0.5, 4e12], ["3e-10", "0.5", "4e+12"]),
        ([1.1486, 2.2e-16], ["1.1486", "0"]),
        ([0.000123], ["0.000123"]),
        ([0.0, 0.0], ["0", "0"]),
        ([math.nan, math.inf, -math.inf], ["NaN", "Inf", "-Inf"]),
    ],
)
def test_digits_follow_the_spread_of_the_column(values: list[float], texts: list[str]) -> None:
    assert written(values) == texts


def test_an_outlier_does_not_hide_what_differs() -> None:
    assert len(set(written([0.50121, 0.50122, 123456.7]))) == 3


def test_a_precision_fixes_the_decimals() -> None:
    assert written([0.123456, 3.0], Look(precision=2)) == ["0.12", "3"]


@settings(max_examples=60, deadline=None)
@given(
    st.floats(allow_nan=True, allow_infinity=True), st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=5)
)
def test_any_float_fits_the_narrowest_column(value: float, sample: list[float]) -> None:
    text = digits_for(sample).fitted(value, NARROWEST)
    assert len(text) <= NARROWEST
    assert "#" not in text


@settings(max_examples=60, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False).filter(lambda value: 1e-290 < abs(value) < 1e308))
def test_what_is_shortened_is_still_the_value(value: float) -> None:
    assert math.isclose(float(digits_for([value]).fitted(value, NARROWEST)), value, rel_tol=0.5)


def test_what_cannot_be_written_is_no_other_number() -> None:
    assert digits_for([1.0]).fitted(123456789.0, 3) == "###"
