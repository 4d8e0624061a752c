"""Differences of pairs that share a seed, and how sure their mean is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.lazy import np
from sweeplens.stats.intervals import interval_of, stratified

FEWEST = 3
"""Pairs below which a bootstrap says nothing: it can only repeat them."""


@dataclass(frozen=True)
class PairedDifference:
    """The mean difference of pairs, averaged over cells of equal weight."""

    pairs: int
    cells: int
    mean: float
    low: float | None
    """Lower end of its 95 % bootstrap interval, pairs drawn within their cells; None where there are too few."""
    high: float | None

    @property
    def sign(self) -> int | None:
        """1 or -1 where the interval leaves zero out, 0 where it holds it; None where n is too small to say."""
        if self.low is None or self.high is None:
            return None
        return 1 if self.low > 0 else -1 if self.high < 0 else 0


def paired_difference(cells: Sequence[Sequence[float]]) -> PairedDifference:
    """The mean over cells of the mean of each cell's differences; `cells` holds at least one, none of them empty.

    Cells of a single pair are resampled as they are, so that the interval speaks for the seeds of the others. It needs
    `FEWEST` pairs in some cell.
    """
    strata = [np.asarray(differences, dtype=np.float64) for differences in cells]
    pairs = sum(map(len, strata))
    mean = float(np.mean([values.mean() for values in strata]))
    if max(map(len, strata)) < FEWEST:
        return PairedDifference(pairs, len(strata), mean, None, None)
    means = np.mean([drawn.mean(axis=-1) for drawn in stratified(strata)], axis=0)
    low, high = interval_of(means).tolist()
    return PairedDifference(pairs, len(strata), mean, low, high)
