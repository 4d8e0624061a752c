"""Whiskers of folded points: lines from end to end of what stands beside their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sweeplens.figures import Folded, Point, is_ranked
from sweeplens.lazy import np
from sweeplens.render.axes import Axes
from sweeplens.render.scales import Scale
from sweeplens.render.strokes import stroke

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_WHISKERS = 60
"""Points up to which each has its whiskers: more would cover the points."""


def reach(values: Iterable[float]) -> Floats:
    """The values and the ends of those that are folded, for an axis that shows them.

    What leaves diverged runs out widens no axis but by its value: its whiskers may run off the edge.
    """
    known = [(value, *((is_ranked(value) and ends_of(value)) or ())) for value in values]
    return np.array([number for numbers in known for number in numbers], dtype=float)


def ends_of(value: float | None) -> tuple[float, float] | None:
    """Between which values a folded one lies with what stands beside it; None where nothing does."""
    return value.ends if isinstance(value, Folded) else None


def draw_whiskers(axes: Axes, points: Sequence[Point], roles: Sequence[str]) -> None:
    """A line across and one up through each point that has ends that way, in the point's role."""
    across, up = axes.glyphs.whisker[1], axes.glyphs.frame[0]
    for point, role in zip(points, roles, strict=True):
        if (ends := ends_of(point.x)) is not None:
            _line(axes, _within(axes.x, ends), (point.y, point.y), role, across)
        if (ends := ends_of(point.y)) is not None:
            _line(axes, (point.x, point.x), _within(axes.y, ends), role, up)


def draw_upright(axes: Axes, x: Floats, low: Floats, high: Floats, role: str) -> None:
    """A line up from `low` to `high` at each `x`, all of one length, where both are finite."""
    for at in np.flatnonzero(np.isfinite(x) & np.isfinite(low) & np.isfinite(high)):
        ends = _within(axes.y, (float(low[at]), float(high[at])))
        _line(axes, (float(x[at]), float(x[at])), ends, role, axes.glyphs.frame[0])


def _within(scale: Scale, ends: tuple[float, float]) -> tuple[float, float]:
    """The ends, one that a log axis has no place for at its lower end."""
    low, high = ends
    return (low if low > 0 or not scale.log else scale.low), high


def _line(axes: Axes, x: tuple[float, float], y: tuple[float, float], role: str, stamp: str) -> None:
    places = axes.places(np.array(x), np.array(y))
    axes.canvas.paint(stroke(*places, axes.canvas.dots_wide, axes.canvas.dots_high), role, stamp)
