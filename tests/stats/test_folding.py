"""Replicates folded into cells, against numpy and scipy."""

from __future__ import annotations

from math import inf, isfinite, nan

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from sweeplens.stats.folding import METHODS, PARTS, folded, part_name
from sweeplens.stats.intervals import RESAMPLES, bootstrap_intervals, resamples, t_factor
from sweeplens.stats.robust import interquartile_mean
from sweeplens.ways import Folding

NUMBERS = st.floats(-1e6, 1e6)
WRITTEN = st.one_of(NUMBERS, st.none(), st.sampled_from((nan, inf, -inf)))
CELLS = st.lists(st.lists(WRITTEN, min_size=1, max_size=6), min_size=1, max_size=4)


def parts(
    cells: list[list[float | None]], method: Folding, worst: float | None = None
) -> list[dict[str, float | None]]:
    """The parts of each cell."""
    rows = [(str(at), value) for at, cell in enumerate(cells) for value in cell]
    frame = pl.DataFrame(rows, schema={"cell": pl.String, "score": pl.Float64}, orient="row")
    found = folded(frame, ["cell"], ["score"], METHODS[method], {} if worst is None else {"score": worst})
    assert found["cell"].to_list() == [str(at) for at in range(len(cells))]
    return [{part: row[part_name("score", part)] for part in PARTS} for row in found.iter_rows(named=True)]


def counting(cell: list[float | None], worst: float | None) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The values that a policy counts."""
    there = [value for value in cell if value is not None]
    kept = [value if isfinite(value) else worst for value in there]
    return np.array([value for value in kept if value is not None], dtype=np.float64)


@pytest.mark.parametrize("worst", [None, -2e6])
@given(cells=CELLS)
@settings(max_examples=40, deadline=None)
def test_mean_and_sample_deviation_are_numpys_under_both_policies(
    worst: float | None, cells: list[list[float | None]]
) -> None:
    for cell, found in zip(cells, parts(cells, "mean-std", worst), strict=True):
        values = counting(cell, worst)
        if len(values):
            assert found["centre"] == pytest.approx(np.mean(values), rel=1e-9, abs=1e-6)
        if len(values) > 1:
            assert found["spread"] == pytest.approx(np.std(values, ddof=1), rel=1e-9, abs=1e-5)
        assert (found["spread"] is None) == (len(values) < 2)


@given(cells=CELLS)
@settings(max_examples=40, deadline=None)
def test_finite_and_other_values_are_counted_apart_and_missing_ones_not_at_all(cells: list[list[float | None]]) -> None:
    for cell, found in zip(cells, parts(cells, "mean-std", 0.0), strict=True):
        written = [value for value in cell if value is not None]
        assert found["n"] == sum(map(isfinite, written))
        assert found["nonfinite"] == len(written) - sum(map(isfinite, written))


@pytest.mark.parametrize("worst", [None, -2e6])
@given(cells=CELLS)
@settings(max_examples=40, deadline=None)
def test_median_and_range_are_numpys(worst: float | None, cells: list[list[float | None]]) -> None:
    for cell, found in zip(cells, parts(cells, "median-range", worst), strict=True):
        values = counting(cell, worst)
        if len(values) > 1:
            expected = [np.median(values), np.min(values), np.max(values)]
            assert [found["centre"], found["low"], found["high"]] == pytest.approx(expected)
        else:
            assert (found["low"], found["high"]) == (None, None)


@pytest.mark.parametrize("worst", [None, -1.0])
def test_standard_error_and_t_interval_are_scipys(worst: float | None) -> None:
    cells: list[list[float | None]] = [[0.8, 0.82, 0.79], [0.5, nan, 0.7, None], [0.3]]
    errors, intervals = parts(cells, "mean-stderr", worst), parts(cells, "mean-t95", worst)
    for cell, error, interval in zip(cells[:2], errors, intervals, strict=False):
        values = counting(cell, worst)
        assert error["spread"] == pytest.approx(stats.sem(values))
        low, high = stats.t.interval(0.95, len(values) - 1, values.mean(), stats.sem(values))
        assert [interval["low"], interval["high"]] == pytest.approx([low, high])
    assert (errors[2]["spread"], intervals[2]["low"], intervals[2]["high"]) == (None, None, None)


@pytest.mark.parametrize("n", [2, 3, 5, 30, 1000])
def test_the_factor_of_students_t_is_scipys(n: int) -> None:
    assert t_factor(n) == pytest.approx(stats.t.ppf(0.975, n - 1))


@given(values=st.lists(NUMBERS, min_size=1, max_size=20))
@settings(max_examples=40, deadline=None)
def test_the_interquartile_mean_is_scipys_trimmed_mean(values: list[float]) -> None:
    assert interquartile_mean(np.array(values)) == pytest.approx(stats.trim_mean(values, 0.25), rel=1e-9, abs=1e-6)


def test_a_bootstrap_interval_is_the_percentiles_of_resampled_centres() -> None:
    values = np.array([[0.1, 0.5, 0.9, 0.3, 0.4]])
    drawn = [np.mean(values[0][row]) for row in resamples(5)]
    assert len(drawn) == RESAMPLES
    assert bootstrap_intervals(values)[0] == pytest.approx(np.percentile(drawn, [2.5, 97.5]))


def test_a_bootstrap_interval_is_near_scipys_and_the_same_each_time() -> None:
    values = np.random.default_rng(1).normal(size=40)
    theirs = stats.bootstrap((values,), np.mean, method="percentile", n_resamples=9999, random_state=1)
    ours = bootstrap_intervals(values[None])[0]
    assert ours == pytest.approx(list(theirs.confidence_interval), abs=0.03)
    assert (bootstrap_intervals(values[None])[0] == ours).all()


def test_bootstrap_intervals_of_cells_do_not_depend_on_the_others() -> None:
    cell: list[float | None] = [0.1, 0.4, 0.9]
    (alone,), beside = parts([cell], "mean-bootstrap95"), parts([[1.0, 2.0, 5.0], cell, [7.0]], "mean-bootstrap95")
    assert beside[1] == alone
    assert (beside[2]["centre"], beside[2]["low"]) == (7.0, None)


def test_interquartile_means_and_their_intervals_are_by_cell() -> None:
    cells: list[list[float | None]] = [[0.0, 1.0, 2.0, 100.0], [nan, 3.0], [None]]
    first, second, third = parts(cells, "iqm-bootstrap95")
    assert (first["centre"], second["centre"], third["centre"]) == (1.5, 3.0, None)
    assert first["low"] is not None
    assert (second["low"], third["n"]) == (None, 0)


def test_a_cell_without_a_finite_value_says_what_it_has() -> None:
    wild, nothing = parts([[nan, inf], [None, None]], "mean-std")
    assert wild["centre"] is not None
    assert not isfinite(wild["centre"])
    assert (nothing["centre"], nothing["n"], nothing["nonfinite"]) == (None, 0, 0)


def test_values_that_differ_by_rounding_alone_have_no_spread() -> None:
    (found,) = parts([[0.1 + 0.2, 0.3, 0.3]], "mean-std")
    assert found["spread"] == 0.0


def test_without_keys_there_is_one_cell() -> None:
    frame = pl.DataFrame({"score": [1.0, 3.0]})
    assert folded(frame, [], ["score"], METHODS["mean-std"], {})["score"].to_list() == [2.0]
