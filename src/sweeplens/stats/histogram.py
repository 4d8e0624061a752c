"""How many values fall where, on edges that the groups being compared share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sweeplens.lazy import np, pl
from sweeplens.stats.spread import ROUNDING

Values: TypeAlias = "Sequence[float | None] | pl.Series"

BINS = 16


@dataclass(frozen=True)
class Edges:
    """Equal bins from `low` to `high`."""

    low: float
    high: float
    bins: int = BINS


def shared_edges(values: Values, bins: int = BINS) -> Edges | None:
    """Edges that hold every finite value; None where there is none."""
    finite = _finite(values)
    return Edges(float(finite.min()), float(finite.max()), bins) if finite.size else None


def histogram(values: Values, edges: Edges | None) -> tuple[int, ...]:
    """Finite values by bin; all in the middle one where rounding alone parts the edges. Empty where there are none."""
    if edges is None:
        return ()
    finite = _finite(values)
    # Halved before subtracting, or the width of a range from -1e308 to 1e308 would not be finite.
    width = edges.high / 2 - edges.low / 2
    if width <= ROUNDING * max(abs(edges.low), abs(edges.high)):
        counts = [0] * edges.bins
        counts[edges.bins // 2] = int(finite.size)
        return tuple(counts)
    places = np.floor((finite / 2 - edges.low / 2) / width * edges.bins).astype(int)
    return tuple(np.bincount(np.clip(places, 0, edges.bins - 1), minlength=edges.bins).tolist())


def _finite(values: Values) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The finite values, shape (n,)."""
    array = np.asarray(values, dtype=np.float64)
    return array[np.isfinite(array)]
