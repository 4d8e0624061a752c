"""The definitions of Agarwal et al. (2021), written as loops and with scipy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from sweeplens.stats.benchmarks import (
    aggregate_iqm,
    improvement,
    improvement_interval,
    iqm_interval,
    profile,
    profile_band,
)

RUNS = st.lists(st.integers(0, 9).map(float), min_size=1, max_size=5).map(np.array)
METHODS = st.integers(1, 4).flatmap(lambda n: st.tuples(*(st.lists(RUNS, min_size=n, max_size=n) for _ in range(2))))
NOTHING = (np.nan, np.nan)
GENERATOR = np.random.default_rng(3)
GOOD = [GENERATOR.normal(1, 1, 8) for _ in range(5)]
POOR = [GENERATOR.normal(0, 1, 6) for _ in range(5)]


@given(METHODS)
@settings(max_examples=40, deadline=None)
def test_the_iqm_is_scipys_trimmed_mean_of_all_runs(methods: tuple[list[np.ndarray], list[np.ndarray]]) -> None:
    tasks, _ = methods
    assert aggregate_iqm(tasks) == pytest.approx(stats.trim_mean(np.concatenate(tasks), 0.25))


@given(METHODS)
@settings(max_examples=40, deadline=None)
def test_improvement_is_the_mean_of_mann_whitneys_u_by_task(methods: tuple[list[np.ndarray], list[np.ndarray]]) -> None:
    ours, theirs = methods
    shares = [stats.mannwhitneyu(x, y).statistic / (len(x) * len(y)) for x, y in zip(ours, theirs, strict=True)]
    assert improvement(ours, theirs) == pytest.approx(np.mean(shares))
    assert improvement(ours, theirs) + improvement(theirs, ours) == pytest.approx(1)


@given(METHODS)
@settings(max_examples=40, deadline=None)
def test_a_profile_is_the_share_of_runs_above_each_threshold(
    methods: tuple[list[np.ndarray], list[np.ndarray]],
) -> None:
    tasks, _ = methods
    thresholds = np.array([0.0, 3.0, 9.0])
    expected = [np.mean([np.mean([run > tau for run in runs]) for runs in tasks]) for tau in thresholds]
    assert profile(tasks, thresholds) == pytest.approx(expected)


def test_intervals_hold_their_estimates_and_are_the_same_each_time() -> None:
    low, high = iqm_interval(GOOD) or NOTHING
    assert low < aggregate_iqm(GOOD) < high
    assert iqm_interval(GOOD) == (low, high)
    below, above = improvement_interval(GOOD, POOR) or NOTHING
    assert 0.5 < below < improvement(GOOD, POOR) < above <= 1


def test_runs_are_drawn_within_their_task() -> None:
    constant = [np.array([1.0] * 4), np.array([5.0] * 4)]
    assert iqm_interval(constant) == (aggregate_iqm(constant), aggregate_iqm(constant))


def test_an_interval_is_near_one_of_plain_loops() -> None:
    draws = np.random.default_rng(9)
    centres = [
        stats.trim_mean(np.concatenate([draws.choice(runs, len(runs)) for runs in GOOD]), 0.25) for _ in range(3000)
    ]
    assert iqm_interval(GOOD) == pytest.approx(np.percentile(centres, [2.5, 97.5]), abs=0.05)


def test_the_band_of_a_profile_is_near_one_of_plain_loops() -> None:
    thresholds, draws = np.linspace(-1, 3, 9), np.random.default_rng(9)
    profiles = [profile([draws.choice(runs, len(runs)) for runs in GOOD], thresholds) for _ in range(2000)]
    band = profile_band(GOOD, thresholds)
    assert band is not None
    for ends, share in zip(band, (2.5, 97.5), strict=True):
        assert ends == pytest.approx(np.percentile(profiles, share, axis=0), abs=0.05)


def test_single_runs_have_no_interval_on_either_side() -> None:
    single = [runs[:1] for runs in GOOD]
    assert iqm_interval(single) is None
    assert profile_band(single, np.array([0.5])) is None
    assert improvement_interval(single, POOR) is None
    assert improvement_interval(GOOD, [runs[:1] for runs in POOR]) is None
    assert iqm_interval([*single[1:], GOOD[0]]) is not None


def test_every_pair_of_runs_counts_once() -> None:
    x, y = np.array([1.0, 2.0]), np.array([1.0, 0.0, 5.0])
    wins = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in product(x, y))
    assert improvement([x], [y]) == pytest.approx(wins / 6)
