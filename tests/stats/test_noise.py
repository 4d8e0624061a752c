"""Differences beside the spread of repeats, and pairs that share a seed."""

from __future__ import annotations

from math import sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.stats.intervals import RESAMPLES, SEED
from sweeplens.stats.noise import is_within, joint_spread, joint_spreads, noise_groups
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
def test_the_mean_weighs_cells_alike_and_lies_in_its_interval(cells: list[list[float]]) -> None:
    found = paired_difference(cells)
    assert found.mean == pytest.approx(np.mean([np.mean(cell) for cell in cells]), abs=1e-9)
    assert (found.pairs, found.cells) == (sum(map(len, cells)), len(cells))
    assert (found.low is None) == (sum(len(cell) - 1 for cell in cells) < FEWEST)
    assert found.low is None or found.low <= found.high  # type: ignore[operator]


def test_the_interval_is_the_percentiles_of_rescaled_means_drawn_within_cells() -> None:
    cells = [np.array([0.1, 0.3, 0.2]), np.array([0.5, 0.4, 0.9, 0.8])]
    draws = np.random.default_rng(SEED)
    means = []
    for cell in cells:
        wide = cell.mean() + (cell - cell.mean()) * sqrt(len(cell) / (len(cell) - 1))
        means.append(wide[draws.integers(0, len(cell), (RESAMPLES, len(cell)))].mean(axis=1))
    found = paired_difference([cell.tolist() for cell in cells])
    assert [found.low, found.high] == pytest.approx(np.percentile(np.mean(means, axis=0), [2.5, 97.5]))


@pytest.mark.parametrize(("cells", "pairs"), [(1, 5), (2, 3), (8, 3)])
def test_few_pairs_do_not_look_surer_than_they_are(cells: int, pairs: int) -> None:
    draws = np.random.default_rng(7)
    found = [paired_difference(draws.normal(0, 1, (cells, pairs)).tolist()) for _ in range(500)]
    assert np.mean([each.sign == 0 for each in found]) > 0.82


@pytest.mark.parametrize(
    ("cell", "sign"), [([1, 2, 3, 2, 1], 1), ([-1, -2, -3, -1, -2], -1), ([-1, 0, 1, 0, 0], 0), ([1, 2, 3, 4], None)]
)
def test_a_sign_is_said_where_the_interval_leaves_zero_out(cell: list[float], sign: int | None) -> None:
    assert paired_difference([cell]).sign == sign


def test_too_few_pairs_have_a_mean_and_no_interval() -> None:
    found = paired_difference([[1.0] * FEWEST, [3.0]])
    assert (found.mean, found.low, found.high) == (2.0, None, None)


@given(st.lists(st.tuples(*[st.none() | st.floats(0, 1e6)] * 2), max_size=6))
def test_spreads_are_joined_value_by_value(sides: list[tuple[float | None, float | None]]) -> None:
    first, second = (pl.Series([side[at] for side in sides], dtype=pl.Float64) for at in (0, 1))
    expected = [joint_spread(*side) for side in sides]
    assert joint_spreads(first, second).to_list() == [
        None if each is None else pytest.approx(each) for each in expected
    ]
