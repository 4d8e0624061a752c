"""Centres that a few outliers do not move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


def interquartile_mean(values: Array) -> Array:
    """The mean of the middle half along the last axis: a quarter of the values, rounded down, is cut off at each end.

    Agarwal et al. (2021), Deep reinforcement learning at the edge of the statistical precipice, section 4.3; the
    rounding is that of their `rliable` (`scipy.stats.trim_mean` with a share of 0.25).
    """
    n = values.shape[-1]
    cut = n // 4
    middle: Array = np.sort(values, axis=-1)[..., cut : n - cut].mean(axis=-1)
    return middle
