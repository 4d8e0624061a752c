"""The entries of a legend in columns: what each line is, level by level, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sweeplens.render.base import Line, Lines, Span
from sweeplens.render.legends import more
from sweeplens.render.lines import line_width
from sweeplens.render.naming import shortened
from sweeplens.text import cell_width, clipped, padded, visible

GAP = 2
_HEAD = 8
"""Cells that the head of a column may take though its names are shorter."""
_NARROWEST = 3
"""Cells that a column of names keeps."""


@dataclass(frozen=True)
class Entry:
    """One line of the plot."""

    key: str
    """How it looks on the plot: a mark, a piece of line."""
    cells: tuple[str, ...]
    """What it is, column by column."""
    role: str
    notes: tuple[str, ...] = ("",)
    """What is said of it behind its name, from the most to the least."""

    def note(self, detail: int) -> str:
        """What is said of it; the larger `detail`, the less."""
        return self.notes[min(detail, len(self.notes) - 1)]


@dataclass(frozen=True)
class Legend:
    """The lines of a plot."""

    heads: tuple[str, ...]
    """What stands over the columns of the names; empty where they need no head."""
    entries: tuple[Entry, ...]
    ellipsis: str = "…"

    @property
    def details(self) -> range:
        """From saying the most to saying the least."""
        return range(max((len(entry.notes) for entry in self.entries), default=1))

    def block(self, detail: int, most: int | None = None) -> Block:
        """The entries; in at most `most` cells each, as far as they can still be told apart then."""
        key = max((cell_width(entry.key) for entry in self.entries), default=0)
        note = max((cell_width(entry.note(detail)) for entry in self.entries), default=0)
        room = None if most is None else most - key - 1 - (1 + note if note else 0)
        columns = self._columns(room)
        widths = [max(map(cell_width, column), default=0) for column in columns]
        heads = [min(cell_width(head), _HEAD) for head in self.heads] or [0] * len(widths)
        headed = [max(pair) for pair in zip(widths, heads, strict=True)]
        is_headed = room is None or sum(headed) + len(headed) - 1 <= room
        return Block(self, detail, tuple(map(tuple, columns)), tuple(headed if is_headed else widths), key, note)

    def _columns(self, room: int | None) -> list[list[str]]:
        """The columns of the names; where `room` is given, the widest ones shortened until all fit or nothing gives."""
        columns = [[visible(text) for text in column] for column in zip(*(e.cells for e in self.entries), strict=True)]
        widths = [max(map(cell_width, column)) for column in columns]
        for at in sorted(range(len(columns)), key=lambda at: -widths[at]):
            over = 0 if room is None else sum(widths) + len(widths) - 1 - room
            if over > 0:
                columns[at] = shortened(columns[at], max(widths[at] - over, _NARROWEST), self.ellipsis)
                widths[at] = max(map(cell_width, columns[at]))
        return columns


@dataclass(frozen=True)
class Block:
    """The entries of a legend in one width, with one detail."""

    legend: Legend
    detail: int
    columns: tuple[tuple[str, ...], ...]
    """The names, column by column."""
    widths: tuple[int, ...]
    key_width: int
    note_width: int

    @property
    def width(self) -> int:
        """Cells that an entry takes."""
        names = sum(self.widths) + len(self.widths) - 1
        return self.key_width + 1 + names + (1 + self.note_width if self.note_width else 0)

    @property
    def head_height(self) -> int:
        """Lines over the entries."""
        return int(bool(self.legend.heads))

    def across(self, width: int) -> int:
        """How many columns of entries fit into `width`."""
        return max((width + GAP) // (self.width + GAP), 1)

    def down(self, across: int) -> int:
        """How many entries stand below each other in so many columns."""
        return -(-len(self.legend.entries) // across)

    def taken(self, across: int) -> int:
        """Cells that so many columns of entries take."""
        return across * (self.width + GAP) - GAP

    def lines(self, across: int, down: int) -> Lines:
        """The entries in columns of `down` lines, from the top to the bottom; those beyond are counted."""
        count = len(self.legend.entries)
        kept = count if count <= across * down else max(across * down - 1, 0)
        items = [self._item(at) for at in range(kept)]
        items += [more(count - kept)] if kept < count else []
        columns = [items[at : at + down] for at in range(0, len(items), down)]
        rows = [[column[row] for column in columns if row < len(column)] for row in range(min(down, len(items)))]
        heads = [[self._head()] * len(columns)] if self.legend.heads else []
        return tuple(self._row(row) for row in (*heads, *rows))

    def _head(self) -> Line:
        ellipsis = self.legend.ellipsis
        heads = (
            clipped(visible(head), width, ellipsis if width > _NARROWEST else "")
            for head, width in zip(self.legend.heads, self.widths, strict=True)
        )
        return (Span(" " * (self.key_width + 1) + self._joined(heads), "muted"),)

    def _item(self, at: int) -> Line:
        """Key, name and note, the notes one below the other."""
        entry = self.legend.entries[at]
        key, name = f"{padded(entry.key, self.key_width)} ", self._joined(column[at] for column in self.columns)
        note = entry.note(self.detail)
        if not note:
            return (Span(key, entry.role), Span(name.rstrip()))
        return (Span(key, entry.role), Span(f"{name} "), Span(note, "number"))

    def _joined(self, cells: Iterable[str]) -> str:
        return " ".join(padded(cell, width) for cell, width in zip(cells, self.widths, strict=True))

    def _row(self, items: Sequence[Line]) -> Line:
        """Entries side by side, each but the last filled to the width of all."""
        spans: list[Span] = []
        for item in items[:-1]:
            spans += [*item, Span(" " * (self.width - line_width(item) + GAP))]
        return (*spans, *items[-1])
