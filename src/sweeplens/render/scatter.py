"""Clouds of points inside a pair of axes: a marker each where they are few, dots where they are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.lazy import np
from sweeplens.render.axes import Axes
from sweeplens.render.strokes import dots

MOST_MARKERS = 300
"""More points than these are drawn as dots: markers would cover each other."""


@dataclass(frozen=True)
class Spot:
    """A point that is to be drawn."""

    x: float
    y: float
    glyph: str
    role: str
    letter: str = ""
    """A character at the right of the glyph, where nothing else is."""


def draw_spots(axes: Axes, spots: Sequence[Spot]) -> int:
    """Draw the spots, later ones on top; how many of them lie under another one."""
    if len(spots) > MOST_MARKERS and axes.canvas.charset != "ascii":
        _draw_dots(axes, spots)
        return 0
    placed = [(cell, spot) for spot in spots if (cell := axes.cell(spot.x, spot.y)) is not None]
    for cell, spot in placed:
        axes.canvas.put(*cell, spot.glyph, spot.role)
    for (column, row), spot in placed:
        if spot.letter and axes.canvas.is_free(column + 1, row):
            axes.canvas.put(column + 1, row, spot.letter, spot.role)
    return len(placed) - len({cell for cell, _ in placed})


def _draw_dots(axes: Axes, spots: Sequence[Spot]) -> None:
    """One dot a spot, role after role."""
    canvas = axes.canvas
    for role in dict.fromkeys(spot.role for spot in spots):
        of_role = [(spot.x, spot.y) for spot in spots if spot.role == role]
        x, y = axes.places(*np.array(of_role, dtype=float).T)
        canvas.paint(dots(x, y, canvas.dots_wide, canvas.dots_high)[::-1], role)
