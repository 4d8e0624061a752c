"""The fields of a grid, ready to draw: the true value in each, its size and sign in colour, glyph and text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.figures import Field, Folded, Grid, is_finite
from sweeplens.render.base import Look
from sweeplens.render.digits import Digits, digits_for
from sweeplens.render.glyphs import CHARSETS, Glyphs, status_glyph
from sweeplens.text import visible

HEAT_REACH = 6
"""Levels of `heat` on either side of zero."""
RAMP_TOP = 8
"""The highest level of `ramp`."""


@dataclass(frozen=True)
class GridCell:
    """A field ready to draw: its sign or status glyph with its text, and its role."""

    text: str
    role: str


def grid_cells(grid: Grid, look: Look) -> list[list[GridCell]]:
    """Every field with its text and role."""
    glyphs = CHARSETS[look.charset]
    if grid.normalise == "status":
        return [[_status_cell(field, glyphs) for field in row] for row in grid.fields]
    every = [field.value for row in grid.fields for field in row]
    rows = [([field.value for field in row] if grid.normalise == "row" else every) for row in grid.fields]
    scales = [_Scale.of(values, grid.centred, look) for values in rows]
    return [[scale.cell(field, glyphs) for field in row] for scale, row in zip(scales, grid.fields, strict=True)]


def _status_cell(field: Field, glyphs: Glyphs) -> GridCell:
    text = f"{status_glyph(field.status, glyphs)} {visible(field.text)}".rstrip()
    return GridCell(text, f"status:{field.status}")


@dataclass(frozen=True)
class _Scale:
    """From a value to its text and its level of colour, relative to the values it is compared with."""

    digits: Digits
    low: float
    high: float
    centred: bool
    shaded: bool
    """Whether the level is written as a shade too, where colours are too few to tell levels apart."""

    @classmethod
    def of(cls, values: Sequence[float | None], centred: bool, look: Look) -> _Scale:
        finite = [value for value in values if value is not None and is_finite(value)]
        low, high = min(finite, default=0.0), max(finite, default=0.0)
        return cls(digits_for(values, look), low, high, centred, look.colours < 256)

    def cell(self, field: Field, glyphs: Glyphs) -> GridCell:
        """The field's text, its sign written out where zero is the middle, and the role of its level."""
        if field.value is None:
            return GridCell(visible(field.text) or glyphs.missing, "missing")
        text = visible(field.text) or self._number(field.value)
        if not is_finite(field.value):
            return GridCell(text, "nonfinite")
        if field.within_noise:
            return GridCell(f"{glyphs.about} {text}" if self.shaded else f"{text}{glyphs.about}", "muted")
        level = self._level(field.value)
        shade = glyphs.shades[round(abs(level) / (HEAT_REACH if self.centred else RAMP_TOP) * 4)]
        return GridCell(
            f"{shade} {text}" if self.shaded else f"{text} ", f"{'heat' if self.centred else 'tone'}:{level}"
        )

    def _number(self, value: float) -> str:
        text = self.digits.text(value)
        text = f"{text} {value.count}" if isinstance(value, Folded) else text
        return f"+{text}" if self.centred and 0 < value < math.inf and text != "0" else text

    def _level(self, value: float) -> int:
        """From -6 to 6 by the largest magnitude, or from 0 to 8 over the range."""
        if self.centred:
            reach = max(abs(self.low), abs(self.high))
            return round(HEAT_REACH * (value / reach)) if reach else 0
        extent = self.high / 2 - self.low / 2
        return round(RAMP_TOP * (value / 2 - self.low / 2) / extent) if extent else RAMP_TOP // 2
