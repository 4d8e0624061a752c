"""The axes of curves: what they measure, and ends that no diverged run moves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from sweeplens.data.selection import Selection
from sweeplens.figures import Axis, Plot, Series
from sweeplens.panes.curve_drawing import FRACTION
from sweeplens.panes.curve_lines import Group
from sweeplens.stats.smoothing import middle_range

Way: TypeAlias = Literal["x", "y"]
Range: TypeAlias = "tuple[float, float]"


@dataclass(frozen=True)
class Ends:
    """The ends of some axes, and how much lies beyond them."""

    ranges: Mapping[Way, Range] = field(default_factory=dict)
    """Empty where each axis is as long as its lines need."""
    runs: frozenset[str] = frozenset()
    """Names of the lines of which something lies beyond."""
    points: int = 0

    def of(self, way: Way) -> tuple[float | None, float | None]:
        """The lower and the upper end of an axis; None where its lines decide."""
        return self.ranges.get(way, (None, None))


def ends_of(groups: Sequence[Group], selection: Selection, ways: Sequence[Way]) -> Ends:
    """The ends of these axes: without diverged runs unless they are asked for, and without outliers where that is."""
    every = [line for group in groups for line in group]
    kept = every if selection.full_range else [line for group in groups for line in _healthy(group)] or every
    measured = [line for group in groups for line in _measured(group)]
    if selection.clip_outliers:
        own = set(map(id, kept))
        found = {way: middle_range([v for m in measured if id(m) in own for v in getattr(m, way)]) for way in ways}
    elif len(kept) < len(every):
        found = {way: _extent(value for line in kept for value in _places(line, way)) for way in ways}
    else:
        return Ends()
    ranges = {way: ends for way, ends in found.items() if ends}
    beyond = [(line.name, count) for line in measured if (count := _beyond(line, ranges))]
    return Ends(ranges, frozenset(name for name, _ in beyond), sum(n for _, n in beyond)) if beyond else Ends()


def _healthy(group: Group) -> Iterator[Series]:
    """The lines that end finite; what several of them are folded into where all do."""
    is_whole = all(_ends_finite(line) for line in group)
    return (line for line in group if _ends_finite(line) and (is_whole or line.n is None))


def _ends_finite(line: Series) -> bool:
    return line.diverged is None or not line.diverged.is_final


def _measured(group: Group) -> list[Series]:
    """The lines as they were measured, rather than smoothed, or folded where they are not folded alone."""
    return [line for line in group if line.is_behind] or [line for line in group if line.n is None] or list(group)


def _places(line: Series, way: Way) -> Iterator[float]:
    """Every place of a line, and of its band."""
    yield from getattr(line, way)
    if way == "y":
        yield from line.low or ()
        yield from line.high or ()


def _extent(values: Iterable[float]) -> Range | None:
    finite = [value for value in values if math.isfinite(value)]
    return (min(finite), max(finite)) if finite else None


def _beyond(line: Series, ranges: Mapping[Way, Range]) -> int:
    """How many of a line's finite points lie outside of some range."""
    points = zip(line.x, line.y, strict=True)
    return sum(_is_outside({"x": x, "y": y}, ranges) for x, y in points if math.isfinite(x) and math.isfinite(y))


def _is_outside(point: Mapping[Way, float], ranges: Mapping[Way, Range]) -> bool:
    return any(not low <= point[way] <= high for way, (low, high) in ranges.items())


def with_shared_axes(plots: Sequence[Plot]) -> list[Plot]:
    """The plots, those that measure the same with the same ends up and across."""
    return [replace(plot, x=_shared(plot.x, plots, "x"), y=_shared(plot.y, plots, "y")) for plot in plots]


def _shared(axis: Axis, plots: Iterable[Plot], way: Way) -> Axis:
    """An axis with the ends that hold what every plot shows of the same."""
    same = [plot for plot in plots if getattr(plot, way).label == axis.label]
    ends = [_own_ends(plot, way) for plot in same]
    known = [each for each in ends if each]
    return replace(axis, low=min(low for low, _ in known), high=max(high for _, high in known)) if known else axis


def _own_ends(plot: Plot, way: Way) -> Range | None:
    """The ends of one plot's axis: those that are set, else those of its lines."""
    axis: Axis = getattr(plot, way)
    found = _extent(value for line in plot.series for value in _places(line, way))
    low, high = found or (None, None)
    low, high = low if axis.low is None else axis.low, high if axis.high is None else axis.high
    return None if low is None or high is None else (low, high)


def step_axis(against: str | None, step: str) -> Axis:
    """The axis of what curves are drawn against: their step, its fraction, or another count."""
    return Axis("fraction of training", low=0.0, high=1.0) if against == FRACTION else Axis(against or step)
