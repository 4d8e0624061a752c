"""Ranks and ties, against counting."""

from __future__ import annotations

from math import inf, isfinite, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.figures import Direction
from sweeplens.stats.ranks import ordered, ranks, tie_groups

values = st.lists(
    st.one_of(st.none(), st.sampled_from([nan, inf, -inf, 0.0, -0.0, 1.0, 2.0]), st.floats()), max_size=10
)


def finite(value: float | None) -> bool:
    return value is not None and isfinite(value)


@settings(max_examples=60, deadline=None)
@given(values, st.sampled_from(list(Direction)))
def test_a_rank_is_one_more_than_how_many_are_better(sample: list[float | None], direction: Direction) -> None:
    sign = -1 if direction is Direction.LOWER else 1
    numbers = [value for value in sample if value is not None and isfinite(value)]
    for value, rank in zip(sample, ranks(sample, direction), strict=True):
        if value is None or not isfinite(value):
            assert rank is None
        else:
            assert rank == 1 + sum(sign * other > sign * value for other in numbers)


@settings(max_examples=60, deadline=None)
@given(values)
def test_the_tied_are_those_with_an_equal(sample: list[float | None]) -> None:
    tied = {row for group in tie_groups(sample) for row in group}
    assert tied == {row for row, value in enumerate(sample) if finite(value) and sample.count(value) > 1}


@pytest.mark.parametrize("descending", [False, True])
def test_equal_values_keep_their_order_both_ways(descending: bool) -> None:
    sample = [1.0, None, 2.0, 1.0, nan, 2.0]
    assert ordered(sample, descending) == ([2, 5, 0, 3] if descending else [0, 3, 2, 5])
