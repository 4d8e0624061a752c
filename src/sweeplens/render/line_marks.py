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
_TRIED_BESIDE = 3
"""Cells that a mark beside a point is tried in."""
_TRIES = 16
"""Places of a line that are looked at for each of them, before it covers another line's."""


def mark_events(axes: Axes, trace: Trace) -> None:
    """The ends of a line, where it is made of fewer runs, the value that it stands for, and where it diverged."""
    series = trace.series
    if series.start_mark and len(trace.known):
        _stamp(axes, trace, trace.known[0], axes.glyphs.start)
    if series.end_mark and len(trace.known):
        _stamp(axes, trace, trace.known[-1], axes.glyphs.end)
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
    """The line's mark here and there, at another phase for each line, where no other one stands yet.

    A line of few points carries it at each of them.
    """
    if trace.series.is_sparse:
        for at in trace.known.tolist():
            _stamp(axes, trace, at, f"{trace.mark.text}{_fewer(trace, at)}")
        return
    if axes.canvas.charset == "ascii" and trace.mark.stamp == trace.mark.text:
        return
    for nth in range(1 if trace.mark.is_number else _MARKS_A_LINE):
        places = list(_tries(trace.known, (nth + phase) / _MARKS_A_LINE))
        free = next((at for at in places if _is_free(axes, trace, at)), None)
        for at in places[: nth == 0] if free is None else [free]:
            _stamp(axes, trace, at, trace.mark.text)


def _fewer(trace: Trace, at: int) -> str:
    """Of how many runs a point is, where others of its line are of more."""
    n = trace.series.n
    return str(n[at]) if n is not None and n[at] < max(n) else ""


def mark_beside(axes: Axes, trace: Trace, cells: int) -> None:
    """A small mark for each point, so many cells at its right or a few more, so that it lies beside other marks."""
    for x, y in zip(trace.x, trace.y, strict=True):
        if (cell := axes.cell(float(x), float(y))) is None:
            continue
        places = ((cell[0] + cells + more, cell[1]) for more in range(_TRIED_BESIDE))
        free = next((place for place in places if axes.canvas.is_free(*place)), None)
        if free:
            axes.canvas.put(*free, axes.glyphs.dot, trace.role)


def _tries(known: NDArray[np.intp], share: float) -> Iterator[int]:
    """The place at a share of the points, and others further and further from it."""
    for nth in range(_TRIES if len(known) else 0):
        away = (nth + 1) // 2 * (1 if nth % 2 else -1) / (2 * _MARKS_A_LINE * _TRIES)
        yield int(known[min(max(int((share + away) * len(known)), 0), len(known) - 1)])


def _is_free(axes: Axes, trace: Trace, at: int) -> bool:
    """Whether the mark covers no character at a point, and a number has none beside it."""
    cell = axes.cell(float(trace.x[at]), float(trace.y[at]))
    if cell is None or not axes.canvas.is_within(*cell):
        return False
    start, row = _start(axes, cell, len(trace.mark.text))
    margin = int(trace.mark.is_number)
    columns = range(max(start - margin, 0), min(start + len(trace.mark.text) + margin, axes.canvas.width))
    return all(axes.canvas.is_free(column, row) for column in columns)


def _stamp(axes: Axes, trace: Trace, at: int, text: str) -> None:
    _put(axes, float(trace.x[at]), float(trace.y[at]), text, trace.role)


def _put(axes: Axes, x: float, y: float, text: str, role: str) -> None:
    """A few characters from a point on; nothing where it has no place."""
    cell = axes.cell(x, y)
    if cell is not None and axes.canvas.is_within(*cell):
        start, row = _start(axes, cell, len(text))
        for ahead, character in enumerate(text):
            axes.canvas.put(start + ahead, row, character, role)


def _start(axes: Axes, cell: tuple[int, int], count: int) -> tuple[int, int]:
    """The cell from which so many have room: this one, or one before it where the right edge is near."""
    return max(min(cell[0], axes.canvas.width - count), 0), cell[1]
