"""The strokes of bars: from zero as long as a value, with whiskers over what stands beside one that is folded."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sweeplens.figures import Axis, is_finite
from sweeplens.render.glyphs import Glyphs, bar
from sweeplens.render.whiskers import ends_of, reach


@dataclass(frozen=True)
class Strokes:
    """Strokes in `width` cells, which span from `low` to `high`."""

    width: int
    low: float
    high: float
    log: bool
    glyphs: Glyphs

    @classmethod
    def over(cls, values: Iterable[float | None], axis: Axis, width: int, glyphs: Glyphs) -> Strokes:
        """Strokes for these values, their whiskers included.

        They span from zero on a linear axis, from the decade below the smallest positive value on a log one.
        """
        known = reach(value for value in values if value is not None and is_finite(value)).tolist()
        finite = [value for value in known if math.isfinite(value) and (not axis.log or value > 0)]
        low, high = min(finite, default=0.0), max(finite, default=0.0)
        if axis.log:
            low = 10.0 ** math.floor(math.log10(low) - 0.01) if low else 0.0
        else:
            low, high = min(low, 0.0), max(high, 0.0)
        ends = (low if axis.low is None else axis.low, high if axis.high is None else axis.high)
        return cls(width, *ends, axis.log, glyphs)

    @property
    def below(self) -> int:
        """Cells left of zero."""
        if self.low >= 0 or self.log:
            return 0
        cells = max(round(self.width * -self.low / (self.high - self.low)), 1)
        return min(cells, self.width - (self.high > 0))

    def stroke(self, value: float | None) -> str:
        """The stroke of a value, blank where it has none; below zero it goes to the left."""
        if value is None or not is_finite(value) or (self.log and value <= 0):
            return " " * self.width
        ends = ends_of(value)
        plain = self._plain(value)
        return plain if ends is None else self._whiskered(plain, value, ends)

    def _plain(self, value: float) -> str:
        above = self.width - self.below
        if value < 0:
            cells = min(max(round(self.below * value / self.low), 1), self.below)
            return (self.glyphs.bars[-1] * cells).rjust(self.below) + " " * above
        return " " * self.below + (bar(self._share(value), above, self.glyphs) if value else " " * above)

    def _share(self, value: float) -> float:
        """How much of the stroke above zero a value fills."""
        if self.log:
            extent = math.log10(self.high) - math.log10(self.low)
            return (math.log10(value) - math.log10(self.low)) / extent if extent else 1.0
        return value / self.high if self.high > 0 else 0.0

    def _whiskered(self, stroke: str, value: float, ends: tuple[float, float]) -> str:
        """The stroke with a whisker from end to end, crossed at its value; one that runs off the edge has no stop."""
        left, rule, cross, right = self.glyphs.whisker
        start, middle, stop = (self._cell(place) for place in (ends[0], value, ends[1]))
        drawn = [*stroke]
        drawn[start : stop + 1] = rule * (stop + 1 - start)
        if ends[0] >= self.low:
            drawn[start] = left
        if ends[1] <= self.high:
            drawn[stop] = right
        drawn[middle] = cross
        return "".join(drawn)

    def _cell(self, value: float) -> int:
        """The cell in which the tip of a value's stroke lies; the outermost one of what lies beyond."""
        within = min(max(value, self.low), self.high)
        if within < 0:
            return min(math.floor(self.below * (1 - within / self.low)), self.width - 1)
        return min(max(math.ceil(self.below + self._share(within) * (self.width - self.below)) - 1, 0), self.width - 1)
