"""HTML: one page that stands alone, every text escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from sweeplens.export.base import Exporter, Options
from sweeplens.export.sheets import Sheet, as_sheets
from sweeplens.export.styled import styler
from sweeplens.figures import Block, Document, Figure, Heading, Item, Listing, Notice, Paragraph, Verbatim
from sweeplens.text import visible

if TYPE_CHECKING:
    from pandas.io.formats.style_render import CSSDict

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; }}
table {{ border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums; }}
th, td {{ border-bottom: 1px solid #ddd; padding: .25em .75em; text-align: left; }}
th {{ border-bottom: 2px solid #888; }}
p.caption, p.drawing {{ color: #666; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def write_html(figure: Figure, options: Options) -> str:
    """The figure as a page; tables by pandas' Styler, the best values shaded."""
    blocks = "\n".join(_blocks(figure, options, 1))
    return _PAGE.format(title=_shown(figure.title or "sweeplens"), body=blocks)


HTML = Exporter("html", ".html", "HTML page", write_html)


def _shown(text: str) -> str:
    return escape(visible(text))


def _blocks(block: Block, options: Options, level: int) -> Iterator[str]:
    """The block as elements, its title as a heading of `level`."""
    if isinstance(block, Document):
        for each in block.flow():
            level = each.level + 1 if isinstance(each, Heading) else level
            yield from _blocks(each, options, level)
    elif isinstance(block, Heading):
        yield _heading(block.text, block.level)
    elif isinstance(block, Paragraph):
        yield f"<p>{_shown(block.text)}</p>"
    elif isinstance(block, Listing):
        yield "<ul>\n" + "".join(map(_item, block.items)) + "</ul>"
    elif isinstance(block, Verbatim):
        yield "<pre>" + "\n".join(_shown(line.expandtabs(4)) for line in block.lines) + "</pre>"
    elif isinstance(block, Notice):
        yield _heading(block.title, level)
        yield from (f"<p>{_shown(sentence)}</p>" for sentence in block.sentences)
    else:
        yield from _figure(block, options, level)


def _item(item: Item) -> str:
    """An item, set in as deep as it lies, with its own mark."""
    rules = [f"margin-left: {2 * item.depth}em"] * bool(item.depth)
    rules += [f"list-style-type: '{item.mark} '"] * bool(item.mark)
    style = f' style="{_shown("; ".join(rules))}"' if rules else ""
    return f"<li{style}>{_shown(item.text)}</li>\n"


def _heading(text: str, level: int) -> str:
    tag = f"h{min(level, 6)}"
    return f"<{tag}>{_shown(text)}</{tag}>" if text else ""


def _figure(figure: Figure, options: Options, level: int) -> Iterator[str]:
    yield _heading(figure.title, level)
    parts, otherwise = as_sheets(figure, options)
    for sheet in parts:
        yield _heading(sheet.title, level + 1)
        yield _table(sheet)
    yield from ([] if parts else [f'<p class="drawing">{_shown(otherwise)}</p>'])
    yield from (f'<p class="caption">{_shown(caption)}</p>' for caption in getattr(figure, "captions", ()))


def _table(sheet: Sheet) -> str:
    right = ", ".join(f".col{at}" for at, is_right in enumerate(sheet.is_right) if is_right)
    rules: list[CSSDict] = [{"selector": right, "props": "text-align: right;"}] if right else []
    return styler(sheet, escape).set_table_styles(rules).to_html().strip()
