"""Series on their way into a plot: as arrays, with what they are told apart by, and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from sweeplens.figures import Axis, Curves, Plot, Series
from sweeplens.lazy import np
from sweeplens.render.base import Look
from sweeplens.render.marks import BEHIND, Mark, marks_of
from sweeplens.render.scales import finite_or_nan
from sweeplens.text import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Trace:
    """A series as arrays, and what it is told apart by."""

    series: Series
    x: Floats
    y: Floats
    mark: Mark

    @cached_property
    def known(self) -> NDArray[np.intp]:
        """The places of its finite points."""
        return np.flatnonzero(np.isfinite(self.x) & np.isfinite(self.y))

    @property
    def role(self) -> str:
        """The role of everything drawn of it."""
        return f"series:{self.series.colour or self.series.name}"


@lru_cache(maxsize=4)
def traces_of(curves: Curves, look: Look) -> tuple[tuple[Trace, ...], ...]:
    """The series of each plot as arrays, infinities as NaN, under their marks; kept while a cursor moves over them."""
    marks = marks_of((line for plot in curves.plots for line in plot.series), look)
    return tuple(
        tuple(Trace(line, finite_or_nan(line.x), finite_or_nan(line.y), _mark(line, marks)) for line in plot.series)
        for plot in curves.plots
    )


@lru_cache(maxsize=32)
def steps_of(plots: tuple[Plot, ...]) -> Floats:
    """Every finite x of some line, ascending."""
    columns = [np.asarray(line.x, dtype=float) for plot in plots for line in plot.series]
    every = np.concatenate([*columns, np.empty(0)])
    return np.unique(every[np.isfinite(every)])


def nearest(steps: Floats, x: float) -> float | None:
    """The step that is nearest to `x`; None where there is none."""
    return float(steps[np.argmin(np.abs(steps - x))]) if len(steps) else None


def _mark(line: Series, marks: Mapping[str, Mark]) -> Mark:
    mark = marks.get(line.name, BEHIND)
    return replace(mark, pattern=line.pattern) if line.is_behind else mark


@dataclass(frozen=True)
class Tally:
    """How many points a plot was given, how many of them are finite, and how many have a place on its axes."""

    points: int
    finite: int
    shown: int

    @property
    def sentence(self) -> str:
        """What the plot cannot show, in words; empty where it shows all that is finite."""
        if not self.points:
            return "There are no points to draw."
        if not self.finite:
            return f"There is nothing to draw: {_all_of(self.points)} NaN or infinite."
        if not self.shown:
            return f"A log axis has no place for these: {_all_of(self.finite)} at or below zero."
        below = self.finite - self.shown
        return f"{plural(below, 'point')} at or below zero, which a log axis cannot show." if below else ""


def tally(plot: Plot, traces: Sequence[Trace]) -> Tally:
    """The plot's points, counted."""
    finite = [np.isfinite(trace.x) & np.isfinite(trace.y) for trace in traces]
    places = zip(finite, traces, strict=True)
    shown = [known & _above(trace.x, plot.x) & _above(trace.y, plot.y) for known, trace in places]
    return Tally(sum(len(trace.y) for trace in traces), _count(finite), _count(shown))


def _count(masks: Sequence[Mask]) -> int:
    return sum(int(np.count_nonzero(mask)) for mask in masks)


def _above(values: Floats, axis: Axis) -> Mask | bool:
    """Whether the axis has a place for each of the values, were they finite."""
    return np.asarray(values > 0) if axis.log else True


def _all_of(count: int) -> str:
    return f"all {count:,} values are" if count > 1 else "the only value is"
