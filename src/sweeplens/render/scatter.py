"""Clouds of points inside a pair of axes: a marker each where they are few, dots where they are many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.lazy import np
from sweeplens.render.axes import Axes
from sweeplens.render.strokes import dots

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_MARKERS = 300
"""More points than these are drawn as dots: markers would cover each other."""


@dataclass(frozen=True)
class Spot:
    """A point that is to be drawn."""

    x: float
    y: float
    glyph: str
    role: str
    note: str = ""
    """Characters at the right of the glyph, or else at its left, where nothing else is."""


def draw_spots(axes: Axes, spots: Sequence[Spot]) -> int:
    """Draw the spots, later ones on top; how many of them lie under another one."""
    placed = [(cell, spot) for spot in spots if (cell := axes.cell(spot.x, spot.y)) is not None]
    for cell, spot in placed:
        axes.canvas.put(*cell, spot.glyph, spot.role)
    on_top = dict(placed)
    for (column, row), spot in on_top.items():
        for start in (column + 1, column - len(spot.note)):
            if all(axes.canvas.is_free(start + at, row) for at in range(len(spot.note))):
                _write(axes, start, row, spot)
                break
    return len(placed) - len(on_top)


def _write(axes: Axes, start: int, row: int, spot: Spot) -> None:
    for at, character in enumerate(spot.note):
        axes.canvas.put(start + at, row, character, spot.role)


def draw_dots(axes: Axes, x: Floats, y: Floats, roles: Sequence[str], stamps: Mapping[str, str]) -> None:
    """A dot for each point, role after role; ASCII writes the role's stamp."""
    columns, rows = axes.places(x, y)
    named = np.array(roles, dtype=object)
    for role in dict.fromkeys(roles):
        mask = dots(columns[named == role], rows[named == role], axes.canvas.dots_wide, axes.canvas.dots_high)
        axes.canvas.paint(mask[::-1], role, stamps[role])
