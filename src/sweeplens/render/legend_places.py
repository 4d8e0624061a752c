"""Where the legend of curves stands, beside the plot or below it, and how much it says there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sweeplens.render.base import Lines, Span
from sweeplens.render.legend_blocks import GAP, Block, Legend
from sweeplens.render.lines import line_width

_SMALLEST = (36, 9)
"""Cells that a plot keeps, with its axes, whatever its legend has to say; and half of the room."""
_WORTH = 0.8
"""A legend says more where the plot keeps so much of the room that it has beside one that says less."""
_AXES = 3
"""Lines of a plot that hold no curve."""
_MOST_ACROSS = 8
_LEAST_ENTRY = 10
"""Cells that an entry takes at least."""
_ONLY_SOME = 3
"""Of so many parts of the height one is the legend's where it has to leave entries out."""


@dataclass(frozen=True)
class Placed:
    """A legend in its place, and what it leaves to the plot."""

    plot: tuple[int, int]
    """Width and height of the plot, in cells."""
    block: Block | None = None
    across: int = 1
    down: int = 0
    is_beside: bool = False

    @property
    def lines(self) -> Lines:
        """The legend alone."""
        return self.block.lines(self.across, self.down) if self.block else ()

    @property
    def area(self) -> int:
        """Cells in which curves can lie."""
        return self.plot[0] * max(self.plot[1] - _AXES, 0)

    def around(self, plot: Lines) -> Lines:
        """The plot with its legend."""
        if not self.is_beside:
            return (*plot, *self.lines)
        legend = ((), *self.lines)
        rows = max(len(plot), len(legend))
        left, right = (*plot, *[()] * (rows - len(plot))), (*legend, *[()] * (rows - len(legend)))
        return tuple(
            (*line, Span(" " * (self.plot[0] - line_width(line) + GAP)), *entry) if entry else line
            for line, entry in zip(left, right, strict=True)
        )


def placed(legend: Legend, width: int, height: int) -> Placed:
    """The legend in `width` x `height` cells: where the plot is largest, and as detailed as that allows.

    Where there is no room for all entries their names are shortened; where there is none then either, some are counted.
    """
    if not legend.entries:
        return Placed((width, height))
    if len(legend.entries) > width * height // _LEAST_ENTRY:
        return _some(legend, width, height)
    found = [_best(legend.block(detail), width, height) for detail in legend.details]
    largest = max((place.area for place in found if place), default=0)
    fitting = (place for place in found if place and place.area >= _WORTH * largest)
    return next(fitting, None) or _squeezed(legend, width, height)


def _best(block: Block, width: int, height: int) -> Placed | None:
    """The place of these entries that leaves the largest plot; None where the plot would be too small."""
    least = [max(smallest, room // 2) for smallest, room in zip(_SMALLEST, (width, height), strict=True)]
    possible = [
        place for place in _places(block, width, height) if place.plot[0] >= least[0] and place.plot[1] >= least[1]
    ]
    return max(possible, key=lambda place: place.area, default=None)


def _places(block: Block, width: int, height: int) -> Iterator[Placed]:
    """The places in which all entries are shown: below the plot, and beside it."""
    across = block.across(width)
    down = block.down(across)
    yield Placed((width, height - down - block.head_height), block, across, down)
    most = max(height - 1 - block.head_height, 1)
    columns = -(-len(block.legend.entries) // most)
    yield Placed((width - GAP - block.taken(columns), height), block, columns, most, is_beside=True)


def _squeezed(legend: Legend, width: int, height: int) -> Placed:
    """The entries in columns of shortened names: all of them, or as many as a part of the height holds."""
    widths = ((width + GAP) // across - GAP for across in range(1, _MOST_ACROSS + 1))
    places = (_best(legend.block(legend.details[-1], most), width, height) for most in widths)
    return next(filter(None, places), None) or _some(legend, width, height)


def _some(legend: Legend, width: int, height: int) -> Placed:
    """As many entries as a part of the height holds, below the plot."""
    block = legend.block(legend.details[-1], width)
    down = min(height // _ONLY_SOME, height - _SMALLEST[1]) - block.head_height
    if down < 1:
        return Placed((width, height))
    return Placed((width, height - down - block.head_height), block, block.across(width), down)


def openly_placed(legend: Legend, width: int, height: int) -> Placed:
    """The legend with all its details around a plot of `height` lines, at any length."""
    if not legend.entries:
        return Placed((width, height))
    block = legend.block(0, width)
    below, beside = _places(block, width, height)
    is_short = len(legend.entries) <= 2 * block.across(width)
    if beside.plot[0] >= _SMALLEST[0] and not is_short:
        return beside
    return Placed((width, height), block, below.across, below.down)


def below(legend: Legend, width: int, most: int | None) -> Lines:
    """The entries in as many columns as fit into `width`, in at most `most` lines; their names shortened for that."""
    widths = ((width + GAP) // across - GAP for across in range(1, _MOST_ACROSS + 1))
    blocks = [legend.block(legend.details[-1], each) for each in widths]
    whole = (each for each in blocks if most is None or each.head_height + each.down(each.across(width)) <= most)
    block = next(whole, blocks[0])
    across = block.across(width)
    down = block.down(across)
    return block.lines(across, down if most is None else max(min(down, most - block.head_height), 1))
