"""Smooth made-up curves through the few values that were published."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Curve = NDArray[np.float64]


def through_extreme(
    fraction: Curve, first: float, extreme: float, final: float, at: int, steepness: float, rough: Curve
) -> Curve:
    """A curve that starts at `first`, has its extreme at index `at`, and ends at `final`.

    `fraction` is how much of the training is done at each step. `steepness` says how fast the way to the extreme
    begins, and `rough` (small, around 0) how uneven it is; neither moves the three values.
    """
    before = 1 - saturating((fraction - fraction[0]) / (fraction[at] - fraction[0]), steepness)
    after = smooth_step((fraction - fraction[at]) / (1 - fraction[at])) if at < len(fraction) - 1 else 0 * fraction
    is_before = np.arange(len(fraction)) < at
    uneven = 1 + rough
    uneven[[0, -1]] = 1
    return np.asarray(
        extreme
        + np.where(is_before, (first - extreme) * np.clip(before * uneven, 0, 1), 0.0)
        + np.where(is_before, 0.0, (final - extreme) * np.clip(after * uneven, 0, None))
    )


def decay(fraction: Curve, first: float, final: float, steepness: float, rough: Curve) -> Curve:
    """A positive curve that goes from `first` to `final` in the logarithm, fast at first."""
    way = saturating((fraction - fraction[0]) / (1 - fraction[0]), steepness)
    uneven = np.where((way > 0) & (way < 1), rough, 0.0)
    return np.asarray(first * np.exp(np.log(final / first) * way + uneven))


def saturating(share: Curve, steepness: float) -> Curve:
    """0 at 0, 1 at 1, and steep at first."""
    return np.asarray(np.expm1(-steepness * share) / np.expm1(-steepness))


def smooth_step(share: Curve) -> Curve:
    """0 at 0, 1 at 1, level at both ends."""
    inside = np.clip(share, 0, 1)
    return np.asarray(inside * inside * (3 - 2 * inside))


def roughness(size: float, count: int, *seed: int) -> Curve:
    """Reproducible noise of a standard deviation, the same for the same seed."""
    return np.random.default_rng(seed).normal(0, size, count)


def spread_out(index: Curve) -> Curve:
    """Digits below the printed ones: numbers between -1 and 1, evenly spread and never in step (the golden ratio's)."""
    return np.asarray(2 * ((index * 0.6180339887) % 1) - 1)
