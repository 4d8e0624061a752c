"""How arrow keys move over each kind of drawing: over steps, points, fields and frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sweeplens.figures import Curves, Document, Figure, Frames, Grid, Point, Points, is_finite
from sweeplens.lazy import np
from sweeplens.render.base import Cursor
from sweeplens.render.field_readout import field_under, grid_of
from sweeplens.render.traces import nearest, steps_of


def moved(figure: Figure, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """The cursor after so many steps; None where a figure of this kind has no such cursor, and scrolls instead."""
    move = _MOVES.get(type(figure))
    return move(figure, cursor, right, down) if move else None


def turned(figure: Figure | None, cursor: Cursor, by: int) -> Cursor | None:
    """The cursor so many pages of small multiples further on; None where a figure has no pages, and scrolls instead."""
    panels: Sequence[Any] = (
        figure.plots if isinstance(figure, Curves) else figure.panels if isinstance(figure, Frames) else ()
    )
    return replace(cursor, page=cursor.page + by) if len(panels) > 1 else None


def _over_curves(figure: Curves, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """To the next step at which some curve has a value; up and down turn pages."""
    if not right:
        return turned(figure, cursor, down)
    return replace(cursor, x=_step_beside(figure, cursor.x, right))


def _step_beside(figure: Curves, x: float | None, by: int) -> float | None:
    """The step `by` places from the one nearest to `x`; from before the first one, or behind the last, where None."""
    steps = steps_of(figure.plots)
    if not len(steps):
        return x
    near = None if x is None else nearest(steps, x)
    here = (len(steps) if by < 0 else -1) if near is None else int(np.searchsorted(steps, near))
    return float(steps[_clamped(here + by, len(steps))])


def _over_points(figure: Points, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """To the next point by x for left and right, by y for up and down."""
    places = [(at, p.x, p.y) for at, p in enumerate(figure.points) if is_finite(p.x) and is_finite(p.y)]
    if not places:
        return cursor
    order = [at for at, _, _ in sorted(places, key=lambda place: place[1] if right else -place[2])]
    start = len(order) if right + down < 0 else -1
    here = order.index(cursor.point) if cursor.point in order else start
    return replace(cursor, point=order[_clamped(here + right + down, len(order))])


def _over_grid(figure: Grid | Document, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """To the next field; beyond the first and the last row it scrolls."""
    grid = grid_of(figure)
    if grid is None or not grid.row_labels or not grid.column_labels:
        return None
    if cursor.cell is None:
        return replace(cursor, cell=(0, 0))
    row, column = cursor.cell
    rows, columns = len(grid.row_labels), len(grid.column_labels)
    cell = (_clamped(row + down, rows), _clamped(column + right, columns))
    return None if down and cell == cursor.cell else replace(cursor, cell=cell)


def _over_frames(figure: Frames, cursor: Cursor, right: int, down: int) -> Cursor | None:
    """To the next whole frame; up and down turn pages."""
    if not right or not figure.steps:
        return turned(figure, cursor, down)
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
    Document: _over_grid,
    Frames: _over_frames,
}


def followed(old: Figure | None, new: Figure | None, cursor: Cursor) -> Cursor:
    """The cursor on what it pointed at in a figure of the same kind: the same step, point or field, if it is there."""
    follow = _FOLLOWS.get(type(new))
    return follow(old, new, cursor) if follow else cursor


def _in_frames(old: Frames, new: Frames, cursor: Cursor) -> Cursor:
    """The frame of the nearest step; the last one where none was chosen."""
    if cursor.frame is None or not old.steps or not new.steps:
        return replace(cursor, frame=None)
    step = old.steps[_clamped(round(cursor.frame), len(old.steps))]
    return replace(cursor, frame=float(min(range(len(new.steps)), key=lambda at: abs(new.steps[at] - step))))


def _in_points(old: Points, new: Points, cursor: Cursor) -> Cursor:
    """The point of the same name."""
    if cursor.point is None or cursor.point >= len(old.points):
        return replace(cursor, point=None)
    name = _identity(old.points[cursor.point])
    return replace(cursor, point=next((at for at, p in enumerate(new.points) if _identity(p) == name), None))


def _identity(point: Point) -> tuple[str, int | None]:
    return point.label, point.run


def _in_grid(old: Grid | Document, new: Grid | Document, cursor: Cursor) -> Cursor:
    """The field of the same row and column."""
    before, grid = grid_of(old), grid_of(new)
    if before is None or grid is None or field_under(old, cursor) is None or cursor.cell is None:
        return replace(cursor, cell=None)
    row, column = before.row_labels[cursor.cell[0]], before.column_labels[cursor.cell[1]]
    is_there = row in grid.row_labels and column in grid.column_labels
    return replace(cursor, cell=(grid.row_labels.index(row), grid.column_labels.index(column)) if is_there else None)


def _in_curves(old: Curves, new: Curves, cursor: Cursor) -> Cursor:
    """The same step, for as long as the same is counted and no other checkpoint is marked."""
    is_same = [plot.x.label for plot in old.plots[:1]] == [plot.x.label for plot in new.plots[:1]]
    return cursor if is_same and old.mark == new.mark else replace(cursor, x=None)


_FOLLOWS: Mapping[type, Callable[[Any, Any, Cursor], Cursor]] = {
    Curves: _in_curves,
    Points: _in_points,
    Grid: _in_grid,
    Document: _in_grid,
    Frames: _in_frames,
}


def run_under(figure: Figure, cursor: Cursor) -> int | None:
    """The run of the point under the cursor; None where there is none."""
    points: Sequence[Any] = figure.points if isinstance(figure, Points) else ()
    return points[cursor.point].run if cursor.point is not None and cursor.point < len(points) else None
