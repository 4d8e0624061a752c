"""Smoothing and healthy ranges, held against their definitions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.stats.smoothing import middle_range, smoothed

finite = st.floats(-1e6, 1e6)


@settings(max_examples=50)
@given(st.lists(finite, min_size=1, max_size=20), st.floats(0.0, 0.95))
def test_a_smoothed_value_is_the_weighted_mean_of_all_so_far(values: list[float], weight: float) -> None:
    for upto, calm in enumerate(smoothed(values, weight), start=1):
        weights = [weight ** (upto - 1 - i) for i in range(upto)]
        assert calm == pytest.approx(np.average(values[:upto], weights=weights), rel=1e-6, abs=1e-6)


def test_no_weight_changes_nothing() -> None:
    assert smoothed([3.0, 1.0, 2.0], 0.0) == [3.0, 1.0, 2.0]


def test_a_gap_stays_a_gap_and_moves_nothing() -> None:
    with_gap = smoothed([1.0, math.nan, 3.0], 0.5)
    assert math.isnan(with_gap[1])
    assert [with_gap[0], with_gap[2]] == smoothed([1.0, 3.0], 0.5)


@settings(max_examples=50)
@given(st.lists(finite, min_size=1, max_size=40))
def test_the_middle_range_is_that_of_numpy(values: list[float]) -> None:
    assert middle_range([*values, math.inf, math.nan]) == pytest.approx(tuple(np.quantile(values, [0.01, 0.99])))


def test_there_is_no_range_without_a_finite_value() -> None:
    assert middle_range([math.nan, math.inf]) is None
