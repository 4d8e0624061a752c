"""From data to places on an axis, and the ticks that say so: linear or logarithmic, whatever the magnitudes."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.figures import Axis
from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

_NO_EXTENT = 1e-12
"""Below this share of the magnitude a range is that of one value: a tick could not tell its ends apart."""

_SMALLEST = 1e-290
"""Below this no range can be parted into ticks: its floats run out of digits."""


@dataclass(frozen=True)
class Scale:
    """The range of an axis."""

    low: float
    high: float
    log: bool = False

    def at(self, values: Floats) -> Floats:
        """Where `values` lie from `low` (0) to `high` (1); NaN where they have no place."""
        if self.log:
            with np.errstate(invalid="ignore", divide="ignore"):
                values = np.log10(np.where(values > 0, values, np.nan))
        low, high = self._ends
        return (values * 0.5 - low / 2) / (high / 2 - low / 2)

    def place(self, value: float) -> float:
        """Where one value lies; NaN where it has no place."""
        if not math.isfinite(value) or (self.log and value <= 0):
            return math.nan
        low, high = self._ends
        return ((math.log10(value) if self.log else value) / 2 - low / 2) / (high / 2 - low / 2)

    @property
    def _ends(self) -> tuple[float, float]:
        """The range in the numbers that are evenly spaced on it."""
        return (math.log10(self.low), math.log10(self.high)) if self.log else (self.low, self.high)

    def ticks(self, count: int) -> list[tuple[float, str]]:
        """About `count` round values within the range: where each lies (0 to 1), and its label."""
        values, labels = self._log_ticks(count) if self.log else linear_ticks(self.low, self.high, count)
        return [(self.place(value), label) for value, label in zip(values, labels, strict=True)]

    def _log_ticks(self, count: int) -> tuple[list[float], list[str]]:
        """Powers of ten; with 2 and 5 between them where there are few; as on a linear axis within a decade."""
        first, last = math.log10(self.low), math.log10(self.high)
        powers = range(math.ceil(first - 1e-9), math.floor(last + 1e-9) + 1)
        stride = max(math.ceil(len(powers) / max(count, 1)), 1)
        values = [10.0**power for power in powers[::stride]]
        if last - first < count / 2:
            below = range(math.floor(first), math.floor(last) + 1)
            values = [digit * 10.0**power for power in below for digit in (1, 2, 5)]
            values = [value for value in values if self.low * (1 - 1e-9) <= value <= self.high * (1 + 1e-9)]
        if len(values) < 2:
            return linear_ticks(self.low, self.high, count)
        return values, [f"{value:g}" for value in values]


def finite_or_nan(values: ArrayLike) -> Floats:
    """The values, of any shape, with NaN for an infinity."""
    array = np.asarray(values, dtype=float)
    return np.where(np.isfinite(array), array, np.nan)


def scale_for(axis: Axis, values: Iterable[Floats]) -> Scale:
    """The scale of `axis`: its own ends where it has them, else those of the `values` that it can show.

    The values are finite or NaN. A log axis shows what is above zero; where nothing is, the scale is linear.
    """
    parts = list(values)
    above = [part[part > 0] for part in parts] if axis.log else []
    is_log = any(part.size for part in above)
    low, high = _ends_of(above if is_log else parts)
    if axis.low is not None and (axis.low > 0 or not is_log):
        low = axis.low
    if axis.high is not None and axis.high > low:
        high = axis.high
    return Scale(*_widened(low, max(low, high), is_log), is_log)


def _ends_of(parts: Iterable[Floats]) -> tuple[float, float]:
    """The lowest and the highest of all values; 0 and 1 where there are none."""
    ends = [(float(np.fmin.reduce(part)), float(np.fmax.reduce(part))) for part in parts if part.size]
    known = [(low, high) for low, high in ends if low <= high]
    return (min(low for low, _ in known), max(high for _, high in known)) if known else (0.0, 1.0)


def _widened(low: float, high: float, is_log: bool) -> tuple[float, float]:
    """The range, around its one value where it has no extent."""
    if high / 2 - low / 2 > max(_NO_EXTENT * max(abs(low), abs(high)), _SMALLEST):
        return low, high
    if is_log:
        return low / 3, min(high * 3, sys.float_info.max)
    around = abs(low) * 0.05 if abs(low) > _SMALLEST else 1.0
    return max(low - around, -sys.float_info.max), min(high + around, sys.float_info.max)


def linear_ticks(low: float, high: float, count: int) -> tuple[list[float], list[str]]:
    """About `count` multiples, two at least, of 1, 2, 2.5 or 5 times a power of ten in a range, and their labels."""
    rough = (high / 2 - low / 2) / count * 2
    step = min(_round_steps(rough), key=lambda step: _misses(_multiples(low, high, step), count))
    values = [multiple * step for multiple in _multiples(low, high, step)]
    return values, tick_labels(values, step)


def _round_steps(rough: float) -> list[float]:
    """Round steps around `rough`, the largest first, as far as floats go."""
    power = math.floor(math.log10(rough))
    steps = [
        float(f"{digit}e{exponent}") for exponent in (power + 1, power, power - 1) for digit in ("5", "2.5", "2", "1")
    ]
    return [step for step in steps if 0 < step < math.inf]


def _multiples(low: float, high: float, step: float) -> range:
    return range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)


def _misses(multiples: range, count: int) -> tuple[bool, int]:
    """How bad so many ticks are where `count` are wanted: fewer than two say no scale."""
    return len(multiples) < 2, abs(len(multiples) - count)


def tick_labels(values: list[float], step: float) -> list[str]:
    """Labels of multiples of `step`, with the decimals that it needs; as powers of ten where they would be long."""
    top = max((abs(value) for value in values), default=0.0)
    finest = math.floor(math.log10(step))
    finest -= not math.isclose(step, round(step / 10.0**finest) * 10.0**finest)
    if not top or 1e-4 <= top < 1e7:
        return [f"{value + 0.0:.{max(-finest, 0)}f}" for value in values]
    digits = max(math.floor(math.log10(top)) - finest, 0)
    return [f"{value:.{digits}e}" if value else "0" for value in values]
