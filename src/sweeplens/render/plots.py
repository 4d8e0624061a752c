"""One plot: lines, bands and marks inside a pair of axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.figures import Axis, Plot, Series
from sweeplens.lazy import np
from sweeplens.render.axes import Axes, axes_around
from sweeplens.render.base import Lines, Look
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.scales import finite_or_nan
from sweeplens.render.strokes import area, patterned, stroke
from sweeplens.text import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

_MARKS_A_LINE = 2
"""How often a line carries its marker, so that it is told from the others without colour."""


@dataclass(frozen=True, eq=False)
class Trace:
    """A series as arrays, and the marker it is told apart by."""

    series: Series
    x: Floats
    y: Floats
    marker: str

    @property
    def role(self) -> str:
        """The role of everything drawn of it."""
        return f"series:{self.series.colour or self.series.name}"


def traces_of(plot: Plot, markers: Mapping[str, str]) -> list[Trace]:
    """The plot's series as arrays, infinities as NaN; `markers` by the series' names."""
    return [Trace(line, finite_or_nan(line.x), finite_or_nan(line.y), markers[line.name]) for line in plot.series]


def markers_of(names: Sequence[str], look: Look) -> dict[str, str]:
    """A marker for each name, in their order; they repeat where there are more names than markers."""
    glyphs = CHARSETS[look.charset].markers
    return {name: glyphs[at % len(glyphs)] for at, name in enumerate(dict.fromkeys(names))}


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


def draw_plot(plot: Plot, traces: Sequence[Trace], cells: tuple[int, int], look: Look, cursor: float | None) -> Lines:
    """The plot in `cells` (width, height), `cursor` a step at which a line goes through it."""
    bands = [finite_or_nan(edge) for line in plot.series for edge in (line.low, line.high) if edge is not None]
    heights = [*(trace.y for trace in traces), *bands]
    axes = axes_around(plot.x, plot.y, [trace.x for trace in traces], heights, cells, look)
    for trace in traces:
        _band(axes, trace)
    for trace in traces:
        _line(axes, trace)
    for at, trace in enumerate(traces):
        _marks(axes, trace, (at + 1) / (len(traces) + 1), look)
    if cursor is not None:
        _cursor(axes, cursor)
    return axes.lines()


def _band(axes: Axes, trace: Trace) -> None:
    if trace.series.low is None or trace.series.high is None:
        return
    x, low = axes.places(trace.x, finite_or_nan(trace.series.low))
    _, high = axes.places(trace.x, finite_or_nan(trace.series.high))
    axes.canvas.paint(area(x, low, high, axes.canvas.dots_wide, axes.canvas.dots_high), trace.role, ".")


def _line(axes: Axes, trace: Trace) -> None:
    x, y = axes.places(trace.x, trace.y)
    mask = patterned(stroke(x, y, axes.canvas.dots_wide, axes.canvas.dots_high), trace.series.pattern)
    axes.canvas.paint(mask, trace.role, trace.marker)


def _marks(axes: Axes, trace: Trace, phase: float, look: Look) -> None:
    """The line's marker here and there, at another phase for each line; its two ends; where it diverged."""
    glyphs = CHARSETS[look.charset]
    known = np.flatnonzero(np.isfinite(trace.x) & np.isfinite(trace.y))
    if look.charset != "ascii" and trace.series.pattern != "thin":
        for at in _spread(known, phase):
            _stamp(axes, trace, at, trace.marker)
    if len(known) and trace.series.start_mark:
        _stamp(axes, trace, known[0], glyphs.start)
    if len(known) and trace.series.end_mark:
        _stamp(axes, trace, known[-1], glyphs.end)
    if trace.series.diverged is not None:
        _put(axes, trace.series.diverged.at, _height_before(trace, axes), glyphs.diverged, "nonfinite")


def _height_before(trace: Trace, axes: Axes) -> float:
    """The last finite value before the line is not finite for the first time; the foot of the axis where none is."""
    gone = np.flatnonzero(np.isnan(trace.y))
    before = np.flatnonzero(np.isfinite(trace.y[: gone[0]])) if len(gone) else np.arange(len(trace.y))
    return float(trace.y[before[-1]]) if len(before) else axes.y.low


def _spread(known: NDArray[np.intp], phase: float) -> list[int]:
    """A few of the points' indices, evenly apart."""
    shares = ((at + phase) / _MARKS_A_LINE for at in range(_MARKS_A_LINE))
    return sorted({int(known[int(share * len(known))]) for share in shares}) if len(known) else []


def _stamp(axes: Axes, trace: Trace, at: int, glyph: str) -> None:
    _put(axes, float(trace.x[at]), float(trace.y[at]), glyph, trace.role)


def _put(axes: Axes, x: float, y: float, glyph: str, role: str) -> None:
    cell = axes.cell(x, y)
    if cell is not None:
        axes.canvas.put(*cell, glyph, role)


def _cursor(axes: Axes, x: float) -> None:
    cell = axes.cell(x, axes.y.high)
    if cell is not None:
        axes.canvas.rule(cell[0], axes.glyphs.frame[0], "cursor")
