"""Characters on the lines of a plot: what tells them apart, and what happened to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sweeplens.lazy import np
from sweeplens.render.axes import Axes
from sweeplens.render.traces import Trace

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MARKS_A_LINE = 2
"""How often a line carries its marker, so that it is told from the others without colour."""
_TRIES = 16
"""Places of a line that are looked at for each of them, before it covers another line's."""


def mark_events(axes: Axes, trace: Trace) -> None:
    """The ends of a line, where it is made of fewer runs, the value that it stands for, and where it diverged."""
    series, known = trace.series, np.flatnonzero(np.isfinite(trace.x) & np.isfinite(trace.y))
    if len(known) and series.start_mark:
        _stamp(axes, trace, known[0], axes.glyphs.start)
    if len(known) and series.end_mark:
        _stamp(axes, trace, known[-1], axes.glyphs.end)
    for at in series.falls:
        _stamp(axes, trace, at, f"{axes.glyphs.fall}{series.n[at]}" if series.n else "")
    if series.stands and series.stands.what and series.stands.at is not None:
        for at in np.flatnonzero(trace.x == series.stands.at)[-1:]:
            _stamp(axes, trace, at, axes.glyphs.focus)
    if series.diverged is not None:
        _put(axes, series.diverged.at, _height_before(trace, axes), axes.glyphs.diverged, "nonfinite")


def _height_before(trace: Trace, axes: Axes) -> float:
    """The last finite value before the line is not finite for the first time; the foot of the axis where none is."""
    gone = np.flatnonzero(np.isnan(trace.y))
    before = np.flatnonzero(np.isfinite(trace.y[: gone[0]] if len(gone) else trace.y))
    return float(trace.y[before[-1]]) if len(before) else axes.y.low


def mark_line(axes: Axes, trace: Trace, phase: float) -> None:
    """The line's mark here and there, at another phase for each line, where no other one stands yet."""
    known = np.flatnonzero(np.isfinite(trace.x) & np.isfinite(trace.y))
    if axes.canvas.charset == "ascii" and trace.mark.stamp == trace.mark.text:
        return
    for nth in range(1 if trace.mark.is_number else _MARKS_A_LINE):
        tried = [at for at in _tries(known, (nth + phase) / _MARKS_A_LINE) if _cells(axes, trace, at)]
        free = [at for at in tried if all(axes.canvas.is_free(*cell) for cell in _cells(axes, trace, at))]
        for at in free[:1] or tried[: nth == 0]:
            _stamp(axes, trace, at, trace.mark.text)


def _tries(known: NDArray[np.intp], share: float) -> Iterator[int]:
    """The place at a share of the points, and others further and further from it."""
    for nth in range(_TRIES if len(known) else 0):
        away = (nth + 1) // 2 * (1 if nth % 2 else -1) / (2 * _MARKS_A_LINE * _TRIES)
        yield int(known[min(max(int((share + away) * len(known)), 0), len(known) - 1)])


def _cells(axes: Axes, trace: Trace, at: int) -> list[tuple[int, int]]:
    """The cells that the mark takes at a point; none where that lies beyond the axes."""
    cell = axes.cell(float(trace.x[at]), float(trace.y[at]))
    return _from(axes, cell, len(trace.mark.text)) if cell and axes.canvas.is_within(*cell) else []


def _stamp(axes: Axes, trace: Trace, at: int, text: str) -> None:
    _put(axes, float(trace.x[at]), float(trace.y[at]), text, trace.role)


def _put(axes: Axes, x: float, y: float, text: str, role: str) -> None:
    """A few characters from a point on; nothing where it has no place."""
    cell = axes.cell(x, y)
    for place, character in zip(_from(axes, cell, len(text)) if cell else (), text, strict=False):
        axes.canvas.put(*place, character, role)


def _from(axes: Axes, cell: tuple[int, int], count: int) -> list[tuple[int, int]]:
    """So many cells from this one on; from one before it where the right edge is near."""
    start = min(cell[0], axes.canvas.width - count) if axes.canvas.is_within(*cell) else cell[0]
    return [(start + ahead, cell[1]) for ahead in range(count)]
