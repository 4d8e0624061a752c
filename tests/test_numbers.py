from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.numbers import column_scale, document_number, whole


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.5502, "0.5502"),
        (0.55024, "0.5502"),
        (0.015, "0.015"),
        (0.0, "0"),
        (-0.0, "0"),
        (12, "12"),
        (12.0, "12"),
        (1563.0, "1563"),
        (214.28412, "214.284"),
        (135.0551, "135.055"),
        (21.80721, "21.8072"),
        (123456.789, "123457"),
        (0.99996, "1"),
        (3e-05, "3e-05"),
        (-0.000012345678, "-1.23457e-05"),
        (1e300, "1e+300"),
        (12345678901234567890, "12345678901234567890"),
        (math.nan, "NaN"),
        (math.inf, "Inf"),
        (-math.inf, "-Inf"),
        (True, "True"),
    ],
)
def test_documents_write_four_decimals_and_six_digits(value: float, written: str) -> None:
    assert document_number(value) == written


def test_noise_beside_its_column_is_zero() -> None:
    assert document_number(2e-16, scale=1.1486) == "0"


def test_a_small_value_that_is_no_noise_is_written() -> None:
    assert document_number(3e-10, scale=0.5) == "3e-10"


@pytest.mark.parametrize(("decimals", "written"), [(0, "3"), (2, "3.14"), (8, "3.14159265")])
def test_a_precision_fixes_the_decimals(decimals: int, written: str) -> None:
    assert document_number(math.pi, decimals=decimals) == written


@settings(max_examples=60, deadline=None)
@given(st.floats(min_value=1e-3, max_value=1e6))
def test_what_is_written_is_the_value_to_its_digits(value: float) -> None:
    digit = max(1e-4, 10.0 ** (math.floor(math.log10(value)) - 5))
    assert abs(float(document_number(value)) - value) <= 0.5001 * digit


def test_the_scale_of_a_column_is_its_largest_ordinary_magnitude() -> None:
    assert column_scale([0.5, -2.0, None, "x", math.nan, math.inf, 4e12]) == 2.0


def test_a_column_of_nothing_has_no_scale() -> None:
    assert column_scale([None, math.nan]) == 0.0


@given(st.floats())
def test_a_whole_number_is_an_integer_and_the_same_number(value: float) -> None:
    found = whole(value)
    assert found == value or math.isnan(value)
    assert str(found) == ("-0.0" if str(value) == "-0.0" else repr(found))
    is_exact = math.isfinite(value) and value == int(value) and abs(value) < 2**53
    assert isinstance(found, int) == (is_exact and str(value) != "-0.0")
