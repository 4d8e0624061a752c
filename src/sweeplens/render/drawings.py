"""What draws each kind of figure, and the one function that does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sweeplens.figures import Bars, Curves, Document, Figure, Frames, Grid, Notice, Points, Table
from sweeplens.render.bars import draw_bars
from sweeplens.render.base import Cursor, Lines, Look, Size
from sweeplens.render.curves import draw_curves
from sweeplens.render.documents import draw_document
from sweeplens.render.frames import draw_frames
from sweeplens.render.grids import draw_grid
from sweeplens.render.notices import draw_notice
from sweeplens.render.points import draw_points
from sweeplens.render.tables import draw_table

__all__ = ["DRAWINGS", "render"]


def render(figure: Figure, size: Size, look: Look | None = None, cursor: Cursor | None = None) -> Lines:
    """The lines of a figure, none wider than `size`; where the height is given, no more of them than fit."""
    lines = DRAWINGS[type(figure)](figure, size, look or Look(), cursor or Cursor())
    return lines if size.height is None else lines[: size.height]


def _document(figure: Document, size: Size, look: Look, cursor: Cursor) -> Lines:
    return draw_document(figure, size, look, cursor, render)


DRAWINGS: Mapping[type, Callable[[Any, Size, Look, Cursor], Lines]] = {
    Table: draw_table,
    Bars: draw_bars,
    Curves: draw_curves,
    Points: draw_points,
    Grid: draw_grid,
    Frames: draw_frames,
    Document: _document,
    Notice: draw_notice,
}
"""What draws each kind of figure."""
