"""Legends: names with their marks below a drawing, never on its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.render.base import Line, Lines, Span
from sweeplens.render.lines import flowed
from sweeplens.render.naming import shortened
from sweeplens.text import cell_width, clipped, padded, visible


@dataclass(frozen=True)
class Entry:
    """One line of a legend."""

    key: str
    """How it looks on the drawing: a mark, a letter, a piece of line."""
    name: str
    role: str


def legend_below(entries: Sequence[Entry], width: int, height: int, ellipsis: str) -> Lines:
    """The entries side by side; those beyond `height` lines are counted."""
    lines = flowed(_items(entries, width, ellipsis), width)
    if len(lines) <= height:
        return lines
    across = -(-len(entries) // len(lines))
    return (*lines[: max(height - 1, 0)], more(len(entries) - across * max(height - 1, 0)))


def _items(entries: Sequence[Entry], width: int, ellipsis: str) -> list[Line]:
    """Each entry as a line of at most `width` cells."""
    key = max((cell_width(entry.key) for entry in entries), default=0)
    room = max(width - key - 1, 4)
    names = shortened([visible(entry.name) for entry in entries], room, ellipsis)
    return [
        (Span(f"{padded(entry.key, key)} ", entry.role), Span(clipped(name, room, ellipsis)))
        for entry, name in zip(entries, names, strict=True)
    ]


def more(count: int) -> Line:
    """How many entries are left out."""
    return (Span(f"and {count:,} more", "muted"),)
