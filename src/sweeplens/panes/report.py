"""What is there to say, all in all? The results document of every pane, in the order of the brief."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sweeplens.data.query import EVERYTHING, filter_text
from sweeplens.data.selection import Selection
from sweeplens.errors import SweeplensError
from sweeplens.figures import Block, Document, Heading, Listing, Notice, Paragraph
from sweeplens.panes.base import Pane, Question, Section
from sweeplens.panes.sentences import heading
from sweeplens.text import plural


def report_pane(panes: Sequence[Pane]) -> Pane:
    """The pane that answers with what all of `panes` say."""
    return Pane(
        id="report",
        key="R",
        title="Report",
        short="Report",
        question="What is there to say, all in all?",
        answer=lambda question: report(question, panes),
        takes_columns=False,
        takes_order=False,
        is_document=True,
    )


def report(question: Question, panes: Sequence[Pane]) -> Document:
    """The results document, made from the data: a heading a section, and no sentence twice."""
    sections = [section for part in _parts(question, panes) for section in part]
    blocks = (*_filtered(question), *(block for section in sections for block in _written(section)))
    return Document(f"{heading(question.collection.title)}: Results", tuple(_said_once(blocks)))


def _filtered(question: Question) -> Iterator[Block]:
    """What the report is about, where it is not about every row."""
    if question.where != EVERYTHING:
        rows = plural(question.collection.runs.height, "row")
        yield Paragraph(f"About {len(question.rows)} of {rows}: {filter_text(question.where)}")


def _parts(question: Question, panes: Sequence[Pane]) -> Iterator[tuple[Section, ...]]:
    """The sections of each name in the brief's order; without one of every pane and of its named views."""
    by_id = {pane.id: pane for pane in panes}
    views = question.collection.brief.views
    named = question.collection.brief.report
    every = (
        name for pane in panes for name in (pane.id, *(key for key, view in views.items() if view.pane == pane.id))
    )
    for name in named or every:
        pane = by_id.get(views[name].pane if name in views else name)
        if pane is not None:
            asked = replace(question, selection=_asked(question.selection, name if name in views else None))
            yield _sections(pane, asked, is_named=bool(named))


def _asked(selection: Selection, view: str | None) -> Selection:
    """What of the selection a part of the report is asked: a view of the brief brings its own metric and columns."""
    own = replace(selection, view=view, columns=(), sort=None, rows=None, by=())
    return replace(own, metric=None) if view else own


def _sections(pane: Pane, question: Question, is_named: bool) -> tuple[Section, ...]:
    """What the pane says; nothing where it has no answer, unless the brief asks for it by name."""
    try:
        sections = pane.sections(question) if pane.sections else (_section(pane, question),)
    except SweeplensError as error:
        sections = (Section(_title(pane, question), (Notice("", (str(error),)),)),)
    return tuple(each for each in sections if is_named or not all(isinstance(block, Notice) for block in each.blocks))


def _section(pane: Pane, question: Question) -> Section:
    """The pane's answer under its title, or under that of the view."""
    figure = pane.answer(question)
    return Section(_title(pane, question), figure.blocks if isinstance(figure, Document) else (figure,))


def _title(pane: Pane, question: Question) -> str:
    return (question.view.title if question.view else "") or pane.title


def _written(section: Section) -> Iterator[Block]:
    """The section's heading and blocks; headings inside stand one level lower, titles are written as headings are."""
    yield Heading(heading(section.title))
    for block in section.blocks:
        if isinstance(block, Heading):
            yield Heading(block.text, max(block.level, 2) + 1)
        elif isinstance(block, Paragraph | Listing):
            yield block
        else:
            yield replace(block, title=heading(block.title))


def _said_once(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks without sentences that were said before."""
    said: set[str] = set()
    for block in blocks:
        if isinstance(block, Paragraph):
            if block.text not in said:
                yield block
            said.add(block.text)
        elif isinstance(block, Heading | Listing | Notice):
            yield block
        else:
            yield replace(block, captions=tuple(caption for caption in block.captions if caption not in said))
            said.update(block.captions)
