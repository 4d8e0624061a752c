"""Columns with their heads, which stand on one line where there is room and on two where there is not."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sweeplens.render.fields import HEAD_LIMIT, TEXT_LIMIT, ColumnFormat
from sweeplens.text import cell_width, padded, squeezed

NARROW_TEXT = 6
"""Cells that a text column keeps, however little room there is."""
_TEXT = ("text", "level")
_WORDS = re.compile(r"[^ _/-]*[ _/-]+|[^ _/-]+")
_ROOM = 400


@dataclass(frozen=True)
class Headed:
    """How a column is written, and the whole of its head: label, unit, direction and order."""

    format: ColumnFormat
    head: str

    @property
    def width(self) -> int:
        """Cells that the column takes."""
        return self.format.width

    @property
    def is_text(self) -> bool:
        """Whether the values may be clipped."""
        return self.format.column.kind in _TEXT

    @property
    def is_cut(self) -> bool:
        """Whether the head does not fit on one line."""
        return cell_width(self.head) > self.width

    def at(self, width: int) -> Headed:
        """The same column in another width."""
        return replace(self, format=replace(self.format, width=width))

    def narrowed(self, lines: int, room: int = TEXT_LIMIT) -> Headed:
        """No wider than the values and the head on so many lines have to be; text is clipped into `room`."""
        values = min(self.format.writer.width, max(room, self.format.least))
        if self.is_text:
            values = min(values, TEXT_LIMIT, max(room, NARROW_TEXT))
        return self.at(max(values, self._head_width(lines)))

    def _head_width(self, lines: int) -> int:
        """Cells that the head would like to have; on two lines no more than heads may ask for."""
        if lines == 1:
            return cell_width(self.head)
        return min(max(map(cell_width, halves(self.head))), HEAD_LIMIT)

    def head_lines(self, lines: int) -> tuple[str, ...]:
        """The head on so many lines, each as wide as the column; what fits on one line stands on the last."""
        parts = [*halves(self.head)] if self.is_cut and lines == 2 else [""] * (lines - 1) + [self.head]
        align = "right" if self.format.writer.is_right and not self.format.column.bar else "left"
        ellipsis = self.format.glyphs.ellipsis
        return tuple(padded(squeezed(part, self.width, ellipsis), self.width, align) for part in parts)


def headed(column: ColumnFormat, marker: str = "") -> Headed:
    """The column under its head; `marker` says that the rows are ordered by it, and how."""
    return Headed(column, replace(column, width=_ROOM).head()[0].text.strip() + marker)


def halves(head: str) -> tuple[str, str]:
    """`head` on two lines that are as short as can be, broken behind blanks, underscores, hyphens and slashes.

    What follows the last word, an arrow or two, stays beside it.
    """
    words = _WORDS.findall(head)
    ways = [("".join(words[:at]).rstrip(), "".join(words[at:])) for at in range(len(words)) if _is_said(words[at:])]
    return min(ways, key=lambda way: max(map(cell_width, way)), default=("", head))


def _is_said(words: list[str]) -> bool:
    """Whether the words are more than arrows."""
    return any(len(word.strip()) > 1 for word in words)
