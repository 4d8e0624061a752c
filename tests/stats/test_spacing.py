"""Which axis suits the levels of a factor."""

from __future__ import annotations

from math import inf

import pytest

from sweeplens.stats.spacing import spacing


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ([0.01, 0.1, 1], "log"),
        ([1, 0.1, 0.01], "log"),
        ([1e-4, 3e-4, 1e-3], "log"),
        ([128, 256, 512], "log"),
        ([0.01, 1], "log"),
        ([1, 2], "linear"),
        ([0.3, 0.5, 0.7], "linear"),
        ([0, 0.5, 1], "linear"),
        ([-1, 0, 1], "linear"),
        ([0, 0.01, 0.1, 1], "even"),
        ([0, 10], "linear"),
        ([None, None], "even"),
        ([1, None], "even"),
        ([1, inf], "even"),
        ([1, 1], "even"),
        ([5], "even"),
        ([], "even"),
    ],
)
def test_levels_stand_where_they_are_spaced_most_evenly(numbers: list[float | None], found: str) -> None:
    assert spacing(numbers) == found
