"""Histograms on shared edges."""

from __future__ import annotations

from math import inf, isfinite, nan

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.stats.histogram import Edges, histogram, shared_edges

values = st.lists(st.one_of(st.none(), st.sampled_from([nan, inf]), st.floats(allow_nan=False)), max_size=20)


@settings(max_examples=60, deadline=None)
@given(values)
def test_every_finite_value_falls_into_one_bin(sample: list[float | None]) -> None:
    counts = histogram(sample, shared_edges(sample))
    assert sum(counts) == sum(value is not None and isfinite(value) for value in sample)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-50, 50), min_size=2, unique=True, max_size=30))
def test_bins_are_those_of_numpy(numbers: list[int]) -> None:
    sample = [float(number) for number in numbers]
    edges = Edges(min(sample), max(sample), 4)
    right = np.histogram(sample, bins=4, range=(edges.low, edges.high))[0].tolist()
    assert list(histogram(sample, edges)) == right


def test_a_constant_stands_in_the_middle() -> None:
    assert histogram([2.0, 2.0, None], shared_edges([2.0], bins=3)) == (0, 2, 0)
    assert histogram([0.1 + 0.2, 0.3], shared_edges([0.1 + 0.2, 0.3], bins=3)) == (0, 2, 0)


@pytest.mark.parametrize("sample", [[], [None, nan]])
def test_nothing_finite_has_no_edges_and_no_bins(sample: list[float | None]) -> None:
    assert shared_edges(sample) is None
    assert histogram(sample, None) == ()


def test_a_group_is_counted_on_the_edges_of_all() -> None:
    edges = shared_edges([0.0, 1.0, 2.0, 3.0], bins=2)
    assert histogram(pl.Series([0.0, 1.0, None]), edges) == (2, 0)
