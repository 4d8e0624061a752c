"""Curves made calmer, with what was measured kept beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence


def smoothed(values: Sequence[float], weight: float) -> list[float]:
    """Exponential moving average, `weight` of the past from 0 (as measured) to below 1, without the bias of its start.

    A value that is not finite stays as it is and does not touch the average. The start is corrected as in Kingma and Ba
    (2015), Adam, section 3: the running average is divided by one minus the weight to the power of the values seen.
    """
    average, seen, calm = 0.0, 0, []
    for value in values:
        if not math.isfinite(value):
            calm.append(value)
            continue
        average, seen = weight * average + (1 - weight) * value, seen + 1
        calm.append(average / (1 - weight**seen))
    return calm


def middle_range(values: Sequence[float], low: float = 0.01, high: float = 0.99) -> tuple[float, float] | None:
    """The `low` and `high` quantiles of the finite values, by linear interpolation; None where there is none."""
    finite = sorted(value for value in values if math.isfinite(value))
    return (_quantile(finite, low), _quantile(finite, high)) if finite else None


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
