"""The heads of columns, on one line where there is room and on two where there is not."""

from __future__ import annotations

import re
from dataclasses import replace

from sweeplens.render.fields import HEAD_LIMIT, ColumnFormat
from sweeplens.text import cell_width, padded, squeezed

_WORDS = re.compile(r"[^\s_/-]*[\s_/-]+|[^\s_/-]+")
_ROOM = 400


def head_text(column: ColumnFormat, marker: str = "") -> str:
    """The whole head: label, unit, direction, and the `marker` of the order."""
    return replace(column, width=_ROOM).head(marker)[0].text.strip()


def head_width(column: ColumnFormat, lines: int) -> int:
    """Cells that the head would like to have on so many lines, no more than heads may ask for on two."""
    text = head_text(column)
    return cell_width(text) if lines == 1 else min(max(map(cell_width, halves(text))), HEAD_LIMIT)


def halves(text: str) -> tuple[str, str]:
    """`text` on two lines that are as short as can be, broken behind blanks, underscores, hyphens and slashes."""
    words = _WORDS.findall(text)
    ways = [("".join(words[:at]).rstrip(), "".join(words[at:])) for at in range(len(words))]
    return min(ways, key=lambda way: max(map(cell_width, way)), default=("", text))


def head_lines(column: ColumnFormat, lines: int, marker: str = "") -> tuple[str, ...]:
    """The head on so many lines, each as wide as the column; what fits on one line stands on the last."""
    text = head_text(column, marker)
    if cell_width(text) <= column.width:
        parts = [""] * (lines - 1) + [text]
    else:
        parts = [text] if lines == 1 else [*halves(text)]
    align = "right" if column.writer.is_right and not column.column.bar else "left"
    return tuple(padded(squeezed(part, column.width, column.glyphs.ellipsis), column.width, align) for part in parts)
