"""Small drawings side by side and one below the other, as many as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sweeplens.render.base import Line, Lines, Span
from sweeplens.render.lines import line_width, note

_GAP = 2
_NARROWEST = 24
_COMFORTABLE = 36
_LOWEST = 7
_FREE_HEIGHT = 13
_SQUARE = 10
"""Lines from which on a cloud is large enough to be read."""
_MOST_FREE = 6
"""Clouds side by side where the height is free."""

Panel = Callable[[tuple[int, int]], Lines]
"""Draws itself in so many cells (width, height)."""


def in_panels(
    panels: Sequence[Panel], width: int, height: int | None, page: int = 0, *, are_square: bool = False
) -> Lines:
    """The panels in rows and columns; where not all of them have room, one of the pages that they make.

    Panels that `are_square` are as high as wide where that can be: what lies in them is looked at both ways.
    """
    arrange = _squarest if are_square else _arranged
    across, down = arrange(len(panels), width, height)
    pages = -(-len(panels) // (across * down))
    first = page % pages * across * down
    kept = panels[first : first + across * down]
    rest = note(_page_in_words(first + 1, first + len(kept), len(panels)), width)[:1] if pages > 1 else ()
    wide = (width - _GAP * (across - 1)) // across
    low = _free_height(wide, are_square) if height is None else (height - len(rest)) // down
    cells = (wide, max(low, 6))
    drawn = [panel(cells) for panel in kept]
    rows = [drawn[at : at + across] for at in range(0, len(drawn), across)]
    return (*(line for row in rows for line in side_by_side(row, cells)), *rest)


def _free_height(wide: int, is_square: bool) -> int:
    """Lines of a panel of so many cells where the height is free."""
    return max(wide // 2, _SQUARE) if is_square else max(wide // 3, _FREE_HEIGHT)


def _page_in_words(first: int, last: int, count: int) -> str:
    """`Plots 5 to 8 of 24, PgDn shows others.`"""
    which = f"Plots {first} to {last}" if last > first else f"Plot {first}"
    return f"{which} of {count}, PgDn shows others."


def _arranged(count: int, width: int, height: int | None) -> tuple[int, int]:
    """How many panels across and down on a page: comfortable ones, or narrower where all of them fit then."""
    comfortable, most = (max((width + _GAP) // (wide + _GAP), 1) for wide in (_COMFORTABLE, _NARROWEST))
    room = count if height is None else max(height // _LOWEST, 1)
    narrow = -(-count // room)
    across = min(narrow if comfortable < narrow <= most else comfortable, count)
    return across, min(-(-count // across), room)


def _squarest(count: int, width: int, height: int | None) -> tuple[int, int]:
    """How many panels across and down: those that are large enough, of these the most, of these the largest."""
    most = min(max((width + _GAP) // (_NARROWEST + _GAP), 1), count)
    if height is None:
        across = min(most, _MOST_FREE)
        return across, -(-count // across)

    def largest(across: int) -> tuple[float, int, float]:
        down = _down(across)
        side = min((width - _GAP * (across - 1)) / across / 2, height / down)
        return min(side, _SQUARE), min(across * down, count), side

    def _down(across: int) -> int:
        return min(-(-count // across), max(height // _SQUARE, 1))

    across = max(range(1, most + 1), key=largest)
    return across, _down(across)


def side_by_side(drawn: Sequence[Lines], cells: tuple[int, int]) -> Lines:
    """Drawings of `cells` (width, height) as lines across all of them."""
    width, height = cells
    padded = [(*lines[:height], *[()] * (height - len(lines))) for lines in drawn]
    return tuple(_joined([lines[row] for lines in padded], width) for row in range(height))


def _joined(parts: Sequence[Line], width: int) -> Line:
    spans: list[Span] = []
    for part in parts[:-1]:
        spans += [*part, Span(" " * (width - line_width(part) + _GAP))]
    return (*spans, *parts[-1])
