"""Curves that were measured at different steps, at the same ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def interpolated(x: Floats, y: Floats, at: Floats) -> Floats:
    """The values at `at` of the straight lines between the points of a curve whose `x` ascend.

    NaN before its first point and beyond its last one, and between two points one of which is not finite.
    """
    if not len(x):
        return np.full(len(at), np.nan)
    known = np.where(np.isfinite(y), y, np.nan)
    return np.interp(at, x, known, left=np.nan, right=np.nan)
