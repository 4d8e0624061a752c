"""How arrow keys move over each kind of drawing: over steps, points, fields and frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sweeplens.figures import Curves, Figure, Frames, Grid, Points, is_finite
from sweeplens.render.base import Cursor


def moved(figure: Figure, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """The cursor after so many steps; None where a figure of this kind has no such cursor, and scrolls instead."""
    move = _MOVES.get(type(figure))
    return move(figure, cursor, right, down) if move else None


def _over_curves(figure: Curves, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """To the next step at which some curve has a value; up and down scroll."""
    if not right:
        return None
    steps = sorted({float(x) for plot in figure.plots for line in plot.series for x in line.x if is_finite(float(x))})
    if not steps:
        return cursor
    start = len(steps) if right < 0 else -1
    here = start if cursor.x is None else min(range(len(steps)), key=lambda at: abs(steps[at] - cursor.x))  # type: ignore[operator]
    return replace(cursor, x=steps[_clamped(here + right, len(steps))])


def _over_points(figure: Points, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """To the next point by x for left and right, by y for up and down."""
    places = [(at, p.x, p.y) for at, p in enumerate(figure.points) if is_finite(p.x) and is_finite(p.y)]
    if not places:
        return cursor
    order = [at for at, _, _ in sorted(places, key=lambda place: place[1] if right else -place[2])]
    start = len(order) if right + down < 0 else -1
    here = order.index(cursor.point) if cursor.point in order else start
    return replace(cursor, point=order[_clamped(here + right + down, len(order))])


def _over_grid(figure: Grid, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """To the next field."""
    if not figure.row_labels or not figure.column_labels:
        return cursor
    if cursor.cell is None:
        return replace(cursor, cell=(0, 0))
    row, column = cursor.cell
    rows, columns = len(figure.row_labels), len(figure.column_labels)
    return replace(cursor, cell=(_clamped(row + down, rows), _clamped(column + right, columns)))


def _over_frames(figure: Frames, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """To the next whole frame; up and down scroll."""
    if not right or not figure.steps:
        return None
    last = len(figure.steps) - 1
    here = last if cursor.frame is None else cursor.frame
    whole = int(here) if right > 0 else -int(-here)
    return replace(cursor, frame=float(_clamped(whole + right, last + 1)))


def _clamped(at: int, count: int) -> int:
    return max(min(at, count - 1), 0)


_MOVES: Mapping[type, Callable[[Any, Cursor, int, int], Cursor | None]] = {
    Curves: _over_curves,
    Points: _over_points,
    Grid: _over_grid,
    Frames: _over_frames,
}


def run_under(figure: Figure, cursor: Cursor) -> int | None:
    """The run of the point under the cursor; None where there is none."""
    points: Sequence[Any] = figure.points if isinstance(figure, Points) else ()
    return points[cursor.point].run if cursor.point is not None and cursor.point < len(points) else None
