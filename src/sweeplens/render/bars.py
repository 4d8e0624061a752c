"""Bars: a name, its value, and a stroke from zero, group by group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.figures import Axis, Bar, Bars, Column, ColumnKind, Folded, is_finite
from sweeplens.render.bar_strokes import Strokes
from sweeplens.render.base import Cursor, Line, Lines, Look, Size, Span
from sweeplens.render.fields import ColumnFormat, column_format
from sweeplens.render.glyphs import CHARSETS, Glyphs
from sweeplens.render.lines import axis_title, captions, cut, note, title
from sweeplens.text import cell_width, clipped, padded, visible

_LONGEST_STROKE = 60


@dataclass(frozen=True)
class _Layout:
    """The widths of the parts of every bar's line, and what the strokes stand for."""

    label: int
    number: ColumnFormat
    strokes: Strokes
    glyphs: Glyphs


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
    kind: ColumnKind = "folded" if any(isinstance(value, Folded) for value in values) else "number"
    number = column_format(Column("", kind=kind), values, look, is_whole=True)
    label = min(max(cell_width(visible(each.label)) for each in every), width // 3)
    note = min(max(cell_width(visible(each.note)) for each in every), width // 4)
    stroke = max(min(width - label - number.width - note - 8, _LONGEST_STROKE), 1)
    glyphs = CHARSETS[look.charset]
    return _Layout(label, number, Strokes.over(values, axis, stroke, glyphs), glyphs)


def _group(name: str, group: Sequence[Bar], layout: _Layout, width: int) -> list[Line]:
    """The group's name over its bars, which are set in below it."""
    head: list[Line] = [(Span(visible(name), "label"),)] if name else []
    return head + [_bar(each, layout, "  " if name else "", width) for each in group]


def _bar(each: Bar, layout: _Layout, indent: str, width: int) -> Line:
    label = padded(clipped(visible(each.label), layout.label, layout.glyphs.ellipsis), layout.label)
    stroke = Span(f"  {layout.strokes.stroke(each.value)}", f"series:{each.colour or each.label}")
    left = width - len(indent) - layout.label - layout.number.width - layout.strokes.width - 6
    note = Span(f"  {clipped(visible(each.note), left, layout.glyphs.ellipsis)}", "muted")
    line = (Span(f"{indent}{label}  ", "key"), *layout.number.field(each.value), stroke)
    return (*line, note) if each.note else line


def _log_note(every: Sequence[Bar], axis: Axis, width: int) -> Lines:
    """How many values a log axis cannot show."""
    count = sum(axis.log and is_finite(each.value) and each.value <= 0 for each in every)  # type: ignore[operator]
    return note(f"{count} at or below zero, which a log axis cannot show.", width) if count else ()
