"""Intervals around a centre, by Student's t or by a seeded bootstrap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Centre: TypeAlias = Callable[[Array], Array]
    """From values of shape (..., n) to their centre, shape (...)."""

LEVEL = 0.95
"""How often such an interval holds what it is meant to hold."""
RESAMPLES = 2000
SEED = 0
"""Of the resampling: the same values always have the same interval."""
_AT_ONCE = 4_000_000
"""Resampled values that are held at a time."""


def t_factor(n: int, level: float = LEVEL) -> float:
    """How many standard errors Student's interval of a mean of `n` values reaches to either side; `n` is at least 2."""
    from scipy.special import stdtrit  # a tenth of a second that only these intervals need

    return float(stdtrit(n - 1, (1 + level) / 2))


def mean(values: Array) -> Array:
    """The mean over the last axis."""
    centre: Array = values.mean(axis=-1)
    return centre


def bootstrap_intervals(values: Array, centre: Centre = mean, level: float = LEVEL) -> Array:
    """Percentile intervals of the centres of groups of one size, `values` of shape (groups, n): shape (groups, 2).

    Every group is resampled in the same way, so that an interval does not depend on what stands beside it.
    Efron (1979), Bootstrap methods: another look at the jackknife.
    """
    groups, n = values.shape
    chosen = resamples(n)
    rows = max(1, _AT_ONCE // chosen.size)
    parts = [centre(values[start : start + rows, chosen]) for start in range(0, groups, rows)]
    return interval_of(np.concatenate(parts), level)


def resamples(n: int, count: int = RESAMPLES, seed: int = SEED) -> NDArray[np.int64]:
    """`count` draws of `n` places from `n`, with replacement: shape (count, n)."""
    return np.random.default_rng(seed).integers(0, n, (count, n))


def interval_of(centres: Array, level: float = LEVEL) -> Array:
    """The middle `level` of resampled centres, shape (..., resamples): shape (..., 2)."""
    ends: Array = np.quantile(centres, [(1 - level) / 2, (1 + level) / 2], axis=-1)
    return np.moveaxis(ends, 0, -1)


def stratified(strata: Sequence[Array], count: int = RESAMPLES, seed: int = SEED) -> list[Array]:
    """Each stratum, of shape (n,), resampled by itself: shape (count, n) each."""
    draws = np.random.default_rng(seed)
    return [values[draws.integers(0, len(values), (count, len(values)))] for values in strata]
