"""GitHub-flavoured Markdown: titles, sentences and tables; whatever is in a text, it is shown and does nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sweeplens.export.base import Exporter, Options
from sweeplens.export.sheets import Sheet, as_sheets
from sweeplens.figures import Block, Document, Figure, Heading, Listing, Notice, Paragraph, Verbatim
from sweeplens.text import cell_width, padded, visible

_SPECIAL = re.compile(r"[\\`*~\[\]<$]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown could take for markup anywhere in a text; an underscore inside a word is none."""
_LEADING = re.compile(r"^([#>+\-=|:]|\d+(?=[.)]))")
"""What Markdown could take for a block at the beginning of a line."""


def write_markdown(figure: Figure, options: Options) -> str:
    """The figure in Markdown, blocks parted by blank lines; one that stands alone has no title of its own."""
    if isinstance(figure, Document):
        blocks = _document(figure, options)
    elif isinstance(figure, Notice):
        blocks = _notice(figure)
    else:
        blocks = _figure(figure, options, 0)
    return "\n\n".join(blocks) + "\n"


MARKDOWN = Exporter("markdown", ".md", "Markdown", write_markdown)


def escaped(text: str) -> str:
    """`text` so that Markdown shows it as it is, within a line."""
    return _SPECIAL.sub(lambda match: f"\\{match.group()}" if match.group() not in "&" else "&amp;", visible(text))


def _line(text: str) -> str:
    """`text` as a line of its own, which begins no block."""
    return _LEADING.sub(_defused, escaped(text).strip())


def _defused(match: re.Match[str]) -> str:
    found = match.group()
    return f"{found}\\" if found.isdigit() else f"\\{found}"


def _document(document: Document, options: Options) -> Iterator[str]:
    level = 1
    for block in document.flow():
        level = block.level if isinstance(block, Heading) else level
        yield from _block(block, options, level)


def _block(block: Block, options: Options, level: int) -> Iterator[str]:
    """The block under a heading of `level`."""
    if isinstance(block, Heading):
        yield _heading(block.text, block.level)
    elif isinstance(block, Paragraph):
        yield _line(block.text)
    elif isinstance(block, Listing):
        yield "\n".join(f"{' ' * 4 * item.depth}{item.mark or '-'} {_line(item.text)}" for item in block.items)
    elif isinstance(block, Verbatim):
        yield _verbatim(block)
    elif isinstance(block, Notice):
        yield from ([_heading(block.title, level + 1)] if block.title else [])
        yield from _notice(block)
    elif isinstance(block, Document):
        yield from _document(block, options)
    else:
        yield from _figure(block, options, level)


def _figure(figure: Figure, options: Options, level: int) -> Iterator[str]:
    """Title, tables and captions; without the title where `level` is 0."""
    if figure.title and level:
        level += 1
        yield _heading(figure.title, level)
    parts, otherwise = as_sheets(figure, options)
    for sheet in parts:
        yield from ([_heading(sheet.title, max(level, 1) + 1)] if sheet.title else [])
        yield _table(sheet)
    yield from ([] if parts else [_line(otherwise)])
    yield from (_line(caption) for caption in getattr(figure, "captions", ()))


def _verbatim(block: Verbatim) -> str:
    """The lines in a fence that is longer than any in them."""
    lines = [visible(line.expandtabs(4)) for line in block.lines]
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join((fence, *lines, fence))


def _notice(notice: Notice) -> Iterator[str]:
    """The sentences as one quotation."""
    yield "\n>\n".join(f"> {_line(sentence)}" for sentence in notice.sentences)


def _heading(text: str, level: int) -> str:
    return f"{'#' * min(level, 6)} {re.sub(r'#+$', _defused, escaped(text).strip())}"


def _table(sheet: Sheet) -> str:
    """Head, alignment and rows, each column as wide as its widest field."""
    rows = [[_cell(text) for text in row] for row in (sheet.heads, *sheet.rows)]
    widths = [max(3, *(cell_width(row[at]) for row in rows)) for at in range(len(sheet.heads))]
    rule = [
        "-" * (width - 1) + ":" if right else "-" * width for width, right in zip(widths, sheet.is_right, strict=True)
    ]
    head, *body = [_filled(row, widths, sheet.is_right) for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *body))


def _filled(row: Sequence[str], widths: Sequence[int], is_right: Sequence[bool]) -> list[str]:
    sides = ["right" if right else "left" for right in is_right]
    return [padded(text, width, side) for text, width, side in zip(row, widths, sides, strict=True)]


def _cell(text: str) -> str:
    """`text` in a field: a pipe is no border, and blanks at the ends stay."""
    inner = re.sub(r"(?<=\\)\|", "&#124;", escaped(text)).replace("|", "\\|")
    return re.sub(r"^\s|\s$", lambda match: f"&#{ord(match.group())};", inner)
