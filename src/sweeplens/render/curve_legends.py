"""The legend of curves: what each line is, in columns, and what it is worth; beside the plot or below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sweeplens.render.base import Line, Lines, Span
from sweeplens.render.legends import more
from sweeplens.render.lines import line_width
from sweeplens.render.naming import shortened
from sweeplens.text import cell_width, clipped, padded, visible

_GAP = 2
_SMALLEST = (36, 9)
"""Cells that a plot keeps, with its axes, whatever its legend has to say."""
_WORTH = 0.7
"""A legend says more where the plot keeps so much of the room that it has beside one that says less."""
_AXES = 3
"""Lines of a plot that hold no curve."""
_MOST_ACROSS = 9
_HEAD = 8
"""Cells that the head of a column may take though its names are shorter."""


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
class Block:
    """Entries of one width, and what stands over each column of them."""

    head: Line
    items: Lines
    width: int

    def lines(self, across: int, down: int) -> Lines:
        """The entries in columns of `down` lines, from the top to the bottom; those beyond are counted."""
        items = self.items
        if len(items) > across * down:
            kept = max(across * down - 1, 0)
            items = (*items[:kept], more(len(items) - kept))
        columns = [items[at : at + down] for at in range(0, len(items), down)]
        columns = [(self.head, *column) for column in columns] if self.head else columns
        return tuple(self._row([column[row : row + 1] for column in columns]) for row in range(len(columns[0])))

    def _row(self, parts: Sequence[Lines]) -> Line:
        spans: list[Span] = []
        for at, part in enumerate(parts):
            line = part[0] if part else ()
            is_last = not any(parts[at + 1 :])
            spans += line if is_last else (*line, Span(" " * (self.width - line_width(line) + _GAP)))
            if is_last:
                break
        return tuple(spans)

    def below(self, width: int, most: int | None) -> Lines:
        """The entries in as many columns as fit into `width`, in at most `most` lines."""
        across = self.across(width)
        down = -(-len(self.items) // across)
        return self.lines(across, down if most is None else max(min(down, most - bool(self.head)), 1))

    def across(self, width: int) -> int:
        """How many columns fit into `width`."""
        return max((width + _GAP) // (self.width + _GAP), 1)

    def taken(self, across: int) -> int:
        """Cells that so many columns take."""
        return across * (self.width + _GAP) - _GAP


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
        notes = [entry.note(detail) for entry in self.entries]
        behind = max((1 + cell_width(note) for note in notes if note), default=0)
        columns = self._columns(None if most is None else most - key - 1 - behind)
        widths = [
            max([min(cell_width(head), _HEAD if most is None else 0), *map(cell_width, column)])
            for head, column in zip(self.heads or [""] * len(columns), columns, strict=True)
        ]
        heads = [
            clipped(visible(head), width, self.ellipsis if width > 3 else "")
            for head, width in zip(self.heads, widths, strict=False)
        ]
        head = (Span(" " * (key + 1) + _joined(heads, widths), "muted"),) if heads else ()
        items = tuple(
            _item(entry, padded(entry.key, key), _joined(cells, widths), note)
            for entry, note, *cells in zip(self.entries, notes, *columns, strict=True)
        )
        return Block(head, items, max(map(line_width, (head, *items)), default=0))

    def _columns(self, room: int | None) -> list[list[str]]:
        """The columns of the names; where `room` is given, the widest ones shortened until all fit or nothing gives."""
        columns = [[visible(text) for text in column] for column in zip(*(e.cells for e in self.entries), strict=True)]
        for at in sorted(range(len(columns)), key=lambda at: -max(map(cell_width, columns[at]))):
            widths = [max(map(cell_width, column)) for column in columns]
            over = 0 if room is None else sum(widths) + len(widths) - 1 - room
            if over > 0:
                columns[at] = shortened(columns[at], max(widths[at] - over, 3), self.ellipsis)
        return columns


def _joined(cells: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(padded(cell, width) for cell, width in zip(cells, widths, strict=True))


def _item(entry: Entry, key: str, name: str, note: str) -> Line:
    """Key, name and note, the notes one below the other."""
    if not note:
        return (Span(f"{key} ", entry.role), Span(name.rstrip()))
    return (Span(f"{key} ", entry.role), Span(f"{name} "), Span(note, "number"))


@dataclass(frozen=True)
class Placed:
    """A legend in its place, and what it leaves to the plot."""

    lines: Lines
    plot: tuple[int, int]
    """Width and height of the plot, in cells."""
    is_beside: bool = False

    @property
    def area(self) -> int:
        """Cells in which curves can lie."""
        return self.plot[0] * max(self.plot[1] - _AXES, 0)

    @property
    def is_possible(self) -> bool:
        """Whether the plot is large enough."""
        return self.plot[0] >= _SMALLEST[0] and self.plot[1] >= _SMALLEST[1]

    def around(self, plot: Lines) -> Lines:
        """The plot with its legend."""
        if not self.is_beside:
            return (*plot, *self.lines)
        rows = max(len(plot), len(self.lines) + 1)
        left, right = (*plot, *[()] * (rows - len(plot))), ((), *self.lines, *[()] * (rows - len(self.lines) - 1))
        return tuple(
            (*line, Span(" " * (self.plot[0] - line_width(line) + _GAP)), *entry) if entry else line
            for line, entry in zip(left, right, strict=True)
        )


def placed(legend: Legend, width: int, height: int) -> Placed:
    """The legend in `width` x `height` cells: where the plot is largest, and as detailed as that allows.

    Where there is no room for all entries their names are shortened; where there is none then either, those that do not
    fit below the smallest plot are counted.
    """
    if not legend.entries:
        return Placed((), (width, height))
    found = [
        [place for place in _places(legend.block(detail), width, height) if place.is_possible]
        for detail in legend.details
    ]
    largest = max((place.area for places in found for place in places), default=0)
    for places in found:
        best = max(places, key=lambda place: place.area, default=None)
        if best and best.area >= _WORTH * largest:
            return best
    return _squeezed(legend, width, height)


def _places(block: Block, width: int, height: int) -> Iterator[Placed]:
    """The places in which all entries are shown: below the plot, and beside it."""
    lines = block.below(width, None)
    yield Placed(lines, (width, height - len(lines)))
    most = max(height - 1 - bool(block.head), 1)
    across = -(-len(block.items) // most)
    yield Placed(block.lines(across, most), (width - _GAP - block.taken(across), height), is_beside=True)


def _squeezed(legend: Legend, width: int, height: int) -> Placed:
    """The entries below the plot, in as many columns of shortened names as show all of them, or most of them."""
    detail, most = legend.details[-1], max(height - _SMALLEST[1], 1)
    blocks = [legend.block(detail, (width + _GAP) // across - _GAP) for across in range(1, _MOST_ACROSS)]
    fitting = [block for block in blocks if block.across(width) * (most - bool(block.head)) >= len(block.items)]
    block = next(iter(fitting), max(blocks, key=lambda block: block.across(width)))
    lines = block.below(width, most)
    return Placed(lines, (width, height - len(lines)))


def openly_placed(legend: Legend, width: int, height: int) -> Placed:
    """The legend with all its details around a plot of `height` lines, at any length."""
    if not legend.entries:
        return Placed((), (width, height))
    block = legend.block(0, width)
    *_, beside = _places(block, width, height)
    is_short = len(legend.entries) <= 2 * block.across(width)
    return beside if beside.is_possible and not is_short else Placed(block.below(width, None), (width, height))
