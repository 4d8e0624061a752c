"""Legends: names with their marks, beside a plot or below it, never on its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.render.base import Line, Lines, Span
from sweeplens.render.lines import flowed, line_width
from sweeplens.text import cell_width, padded, squeezed, visible

_GAP = 2


@dataclass(frozen=True)
class Entry:
    """One line of a legend."""

    key: str
    """How it looks on the plot: a mark, a piece of line."""
    name: str
    role: str
    note: str = ""
    """What is said after the name: its value under the cursor, where it diverged."""

    def line(self, name_width: int, key_width: int, ellipsis: str) -> Line:
        """Key, name and note, the names' ends aligned where notes follow."""
        name = squeezed(visible(self.name), name_width, ellipsis)
        spans = (
            Span(f"{padded(self.key, key_width)} ", self.role),
            Span(padded(name, name_width) if self.note else name),
        )
        return (*spans, Span(f" {self.note}", "number")) if self.note else spans


def legend_below(entries: Sequence[Entry], width: int, height: int, ellipsis: str) -> Lines:
    """The entries side by side; those beyond `height` lines are counted."""
    lines = flowed(_items(entries, width, ellipsis), width)
    if len(lines) <= height:
        return lines
    across = -(-len(entries) // len(lines))
    return (*lines[: max(height - 1, 0)], _more(len(entries) - across * max(height - 1, 0)))


def legend_beside(entries: Sequence[Entry], width: int, height: int, ellipsis: str) -> Lines:
    """The entries one below the other; those beyond `height` lines are counted."""
    items = _items(entries, width, ellipsis)
    return tuple(items) if len(items) <= height else (*items[: height - 1], _more(len(items) - height + 1))


def _items(entries: Sequence[Entry], width: int, ellipsis: str) -> list[Line]:
    """Each entry as a line of at most `width` cells."""
    key = max((cell_width(entry.key) for entry in entries), default=0)
    note = max((cell_width(entry.note) + bool(entry.note) for entry in entries), default=0)
    longest = max((cell_width(visible(entry.name)) for entry in entries), default=0)
    name = min(longest, max(width - key - note - 1, 4))
    return [entry.line(name, key, ellipsis) for entry in entries]


def _more(count: int) -> Line:
    return (Span(f"and {count:,} more", "muted"),)


def beside(plot: Lines, legend: Lines, plot_width: int) -> Lines:
    """The legend at the right of the plot, from its second line on."""
    rows = max(len(plot), len(legend) + 1)
    left, right = (*plot, *[()] * (rows - len(plot))), ((), *legend, *[()] * (rows - len(legend) - 1))
    return tuple(
        (*line, Span(" " * (plot_width - line_width(line) + _GAP)), *entry) if entry else line
        for line, entry in zip(left, right, strict=True)
    )
