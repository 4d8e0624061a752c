"""One plot: lines, bands and marks inside a pair of axes."""

from __future__ import annotations

from collections.abc import Sequence

from sweeplens.figures import Plot
from sweeplens.render.axes import Axes, axes_around
from sweeplens.render.base import Lines, Look
from sweeplens.render.line_marks import mark_beside, mark_events, mark_line
from sweeplens.render.scales import finite_or_nan
from sweeplens.render.strokes import area, patterned, stroke
from sweeplens.render.traces import Trace
from sweeplens.render.whiskers import draw_upright


def draw_plot(
    plot: Plot,
    traces: Sequence[Trace],
    cells: tuple[int, int],
    look: Look,
    cursor: float | None,
    is_named: bool = False,
) -> Lines:
    """The plot in `cells` (width, height), `cursor` a step at which a line goes through it.

    Where `is_named` holds, what its axis measures is said above it already.
    """
    bands = [finite_or_nan(edge) for line in plot.series for edge in (line.low, line.high) if edge is not None]
    heights = [*(trace.y for trace in traces), *bands]
    axes = axes_around(plot.x, plot.y, [trace.x for trace in traces], heights, (cells[0], cells[1] + is_named), look)
    for trace in traces:
        _band(axes, trace)
    for trace in traces:
        _line(axes, trace)
    for trace in traces:
        mark_events(axes, trace)
    named = [trace for trace in traces if not trace.series.is_behind]
    for at, trace in enumerate(named):
        mark_line(axes, trace, (at + 1) / (len(named) + 1))
    for at, trace in enumerate(trace for trace in traces if trace.series.pattern == "points"):
        mark_beside(axes, trace, at + 1)
    if cursor is not None:
        _cursor(axes, cursor)
    return axes.lines()[is_named:]


def _band(axes: Axes, trace: Trace) -> None:
    if trace.series.low is None or trace.series.high is None:
        return
    low_ends, high_ends = finite_or_nan(trace.series.low), finite_or_nan(trace.series.high)
    if trace.series.is_sparse:
        draw_upright(axes, trace.x, low_ends, high_ends, trace.role)
        return
    x, low = axes.places(trace.x, low_ends)
    _, high = axes.places(trace.x, high_ends)
    axes.canvas.paint(area(x, low, high, axes.canvas.dots_wide, axes.canvas.dots_high), trace.role, ".")


def _line(axes: Axes, trace: Trace) -> None:
    if trace.series.pattern == "points":
        return
    x, y = axes.places(trace.x, trace.y)
    mask = patterned(stroke(x, y, axes.canvas.dots_wide, axes.canvas.dots_high), trace.mark.pattern)
    axes.canvas.paint(mask, trace.role, trace.mark.stamp)


def _cursor(axes: Axes, x: float) -> None:
    cell = axes.cell(x, axes.y.high)
    if cell is not None:
        axes.canvas.rule(cell[0], axes.glyphs.frame[0], "cursor")
