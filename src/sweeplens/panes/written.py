"""The report that somebody wrote, with live figures in place of its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PureWindowsPath

from sweeplens.data.markdown import Part, Picture, blocks_in
from sweeplens.data.query import EVERYTHING, filter_text
from sweeplens.data.written import LARGEST, REPORT, WrittenText, written_at
from sweeplens.errors import ReadError, SweeplensError
from sweeplens.figures import Block, Document, Heading, Notice, Paragraph, is_figure
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.parts import part_called, part_title, said_once
from sweeplens.text import byte_size, plural

TITLE = "The report as written"
WAY = (
    f"Write a {REPORT} into its folder, in Markdown; in place of a picture ![words](figures/NAME.png) stands the live "
    "figure of the view NAME in the brief, or of the pane NAME."
)
MOST_PICTURES = 100
"""Views that are drawn in place of pictures; further ones stay lines."""


def written_report(question: Question, panes: Sequence[Pane]) -> Document | Notice:
    """The report as it is written, its pictures drawn from the data; a notice where there is none."""
    try:
        written = written_at(question.collection.path)
    except ReadError as error:
        return Notice(TITLE, (str(error), WAY), "warning")
    if written is None:
        return Notice(TITLE, (f"This collection has no {REPORT}.", WAY))
    title, parts = _title(blocks_in(written.text))
    blocks = (*_filtered(question), *_live(parts, question, panes), *_cut(written))
    return Document(title, tuple(said_once(blocks, is_written=True)))


def _title(parts: tuple[Part, ...]) -> tuple[str, tuple[Part, ...]]:
    """The heading with which the report begins, and the rest; the file's name where it begins otherwise."""
    first = parts[0] if parts else None
    if isinstance(first, Heading) and first.level == 1:
        return first.text, parts[1:]
    return REPORT, parts


def _filtered(question: Question) -> Iterator[Block]:
    """What the figures are about, where they are not about every row."""
    if question.where != EVERYTHING:
        rows = plural(question.collection.runs.height, "row")
        kept = f"Figures are about {len(question.rows)} of {rows} ({filter_text(question.where)})"
        yield Paragraph(f"{kept}; text and tables are as they were written.")


def _cut(written: WrittenText) -> Iterator[Block]:
    if written.is_cut:
        yield Paragraph(f"{REPORT} goes on: its first {byte_size(LARGEST)} are shown.")


def _live(parts: Sequence[Part], question: Question, panes: Sequence[Pane]) -> Iterator[Block]:
    """The parts, in place of each picture the figure of its name, or a line where there is none."""
    known: dict[str, tuple[Block, ...]] = {}
    for part in parts:
        if not isinstance(part, Picture):
            yield part
            continue
        name = PureWindowsPath(part.file).stem
        if name not in known:
            known[name] = _figure(name, question, panes) if len(known) < MOST_PICTURES else ()
        yield from _under(part, known[name])


def _figure(name: str, question: Question, panes: Sequence[Pane]) -> tuple[Block, ...]:
    """What the view or pane of a name says; nothing where there is none."""
    part = part_called(_known_name(name, question, panes), question, panes)
    if part is None:
        return ()
    try:
        figure = part[0].answer(part[1])
    except SweeplensError as error:
        figure = Notice("", (str(error),), "warning")
    own = figure.title or part_title(*part)
    return (Heading(own, 3), *figure.blocks) if isinstance(figure, Document) else (replace(figure, title=own),)


def _known_name(name: str, question: Question, panes: Sequence[Pane]) -> str:
    """The view or pane that a name means, however its words are joined: `kl_tradeoff` is `kl-tradeoff`."""
    known = (*question.collection.brief.views, *(pane.id for pane in panes))
    return next((each for each in known if _bare(each) == _bare(name)), name)


def _bare(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")


def _under(picture: Picture, blocks: tuple[Block, ...]) -> Iterator[Block]:
    """A figure under the words of its picture; the picture's own line where there is no figure."""
    if not blocks:
        yield Paragraph(f"Picture {picture.file}: {picture.alt}" if picture.alt else f"Picture {picture.file}")
        return
    first, *rest = blocks
    if isinstance(first, Heading):
        yield replace(first, text=picture.alt or first.text)
    elif is_figure(first):
        yield replace(first, title=picture.alt or first.title)
    yield from rest
