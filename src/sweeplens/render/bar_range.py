"""From where to where the bars beside a column's numbers reach."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sweeplens.figures import Value, is_finite

_NEAR = 0.5
"""Where the smallest value is more than this part of the largest one, bars from zero would look alike."""
_LEAST = 0.1
"""How much of the values' extent lies below the smallest one where bars do not start at zero."""


@dataclass(frozen=True)
class BarRange:
    """The value at which bars start, and the one, or the magnitude, at which they are full."""

    start: float
    end: float

    @classmethod
    def of(cls, values: Iterable[Value]) -> BarRange:
        """From zero, by magnitude; from a round number below the smallest value where all lie close together."""
        finite = [float(value) for value in values if is_finite(value)]  # type: ignore[arg-type]
        low, high = min(finite, default=0.0), max(finite, default=0.0)
        if low > _NEAR * high and low < high:
            return cls(_round_below(low, high - low), high)
        return cls(0.0, max(high, -low))

    @property
    def note(self) -> str:
        """`from 0.48`, where bars do not start at zero."""
        return f"from {self.start:.12g}" if self.start else ""

    def share(self, value: Value) -> float:
        """How much of a bar a value fills; NaN where it is not finite."""
        if not is_finite(value):
            return math.nan
        size = abs(float(value)) - self.start  # type: ignore[arg-type]
        return size / (self.end - self.start) if self.end > self.start else 1.0


def _round_below(low: float, extent: float) -> float:
    """A round number a little below `low`; zero where there is none above it."""
    power = math.floor(math.log10(extent))
    step = 10.0**power
    start = math.floor((low - _LEAST * extent) / step) * step if step else 0.0
    return round(start, max(-power, 0)) if start > 0 else 0.0
