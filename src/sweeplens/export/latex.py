"""LaTeX: booktabs tables to be put into a paper, every text escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sweeplens.export.base import Exporter, Options
from sweeplens.export.sheets import Sheet, as_sheets
from sweeplens.export.styled import styler
from sweeplens.figures import Block, Document, Figure, Heading, Item, Listing, Notice, Paragraph, Verbatim
from sweeplens.text import visible

_NEEDED = "% needs \\usepackage{booktabs} and \\usepackage[table]{xcolor}"
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "→": r"$\to$",
    "≈": r"$\approx$",
    "Δ": r"$\Delta$",
    "±": r"$\pm$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
}
_FOUND = re.compile("|".join(map(re.escape, _SPECIAL)))
_SECTIONS = ("section", "section", "subsection", "subsubsection", "paragraph")


def write_latex(figure: Figure, options: Options) -> str:
    """The figure as LaTeX to be input: tables by pandas' Styler, the best values shaded."""
    return "\n\n".join((_NEEDED, *_blocks(figure, options, 0))) + "\n"


LATEX = Exporter("latex", ".tex", "LaTeX", write_latex)


def escaped(text: str) -> str:
    """`text` so that LaTeX prints it as it is, its signs whatever the font."""
    return _FOUND.sub(lambda match: _SPECIAL[match.group()], visible(text))


def _blocks(block: Block, options: Options, level: int) -> Iterator[str]:
    """The block's parts, its title a heading of `level`; 0 is for a figure that stands alone."""
    if isinstance(block, Document):
        for each in block.flow():
            level = each.level + 1 if isinstance(each, Heading) else level
            yield from _blocks(each, options, level)
    elif isinstance(block, Heading):
        yield _heading(block.text, block.level)
    elif isinstance(block, Paragraph):
        yield escaped(block.text)
    elif isinstance(block, Listing):
        yield f"\\begin{{itemize}}\n{''.join(map(_item, block.items))}\\end{{itemize}}"
    elif isinstance(block, Verbatim):
        yield "\n\n".join(map(_typed, block.lines))
    elif isinstance(block, Notice):
        yield from ([_heading(block.title, level)] if block.title and level else [])
        yield from map(escaped, block.sentences)
    else:
        yield from _figure(block, options, level)


def _typed(line: str) -> str:
    """A line in typewriter letters, its blanks kept."""
    return f"\\texttt{{{escaped(line.expandtabs(4)).replace(' ', '~')}}}"


def _item(item: Item) -> str:
    """An item, set in as deep as it lies, with its own mark."""
    mark = f"[{escaped(item.mark)}]" if item.mark else ""
    inset = f"\\hspace*{{{2 * item.depth}em}}" if item.depth else ""
    return f"  \\item{mark} {{}}{inset}{escaped(item.text)}\n"


def _heading(text: str, level: int) -> str:
    return f"\\{_SECTIONS[min(level, 4)]}*{{{escaped(text)}}}"


def _figure(figure: Figure, options: Options, level: int) -> Iterator[str]:
    parts, otherwise = as_sheets(figure, options)
    if not parts:
        yield from ([_heading(figure.title, level)] if figure.title and level else [])
        yield escaped(otherwise)
    yield from (_table(sheet, escaped(sheet.title or figure.title)) for sheet in parts)
    yield from (escaped(caption) for caption in getattr(figure, "captions", ()))


def _table(sheet: Sheet, caption: str) -> str:
    columns = "".join("r" if is_right else "l" for is_right in sheet.is_right)
    styled = styler(sheet, escaped)
    text = styled.to_latex(hrules=True, column_format=columns, convert_css=True, position="ht", caption=caption or None)
    return text.replace("\\begin{table}[ht]\n", "\\begin{table}[ht]\n\\centering\n", 1).strip()
