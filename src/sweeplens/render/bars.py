"""Bars: a name, its value, and a stroke from zero, group by group."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.figures import Axis, Bar, Bars, Column, is_finite
from sweeplens.render.base import Cursor, Line, Lines, Look, Size, Span
from sweeplens.render.fields import ColumnFormat, column_format
from sweeplens.render.glyphs import CHARSETS, Glyphs, bar
from sweeplens.render.lines import axis_title, captions, cut, note, title
from sweeplens.text import cell_width, clipped, padded, visible

_LONGEST_STROKE = 60


@dataclass(frozen=True)
class _Layout:
    """The widths of the parts of every bar's line, and what the strokes stand for."""

    label: int
    number: ColumnFormat
    stroke: int
    low: float
    high: float
    axis: Axis
    glyphs: Glyphs

    @property
    def below(self) -> int:
        """Cells left of zero."""
        if self.low >= 0 or self.axis.log:
            return 0
        return max(round(self.stroke * -self.low / (self.high - self.low)), 1)


def draw_bars(bars: Bars, size: Size, look: Look, cursor: Cursor) -> Lines:
    """One line a bar under its group's name; a value that is missing or not finite says so."""
    heading = title(bars.title, size.width)
    every = [each for _, group in bars.groups for each in group]
    foot = captions(bars.captions, size.width, look)
    if not every:
        return (*heading, *note("Nothing to show.", size.width), *foot)
    layout = _layout(every, bars.axis, size.width, look)
    head = (*heading, (Span(axis_title(bars.axis, layout.glyphs), "axis"),))
    body = [line for name, group in bars.groups for line in _group(name, group, layout, size.width)]
    room = None if size.height is None else size.height - len(head) - len(foot)
    return (*head, *cut(tuple(body), room, size.width, "bars"), *_log_note(every, bars.axis, size.width), *foot)


def _layout(every: Sequence[Bar], axis: Axis, width: int, look: Look) -> _Layout:
    values = [each.value for each in every]
    number = column_format(Column(""), values, look, is_whole=True)
    label = min(max(cell_width(visible(each.label)) for each in every), width // 3)
    note = min(max(cell_width(visible(each.note)) for each in every), width // 4)
    low, high = _range(values, axis)
    stroke = max(min(width - label - number.width - note - 8, _LONGEST_STROKE), 1)
    return _Layout(label, number, stroke, low, high, axis, CHARSETS[look.charset])


def _range(values: Sequence[float | None], axis: Axis) -> tuple[float, float]:
    """What the strokes span: from zero on a linear axis, from the smallest positive value's decade on a log one."""
    finite = [float(value) for value in values if is_finite(value) and (not axis.log or value > 0)]  # type: ignore[operator,arg-type]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    if axis.log:
        low = 10.0 ** math.floor(math.log10(low) - 0.01) if low else 0.0
    else:
        low, high = min(low, 0.0), max(high, 0.0)
    return low if axis.low is None else axis.low, high if axis.high is None else axis.high


def _group(name: str, group: Sequence[Bar], layout: _Layout, width: int) -> list[Line]:
    """The group's name over its bars, which are set in below it."""
    head: list[Line] = [(Span(visible(name), "label"),)] if name else []
    return head + [_bar(each, layout, "  " if name else "", width) for each in group]


def _bar(each: Bar, layout: _Layout, indent: str, width: int) -> Line:
    label = padded(clipped(visible(each.label), layout.label, layout.glyphs.ellipsis), layout.label)
    stroke = Span(f"  {_stroke(each.value, layout)}", f"series:{each.colour or each.label}")
    left = width - len(indent) - layout.label - layout.number.width - layout.stroke - 6
    note = Span(f"  {clipped(visible(each.note), left, layout.glyphs.ellipsis)}", "muted")
    line = (Span(f"{indent}{label}  ", "key"), *layout.number.field(each.value), stroke)
    return (*line, note) if each.note else line


def _stroke(value: float | None, layout: _Layout) -> str:
    """The stroke of a value, blank where it has none; below zero it goes to the left."""
    above = layout.stroke - layout.below
    if value is None or not is_finite(value) or (layout.axis.log and value <= 0):
        return " " * layout.stroke
    if value < 0:
        cells = min(max(round(layout.below * value / layout.low), 1), layout.below)
        return (layout.glyphs.bars[-1] * cells).rjust(layout.below) + " " * above
    return " " * layout.below + (bar(_share(value, layout), above, layout.glyphs) if value else " " * above)


def _share(value: float, layout: _Layout) -> float:
    """How much of the stroke above zero a value fills."""
    if layout.axis.log:
        extent = math.log10(layout.high) - math.log10(layout.low)
        return (math.log10(value) - math.log10(layout.low)) / extent if extent else 1.0
    return value / layout.high if layout.high > 0 else 0.0


def _log_note(every: Sequence[Bar], axis: Axis, width: int) -> Lines:
    """How many values a log axis cannot show."""
    count = sum(axis.log and is_finite(each.value) and each.value <= 0 for each in every)  # type: ignore[operator]
    return note(f"{count} at or below zero, which a log axis cannot show.", width) if count else ()
