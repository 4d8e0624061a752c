"""A pair of axes around a canvas: what they measure, ticks with labels, and the range inside."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.figures import Axis
from sweeplens.render.base import Line, Lines, Look, Span
from sweeplens.render.canvas import Canvas
from sweeplens.render.glyphs import CHARSETS, Glyphs
from sweeplens.render.lines import axis_title
from sweeplens.render.scales import Scale, scale_for
from sweeplens.text import cell_width, clipped, padded, visible

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_ROWS_A_TICK = 3
_COLUMNS_A_TICK = 12
_NAME = 3
"""What an axis measures stands at the end of its rule where it takes no more than this part of the width."""


@dataclass(frozen=True)
class Axes:
    """Two scales on a canvas."""

    x: Scale
    y: Scale
    canvas: Canvas
    x_axis: Axis
    y_axis: Axis
    y_ticks: tuple[tuple[float, str], ...]
    glyphs: Glyphs
    is_short: bool = False
    """Whether what is measured across has room at the end of the rule, rather than on a line below it."""

    def places(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Points as dots from the lower left; NaN where one has no place."""
        return self.x.at(x) * (self.canvas.dots_wide - 1), self.y.at(y) * (self.canvas.dots_high - 1)

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """The column and the row of the cell that a point lies in; None where it has no place."""
        across, up = self.x.place(x), self.y.place(y)
        return None if math.isnan(across) or math.isnan(up) else (self._column(across), self._row(up))

    def _column(self, place: float) -> int:
        """The column of the cell at `place` (0 to 1) from the left."""
        return round(place * (self.canvas.dots_wide - 1)) // (self.canvas.dots_wide // self.canvas.width)

    def _row(self, place: float) -> int:
        """The row of the cell at `place` (0 to 1) from below."""
        down = self.canvas.dots_high // self.canvas.height
        return self.canvas.height - 1 - round(place * (self.canvas.dots_high - 1)) // down

    def lines(self) -> Lines:
        """The canvas with its axes, as wide and as high as was asked."""
        gutter = max((cell_width(label) for _, label in self.y_ticks), default=0)
        head = axis_title(self.y_axis, self.glyphs)
        width = gutter + 1 + self.canvas.width
        return (
            (Span(clipped(head, width, self.glyphs.ellipsis), "axis"),),
            *self._rows(gutter),
            *self._bottom(gutter),
        )

    def _rows(self, gutter: int) -> Iterable[Line]:
        side, tick, _, _ = self.glyphs.frame
        labels = {self._row(place): label for place, label in self.y_ticks}
        for row, line in enumerate(self.canvas.lines()):
            left = padded(labels.get(row, ""), gutter, "right") + (tick if row in labels else side)
            yield (Span(left, "axis"), *line)

    def _bottom(self, gutter: int) -> Lines:
        """The rule with its ticks, which ends in what the axis measures where that is short, and their labels."""
        _, _, corner, tick = self.glyphs.frame
        rule, labels = [self.glyphs.rule] * self.canvas.width, [" "] * (gutter + 1 + self.canvas.width)
        free = 0
        for place, label in self._x_ticks():
            column = self._column(place)
            start = min(max(gutter + 1 + column - len(label) // 2, 0), len(labels) - len(label))
            if start < free:
                continue
            rule[column] = tick
            labels[start : start + len(label)] = label
            free = start + len(label) + 1
        name = axis_title(self.x_axis, self.glyphs)
        ending = f" {name}" if name and self.is_short else ""
        texts = [" " * gutter + corner + "".join(rule[: len(rule) - cell_width(ending)]) + ending, "".join(labels)]
        if not self.is_short:
            centred = padded(clipped(name, self.canvas.width, self.glyphs.ellipsis), self.canvas.width, "center")
            texts.append(" " * (gutter + 1) + centred.rstrip())
        return tuple((Span(text, "axis"),) for text in texts)

    def _x_ticks(self) -> list[tuple[float, str]]:
        """Where the ticks of the x axis lie, and their labels: names, clipped to their room, or numbers."""
        names = self.x_axis.names
        if self.x_axis.ticks:
            return [(self.x.place(value), f"{value:g}") for value in self.x_axis.ticks]
        if not names:
            return self.x.ticks(max(self.canvas.width // _COLUMNS_A_TICK, 2))
        room = max(self.canvas.width // len(names) - 1, 1)
        labels = (clipped(visible(name), room, self.glyphs.ellipsis) for name in names)
        return [(self.x.place(at), label) for at, label in enumerate(labels)]


def axes_around(
    x_axis: Axis, y_axis: Axis, x: Iterable[Floats], y: Iterable[Floats], cells: tuple[int, int], look: Look
) -> Axes:
    """Axes that show the points `x` and `y` in `cells` (width, height), a few lines of which say what is measured."""
    glyphs = CHARSETS[look.charset]
    is_short = cell_width(axis_title(x_axis, glyphs)) <= cells[0] // _NAME
    width, height = cells[0], max(cells[1] - (3 if is_short else 4), 2)
    scale = scale_for(y_axis, y)
    ticks = tuple(scale.ticks(max(height // _ROWS_A_TICK, 2)))
    gutter = max((cell_width(label) for _, label in ticks), default=0)
    canvas = Canvas(max(width - gutter - 1, 4), height, look.charset)
    return Axes(scale_for(x_axis, x), scale, canvas, x_axis, y_axis, ticks, glyphs, is_short)
