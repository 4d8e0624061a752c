"""Spreads, against Python's own statistics."""

from __future__ import annotations

import statistics
from math import inf, isfinite, nan

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.stats.spread import spread, spreads

# The square of a number below 1e-150 underflows, in any library.
numbers = st.floats(-1e6, 1e6).filter(lambda number: number == 0 or abs(number) > 1e-100)
values = st.lists(st.one_of(st.none(), st.sampled_from([nan, inf, -inf]), numbers), max_size=12)


@settings(max_examples=60, deadline=None)
@given(values, st.sampled_from([0, 1]))
def test_a_spread_is_that_of_the_finite_values(sample: list[float | None], ddof: int) -> None:
    found = spread(sample, ddof)
    finite = [value for value in sample if value is not None and isfinite(value)]
    assert (found.n, found.missing, found.nonfinite) == (
        len(finite),
        sample.count(None),
        len(sample) - len(finite) - sample.count(None),
    )
    if finite:
        assert (found.min, found.max) == (min(finite), max(finite))
        assert found.median == pytest.approx(statistics.median(finite), rel=1e-12)
        assert found.mean == pytest.approx(statistics.fmean(finite), rel=1e-9, abs=1e-9)
    if len(finite) > 1:
        right = statistics.stdev(finite) if ddof else statistics.pstdev(finite)
        assert found.std == pytest.approx(right, rel=1e-6, abs=1e-12 * max(map(abs, finite)))


@pytest.mark.parametrize("sample", [[], [None], [nan, inf, None]])
def test_no_finite_value_gives_no_statistic(sample: list[float | None]) -> None:
    found = spread(sample)
    assert (found.min, found.mean, found.median, found.max, found.std) == (None,) * 5


def test_one_value_has_no_deviation() -> None:
    assert spread([2.0]).std is None
    assert spread([2.0], ddof=1).std is None


def test_values_that_differ_by_rounding_alone_do_not_deviate() -> None:
    assert spread([0.1 + 0.2, 0.3, 0.3]).std == 0
    assert spread([1e-13, 2e-13]).std == pytest.approx(5e-14)


FRAME = pl.DataFrame({"family": ["b", "a", "b", None], "score": [1.0, 2.0, 3.0, 9.0], "loss": [nan, None, 1.0, 2.0]})


def test_groups_come_in_order_of_appearance_each_with_its_own_spread() -> None:
    found = spreads(FRAME, ["score", "loss"], by=["family"])
    assert [group for group, _ in found] == [("b",), ("a",), (None,)]
    score, loss = found[0][1]
    assert (score.mean, score.n, loss.n, loss.nonfinite) == (2.0, 2, 1, 1)


def test_no_rows_are_a_group_of_nothing_and_no_metrics_a_group_of_none() -> None:
    assert [(group, parts[0].n) for group, parts in spreads(FRAME.clear(), ["score"])] == [((), 0)]
    assert spreads(FRAME, []) == [((), ())]
