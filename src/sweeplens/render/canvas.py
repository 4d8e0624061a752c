"""A field of dots: eight to a cell in braille, four in blocks, one in ASCII; and single characters on top of them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sweeplens.lazy import np
from sweeplens.render.base import Line, Lines, Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

_BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot in a braille cell, by row and column (Unicode 15, chapter 21.1)."""
_QUADRANTS = ((1, 2), (4, 8))
_BLOCKS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block of each set of quadrants: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""

DOTS: dict[str, tuple[int, int]] = {"braille": (2, 4), "block": (2, 2), "ascii": (1, 1)}
"""Dots across and down a cell in each charset."""


class Canvas:
    """Dots and characters in `width` x `height` cells; what is drawn later lies on top."""

    def __init__(self, width: int, height: int, charset: str) -> None:
        self.width, self.height, self.charset = width, height, charset
        across, down = DOTS[charset]
        self.dots_wide, self.dots_high = width * across, height * down
        self._mask = np.zeros((self.dots_high, self.dots_wide), dtype=bool)
        self._owners = np.full((height, width), -1, dtype=np.int32)
        self._characters = np.zeros((height, width), dtype=np.uint32)
        self._roles: list[str] = []
        self._stamps: list[str] = []

    def paint(self, mask: Mask, role: str, stamp: str = "*") -> None:
        """Set the dots of `mask` (dots_high x dots_wide, row 0 at the top); ASCII writes `stamp` for each."""
        self._mask |= mask
        across, down = DOTS[self.charset]
        touched = mask.reshape(self.height, down, self.width, across).any(axis=(1, 3))
        self._owners[touched] = self._owner(role, stamp)

    def put(self, column: int, row: int, character: str, role: str) -> None:
        """Write one character of one cell; nothing happens outside of the canvas."""
        if self.is_within(column, row):
            self._characters[row, column] = ord(character)
            self._owners[row, column] = self._owner(role, character)

    def rule(self, column: int, character: str, role: str) -> None:
        """Draw a vertical line: `character` where nothing is, `role` for the whole column."""
        if 0 <= column < self.width:
            blank = self._owners[:, column] < 0
            self._characters[blank, column] = ord(character)
            self._owners[:, column] = self._owner(role, character)

    def is_within(self, column: int, row: int) -> bool:
        """Whether there is such a cell."""
        return 0 <= column < self.width and 0 <= row < self.height

    def is_free(self, column: int, row: int) -> bool:
        """Whether there is such a cell and no character is written in it."""
        return self.is_within(column, row) and not self._characters[row, column]

    def lines(self) -> Lines:
        """The cells as lines, each exactly `width` cells wide."""
        characters = np.where(self._characters > 0, self._characters, self._dots())
        owners = self._carried()
        return tuple(self._line(characters[row], owners[row]) for row in range(self.height))

    def _carried(self) -> Any:
        """The owners, blanks given to what stands before them in the row: fewer changes of style.

        The cursor is seen on blanks, so it keeps to its own cells.
        """
        places = np.where(self._owners >= 0, np.arange(self.width), 0)
        carried = np.take_along_axis(self._owners, np.maximum.accumulate(places, axis=1), axis=1)
        cursors = [owner for owner, role in enumerate(self._roles) if role == "cursor"]
        return np.where((self._owners < 0) & np.isin(carried, cursors), -1, carried)

    def _owner(self, role: str, stamp: str) -> int:
        self._roles.append(role)
        self._stamps.append(stamp)
        return len(self._roles) - 1

    def _dots(self) -> Any:
        """The character of each cell's dots."""
        if self.charset == "ascii":
            stamps = np.array([ord(" "), *map(ord, self._stamps)], dtype=np.uint32)
            return np.where(self._mask, stamps[self._owners + 1], ord(" "))
        across, down = DOTS[self.charset]
        weights = np.array(_BRAILLE if self.charset == "braille" else _QUADRANTS)
        cells = self._mask.reshape(self.height, down, self.width, across)
        bits = np.einsum("hdwa,da->hw", cells, weights)
        if self.charset == "block":
            return np.array([ord(block) for block in _BLOCKS], dtype=np.uint32)[bits]
        return np.where(bits > 0, 0x2800 + bits, ord(" ")).astype(np.uint32)

    def _line(self, characters: Any, owners: Any) -> Line:
        """One row's spans, parted where the owner's role changes."""
        text = characters.astype("<u4").tobytes().decode("utf-32-le")
        cuts = [0, *(np.flatnonzero(np.diff(owners)) + 1).tolist(), self.width]
        return _merged([Span(text[start:stop], self._role(int(owners[start]))) for start, stop in pairwise(cuts)])

    def _role(self, owner: int) -> str:
        return self._roles[owner] if owner >= 0 else ""


def _merged(spans: list[Span]) -> Line:
    """Neighbours of one role as one span."""
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].role == span.role:
            merged[-1] = Span(merged[-1].text + span.text, span.role)
        else:
            merged.append(span)
    return tuple(merged)
