"""Markdown that somebody wrote, as blocks of a document: its words are text, whatever they look like."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import unquote

from sweeplens.figures import (
    Block,
    Column,
    Heading,
    Item,
    Listing,
    Notice,
    Paragraph,
    Value,
    Verbatim,
    Written,
    table_of,
)

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

_FRONT = re.compile(r"---\n(.*?)\n---(\n|\Z)", re.DOTALL)
"""What some tools keep about a text at its very beginning."""
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?|[-+]?inf|nan", re.IGNORECASE)


@dataclass(frozen=True)
class Picture:
    """A picture that the text refers to."""

    file: str
    alt: str

    @property
    def text(self) -> str:
        """What stands in its place where it cannot be seen: `A trade-off (figures/a.png)`."""
        return f"{self.alt} ({self.file})".lstrip()


Part: TypeAlias = "Block | Picture"
_Piece: TypeAlias = "str | Picture"


def blocks_in(text: str) -> tuple[Part, ...]:
    """The blocks of a CommonMark text with tables, its pictures where they stand.

    Emphasis leaves its words, a link its words and its address; HTML stays the text that it is, and its comments, which
    nobody is to read, are left out. A text that is nested deeper than can be followed stays as it is written.
    """
    front = _FRONT.match(text)
    before = (Verbatim(tuple(front[1].split("\n"))),) if front else ()
    try:
        return (*before, *_parsed(text[front.end() :] if front else text))
    except RecursionError:
        return (Verbatim(tuple(text.split("\n"))),)


def _parsed(text: str) -> Iterator[Part]:
    from markdown_it import MarkdownIt  # 40 ms that only a written report costs
    from markdown_it.tree import SyntaxTreeNode

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    yield from _blocks(SyntaxTreeNode(parser.parse(text)).children)


def _blocks(nodes: Sequence[Node]) -> Iterator[Part]:
    for node in nodes:
        yield from _READ.get(node.type, _inside)(node)


def _inside(node: Node) -> Iterator[Part]:
    """What lies in a node that is nothing by itself; nothing for one that holds nothing, as a rule across the page."""
    yield from _blocks(node.children)


def _heading(node: Node) -> Iterator[Part]:
    yield Heading(_text(node), int(node.tag[1:]))


def _paragraph(node: Node) -> Iterator[Part]:
    """The sentences between pictures, and the pictures."""
    for is_picture, group in groupby(_pieces(node.children), lambda piece: isinstance(piece, Picture)):
        if is_picture:
            yield from (piece for piece in group if isinstance(piece, Picture))
        elif text := " ".join("".join(map(_said, group)).split()):
            yield Paragraph(text)


def _list(node: Node) -> Iterator[Part]:
    """The items with what lies in them, one after the other; what is no text parts one listing from the next."""
    for is_item, group in groupby(_items(node, 0), lambda part: isinstance(part, Item)):
        if is_item:
            yield Listing(_nested(part for part in group if isinstance(part, Item)))
        else:
            yield from (part for part in group if not isinstance(part, Item))


def _items(node: Node, depth: int) -> Iterator[Part | Item]:
    first = int(node.attrs.get("start", 1))
    for at, item in enumerate(node.children):
        mark = f"{first + at}." if node.type == "ordered_list" else ""
        for child in item.children:
            if child.type in ("bullet_list", "ordered_list"):
                yield from _items(child, depth + 1)
                continue
            for part in _blocks([child]):
                yield Item(part.text, mark, depth) if isinstance(part, Paragraph) else part
                mark = ""


def _nested(items: Iterator[Item]) -> tuple[Item, ...]:
    """The items, the first one at the edge and each at most one step deeper than the one before it."""
    found: list[Item] = []
    for item in items:
        edge = found[-1].depth + 1 if found else 0
        found.append(replace(item, depth=min(item.depth, edge)))
    return tuple(found)


def _quote(node: Node) -> Iterator[Part]:
    """The sentences as a notice; what is no sentence as it is."""
    for is_said, group in groupby(_blocks(node.children), lambda part: isinstance(part, Paragraph)):
        if is_said:
            yield Notice("", tuple(part.text for part in group if isinstance(part, Paragraph)))
        else:
            yield from group


def _verbatim(node: Node) -> Iterator[Part]:
    yield Verbatim(tuple(node.content.rstrip("\n").split("\n")))


def _html(node: Node) -> Iterator[Part]:
    if not re.fullmatch(r"\s*<!--.*-->\s*", node.content, re.DOTALL):
        yield from _verbatim(node)


def _table(node: Node) -> Iterator[Part]:
    """The rows under their heads, every field as it is written; words before the first numbers tell the rows apart."""
    head, *body = ([_text(field) for field in row.children] for part in node.children for row in part.children)
    numeric = [_is_numeric([row[at] for row in body]) for at in range(len(head))]
    keys = numeric.index(True) if any(numeric) else 1
    columns = [
        Column(name, kind="number") if is_number else Column(name, kind="text", is_key=at < keys, wraps=True)
        for at, (name, is_number) in enumerate(zip(head, numeric, strict=True))
    ]
    yield table_of("", columns, [list(map(_value, columns, row)) for row in body])


def _is_numeric(fields: Sequence[str]) -> bool:
    """Whether every field that is not empty is a number, and some are not."""
    written = [field for field in fields if field]
    return bool(written) and all(map(_NUMBER.fullmatch, written))


def _value(column: Column, field: str) -> Value:
    if not field:
        return None
    return Written(field) if column.kind == "number" else field


_READ: Mapping[str, Callable[[Node], Iterator[Part]]] = {
    "heading": _heading,
    "paragraph": _paragraph,
    "bullet_list": _list,
    "ordered_list": _list,
    "blockquote": _quote,
    "fence": _verbatim,
    "code_block": _verbatim,
    "html_block": _html,
    "table": _table,
}
"""What reads each kind of block."""


def _text(node: Node) -> str:
    """The words of a node, pictures by their file and words."""
    return " ".join("".join(map(_said, _pieces(node.children))).split())


def _said(piece: _Piece) -> str:
    return piece.text if isinstance(piece, Picture) else piece


def _pieces(nodes: Sequence[Node]) -> Iterator[_Piece]:
    """Words and pictures, one after the other."""
    for node in nodes:
        if node.type == "image":
            yield Picture(unquote(str(node.attrs.get("src", ""))), _text(node))
        elif node.type == "link":
            yield from _link(node)
        elif node.children:
            yield from _pieces(node.children)
        else:
            yield " " if node.type in ("softbreak", "hardbreak") else node.content


def _link(node: Node) -> Iterator[_Piece]:
    """What a link says, and where it leads unless that is what it says."""
    said, leads = list(_pieces(node.children)), str(node.attrs.get("href", ""))
    address = leads.removeprefix("mailto:")
    yield from said
    if leads and "".join(map(_said, said)) != address:
        yield f" ({address})"
