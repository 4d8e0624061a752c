"""What a terminal shows, cell by cell: so much of it as is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.tui.sgr import Pen

Cells = list[str]
"""One text a cell; a character of two cells is followed by an empty text."""

NEAR = 4
"""So many cells that stay as they are cost no more to send again than to step over."""


class Shadow:
    """Lines of cells, each with its character and its pen, None where it is not known what is there."""

    def __init__(self) -> None:
        self._characters: list[list[str | None]] = []
        self._pens: list[list[Pen | None]] = []

    def clear(self) -> None:
        """Know nothing."""
        self._characters.clear()
        self._pens.clear()

    def forget(self, y: int, x: int, count: int) -> None:
        """Know nothing of some cells of a line."""
        characters, pens = self._line(y, x + count)
        characters[x : x + count] = [None] * count
        pens[x : x + count] = [None] * count

    def put(self, y: int, x: int, cells: Cells, pen: Pen) -> list[tuple[int, int]]:
        """Know that `cells` are at `x` in line `y`; which stretches of them are new, as first and one past the last."""
        characters, pens = self._line(y, x + len(cells))
        stop = x + len(cells)
        if characters[x:stop] == cells and pens[x:stop] == [pen] * len(cells):
            return []
        new = [at for at, cell in enumerate(cells) if characters[x + at] != cell or pens[x + at] != pen]
        characters[x:stop] = cells
        pens[x:stop] = [pen] * len(cells)
        return [_whole(cells, start, end) for start, end in _stretches(new)]

    def plain_between(self, y: int, start: int, stop: int, pen: Pen) -> str | None:
        """The text of cells that are known, of one cell each, and written with `pen`; None where some are not."""
        characters, pens = self._line(y, stop)
        if any(known != pen for known in pens[start:stop]):
            return None
        text = "".join(character or "" for character in characters[start:stop])
        return text if text.isascii() and len(text) == stop - start else None

    def _line(self, y: int, width: int) -> tuple[list[str | None], list[Pen | None]]:
        """The characters and pens of a line, at least `width` of each."""
        while len(self._characters) <= y:
            self._characters.append([])
            self._pens.append([])
        characters, pens = self._characters[y], self._pens[y]
        if len(characters) < width:
            missing = width - len(characters)
            characters += [None] * missing
            pens += [None] * missing
        return characters, pens


def _stretches(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Runs of places that are near to each other, as first and one past the last."""
    start = last = places[0]
    for place in places[1:]:
        if place - last > NEAR:
            yield start, last + 1
            start = place
        last = place
    yield start, last + 1


def _whole(cells: Cells, start: int, stop: int) -> tuple[int, int]:
    """The stretch with no character cut in two."""
    while start > 0 and not cells[start]:
        start -= 1
    while stop < len(cells) and not cells[stop]:
        stop += 1
    return start, stop
