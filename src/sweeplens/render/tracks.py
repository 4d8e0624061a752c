"""A track: how far along something stands, on one line."""

from __future__ import annotations

from sweeplens.render.base import Line, Span
from sweeplens.render.glyphs import Glyphs
from sweeplens.render.lines import line_width
from sweeplens.text import clipped

_LEAST, _MOST = 8, 40
"""Cells of a track: none where there is room for fewer, and no more."""


def tracked(said: str, place: int, count: int, width: int, glyphs: Glyphs) -> Line:
    """Some words, and behind them where the place (from 0) lies among so many; words alone where there is no room."""
    line: Line = (Span(clipped(said, width, glyphs.ellipsis), "mark"),)
    room = min(width - line_width(line) - 2, _MOST)
    if room < _LEAST or count < 2:
        return line
    before = round((room - 1) * place / (count - 1))
    left, right = glyphs.rule * before, glyphs.rule * (room - 1 - before)
    return (*line, Span("  " + left, "axis"), Span(glyphs.focus, "mark"), Span(right, "axis"))
