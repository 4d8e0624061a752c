"""The effect of a factor is over the finite values of its levels."""

from __future__ import annotations

import polars as pl
import pytest

from sweeplens.stats.effects import LevelMean, effect


@pytest.mark.parametrize("name", ["family", "mean", "n"])
def test_the_means_of_the_levels_are_told_whatever_the_factor_is_called(name: str) -> None:
    cells = pl.DataFrame({name: ["a", "a", "b", "b"], "score": [1.0, 3.0, 5.0, float("nan")]})
    found = effect(cells, name, "score")
    assert found is not None
    assert found.means == (LevelMean("a", 2.0, 2), LevelMean("b", 5.0, 1))
