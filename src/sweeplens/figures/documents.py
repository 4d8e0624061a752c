"""Sentences and figures one after the other, and what stands in place of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeGuard

from sweeplens.figures.curves import Curves
from sweeplens.figures.drawings import Bars, Points
from sweeplens.figures.frames import Frames
from sweeplens.figures.grids import Grid
from sweeplens.figures.tables import Column, Table, table_of


@dataclass(frozen=True)
class Notice:
    """Sentences in place of an answer: what is missing, and the way out."""

    title: str
    sentences: tuple[str, ...]
    level: Literal["information", "warning", "error"] = "information"

    def as_table(self) -> Table:
        """One row a sentence."""
        return table_of(self.title, (Column("notice", kind="text"),), [(s,) for s in self.sentences])


@dataclass(frozen=True)
class Heading:
    """A title inside a document; level 1 is the document's own."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """Plain sentences inside a document; never markup."""

    text: str


@dataclass(frozen=True)
class Item:
    """One item of a listing."""

    text: str
    mark: str = ""
    """What stands before it: `3.`; a dash where empty."""
    depth: int = 0
    """In how many other items it lies."""


@dataclass(frozen=True)
class Listing:
    """Short items inside a document, those that lie in another one after it."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Verbatim:
    """Lines inside a document that stay as they are: code, or markup that means nothing here."""

    lines: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Document:
    """Headings, sentences and figures, one after the other."""

    title: str
    blocks: tuple[Block, ...]
    captions: tuple[str, ...] = ()
    main: int | None = None
    """Index of the block whose table is the answer in data formats; the first table where None."""
    data: Table | None = None
    """The answer in data formats, where it is none of the blocks: it has more rows than the document says."""
    grid: Grid | None = None
    """The block that a cursor moves in."""

    def flow(self) -> Iterator[Block]:
        """All there is to write, top to bottom: no figure repeats as its title the heading that it stands under."""
        heading = self.title
        yield from [Heading(self.title, 1)] if self.title else []
        for block in self.blocks:
            if isinstance(block, Heading):
                heading = block.text
            elif is_figure(block) and block.title == heading:
                block = replace(block, title="")
            yield block
        yield from (Paragraph(caption) for caption in self.captions)

    def as_table(self) -> Table:
        """The answer in data formats; an empty table where there is none."""
        if self.data is not None:
            return self.data
        chosen = self.blocks if self.main is None else (self.blocks[self.main],)
        for block in chosen:
            if is_figure(block) and not isinstance(block, Notice):
                return block.as_table()
        return table_of(self.title, (Column("notice", kind="text"),), [])


Figure: TypeAlias = "Table | Bars | Curves | Points | Grid | Frames | Document | Notice"
Block: TypeAlias = "Heading | Paragraph | Listing | Verbatim | Figure"


def is_figure(block: Block) -> TypeGuard[Figure]:
    """Whether a block of a document is a figure, not words between figures."""
    return not isinstance(block, Heading | Paragraph | Listing | Verbatim)
