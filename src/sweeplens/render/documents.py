"""Documents: headings, sentences, lists and figures, one below the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sweeplens.figures import Block, Document, Figure, Heading, Item, Listing, Paragraph, Table, Verbatim
from sweeplens.render.base import Cursor, Lines, Look, Size, Span
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.lines import line_width, title, words
from sweeplens.render.table_fit import parted
from sweeplens.text import broken, visible

Draw = Callable[[Figure, Size, Look, Cursor], Lines]


def draw_document(document: Document, size: Size, look: Look, cursor: Cursor, draw: Draw) -> Lines:
    """All blocks with a blank line between; figures are drawn by `draw`, in a height of their own."""
    lines: list[tuple[Span, ...]] = []
    for block in document.flow():
        own = cursor if block is document.grid else Cursor()
        lines += [(), *_block(block, size.width, look, own, draw)]
    return tuple(lines[1:])


def _block(block: Block, width: int, look: Look, cursor: Cursor, draw: Draw) -> Lines:
    if isinstance(block, Heading):
        return _heading(block, width, look)
    if isinstance(block, Paragraph):
        return words(CHARSETS[look.charset].spelled(block.text), width)
    if isinstance(block, Listing):
        return tuple(line for item in block.items for line in words(item.text, width, indent=_before(item, width)))
    if isinstance(block, Verbatim):
        return tuple(line for text in block.lines for line in _as_written(text, width))
    if isinstance(block, Table):
        return _joined([draw(part, Size(width), look, cursor) for part in parted(block, width, look)])
    return draw(block, Size(width), look, cursor)


def _joined(parts: Sequence[Lines]) -> Lines:
    """Drawings one below the other, a blank line between."""
    return tuple(line for part in parts for line in ((), *part))[1:]


def _before(item: Item, width: int) -> str:
    """What stands before an item; however deep it lies, half of the width is left for its words."""
    mark = f"{item.mark or '-'} "
    return "  " * min(item.depth, max(width // 4 - len(mark), 0)) + mark


def _as_written(text: str, width: int) -> Lines:
    """A line with its blanks, broken where the width ends."""
    return tuple((Span(piece, "muted"),) for piece in broken(visible(text.expandtabs(4)), max(width, 2)))


def _heading(heading: Heading, width: int, look: Look) -> Lines:
    """The heading's text; the document's own is underlined across the width, a chapter's as far as it goes."""
    lines = title(heading.text, width)
    if heading.level > 2 or not lines:
        return lines
    rule = CHARSETS[look.charset].rule
    return (*lines, (Span(rule * (width if heading.level == 1 else line_width(lines[0])), "muted"),))
