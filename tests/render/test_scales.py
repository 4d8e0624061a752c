from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sweeplens.figures import Axis
from sweeplens.render.scales import Scale, linear_ticks, scale_for

FINITE = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)


def labels(low: float, high: float, count: int = 5, log: bool = False) -> list[str]:
    return [label for _, label in Scale(low, high, log).ticks(count)]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, ["0.00", "0.25", "0.50", "0.75", "1.00"]),
        (0, 1563, ["0", "500", "1000", "1500"]),
        (0.9971, 0.9984, ["0.99725", "0.99750", "0.99775", "0.99800", "0.99825"]),
        (-2, 2, ["-2", "-1", "0", "1", "2"]),
        (1e-12, 5e-12, ["1e-12", "2e-12", "3e-12", "4e-12", "5e-12"]),
        (0, 1e9, ["0", "2.50e+08", "5.00e+08", "7.50e+08", "1.00e+09"]),
    ],
)
def test_ticks_are_round(low: float, high: float, expected: list[str]) -> None:
    assert labels(low, high) == expected


@settings(max_examples=60, deadline=None)
@given(FINITE, FINITE, st.integers(min_value=2, max_value=12))
def test_ticks_lie_within_and_can_be_told_apart(one: float, other: float, count: int) -> None:
    scale = scale_for(Axis("x"), [np.array([one, other])])
    ticks = scale.ticks(count)
    assert all(-1e-6 <= place <= 1 + 1e-6 for place, _ in ticks)
    assert len({label for _, label in ticks}) == len(ticks) >= 2


@settings(max_examples=60, deadline=None)
@given(FINITE, FINITE)
def test_labels_say_the_values(low: float, high: float) -> None:
    low, high = sorted((low, high))
    assume(high / 2 - low / 2 > max(1e-9 * max(abs(low), abs(high)), 1e-280))
    values, texts = linear_ticks(low, high, 5)
    step = values[1] - values[0]
    assert all(math.isclose(float(text), value, abs_tol=0.01 * step) for value, text in zip(values, texts, strict=True))


def test_log_ticks_are_powers_of_ten() -> None:
    assert labels(1e-4, 100, log=True) == ["0.0001", "0.001", "0.01", "0.1", "1", "10", "100"][::2]


def test_log_ticks_within_two_decades_are_finer() -> None:
    assert labels(1, 60, log=True) == ["1", "2", "5", "10", "20", "50"]


def test_log_ticks_within_a_decade_are_linear() -> None:
    assert len(labels(1.1, 1.9, log=True)) >= 2


def test_log_ticks_are_evenly_spaced() -> None:
    places = [place for place, _ in Scale(1, 1e4, log=True).ticks(5)]
    assert np.allclose(np.diff(places), 0.25)


@settings(max_examples=60, deadline=None)
@given(st.lists(FINITE, min_size=2, max_size=20))
def test_all_values_lie_on_their_scale(values: list[float]) -> None:
    array = np.array(values)
    places = scale_for(Axis("x"), [array]).at(array)
    assert np.all((places >= -1e-6) & (places <= 1 + 1e-6))


@settings(max_examples=60, deadline=None)
@given(st.lists(FINITE, min_size=2, max_size=20))
def test_a_scale_keeps_the_order(values: list[float]) -> None:
    places = scale_for(Axis("x"), [np.array(values)]).at(np.array(sorted(values)))
    assert all(before <= after + 1e-9 for before, after in pairwise(places))


def test_one_value_stands_in_the_middle() -> None:
    assert scale_for(Axis("x"), [np.array([0.5, 0.5])]).place(0.5) == pytest.approx(0.5)


def test_nothing_has_a_scale_too() -> None:
    assert scale_for(Axis("x"), [np.array([math.nan])]) == Scale(0.0, 1.0)


def test_fixed_ends_win() -> None:
    assert scale_for(Axis("x", low=-1.0, high=2.0), [np.array([5.0])]) == Scale(-1.0, 2.0)


def test_a_log_axis_starts_above_zero() -> None:
    assert scale_for(Axis("x", log=True), [np.array([-1.0, 0.0, 0.1, 10.0])]) == Scale(0.1, 10.0, log=True)


def test_a_log_axis_has_no_place_at_zero() -> None:
    assert math.isnan(Scale(0.1, 10, log=True).place(0.0))


def test_where_nothing_is_above_zero_the_scale_is_linear() -> None:
    assert not scale_for(Axis("x", log=True), [np.array([-1.0, -2.0])]).log
