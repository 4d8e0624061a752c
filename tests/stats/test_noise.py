"""Differences beside the spread of repeats, and pairs that share a seed."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.stats.intervals import RESAMPLES, SEED
from sweeplens.stats.noise import is_within, joint_spread, noise_groups
from sweeplens.stats.paired import FEWEST, paired_difference

DELTAS = st.lists(st.floats(-100, 100), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("first", "second", "expected"), [(3.0, 4.0, sqrt(12.5)), (3.0, None, 3.0), (None, 4.0, 4.0), (None, None, None)]
)
def test_the_joint_spread_is_of_those_known(first: float | None, second: float | None, expected: float | None) -> None:
    assert joint_spread(first, second) == (None if expected is None else pytest.approx(expected))


def test_nothing_is_within_an_unknown_spread() -> None:
    assert not is_within(1.0, 1.0, None)


@pytest.mark.parametrize(
    ("values", "spreads", "groups"),
    [
        ([5.0, 4.9, 4.0, 3.95, 3.0], [0.2] * 5, [0, 0, 1, 1, 2]),
        ([5.0, 4.9, 4.8, 4.7], [0.25] * 4, [0, 0, 0, 1]),
        ([5.0, 4.9], [None, None], [0, 1]),
        ([5.0, 4.9], [None, 0.2], [0, 0]),
        ([], [], []),
    ],
)
def test_a_group_begins_where_a_value_leaves_the_first_of_the_one_before(
    values: list[float], spreads: list[float | None], groups: list[int]
) -> None:
    assert noise_groups(values, spreads) == groups


@given(st.lists(DELTAS, min_size=1, max_size=5))
@settings(max_examples=40, deadline=None)
def test_the_mean_weighs_cells_alike_and_its_interval_lies_within_the_extremes(cells: list[list[float]]) -> None:
    found = paired_difference(cells)
    assert found.mean == pytest.approx(np.mean([np.mean(cell) for cell in cells]), abs=1e-9)
    assert (found.pairs, found.cells) == (sum(map(len, cells)), len(cells))
    if found.low is not None and found.high is not None:
        slack = 1e-9
        assert np.mean([min(cell) for cell in cells]) - slack <= found.low <= found.high
        assert found.high <= np.mean([max(cell) for cell in cells]) + slack


def test_the_interval_is_the_percentiles_of_means_drawn_within_cells() -> None:
    cells = [np.array([0.1, 0.3, 0.2]), np.array([0.5, 0.4, 0.9, 0.8])]
    draws = np.random.default_rng(SEED)
    first = cells[0][draws.integers(0, 3, (RESAMPLES, 3))].mean(axis=1)
    second = cells[1][draws.integers(0, 4, (RESAMPLES, 4))].mean(axis=1)
    found = paired_difference([cell.tolist() for cell in cells])
    assert [found.low, found.high] == pytest.approx(np.percentile((first + second) / 2, [2.5, 97.5]))


@pytest.mark.parametrize(("cell", "sign"), [([1, 2, 3], 1), ([-1, -2, -3], -1), ([-1, 0, 1], 0), ([1, 2], None)])
def test_a_sign_is_said_where_the_interval_leaves_zero_out(cell: list[float], sign: int | None) -> None:
    assert paired_difference([cell]).sign == sign


def test_too_few_pairs_have_a_mean_and_no_interval() -> None:
    found = paired_difference([[1.0] * (FEWEST - 1), [3.0]])
    assert (found.mean, found.low, found.high) == (2.0, None, None)
