"""An axis for the levels of a factor."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sweeplens.data.metrics import Factor
from sweeplens.figures import Axis
from sweeplens.stats.spacing import spacing

PAD = 0.06
"""Share of the axis that is left free beyond the outermost levels."""


@dataclass(frozen=True)
class LevelAxis:
    """Where the levels of a factor stand on an axis."""

    axis: Axis
    places: Mapping[str, float]
    """By a level's text."""


def level_axis(factor: Factor) -> LevelAxis:
    """An axis on which the levels are spaced evenly: linear, log, or one beside the other under their names."""
    kind = spacing([level.number for level in factor.levels])
    if kind == "even":
        places = {level.text: float(at) for at, level in enumerate(factor.levels)}
        names = tuple(level.head for level in factor.levels)
        return LevelAxis(Axis(factor.head, low=-0.5, high=len(names) - 0.5, names=names), places)
    places = {level.text: float(level.number or 0.0) for level in factor.levels}
    is_log = kind == "log"
    low, high = _padded([math.log10(place) if is_log else place for place in places.values()])
    ends = (10**low, 10**high) if is_log else (low, high)
    return LevelAxis(Axis(factor.head, log=is_log, low=ends[0], high=ends[1], ticks=tuple(places.values())), places)


def _padded(places: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis with room beyond these."""
    extent = max(places) - min(places)
    return min(places) - PAD * extent, max(places) + PAD * extent
