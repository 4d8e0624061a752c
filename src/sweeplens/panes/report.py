"""What is there to say, all in all? The results document of every pane, and the report that somebody wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sweeplens.errors import SweeplensError
from sweeplens.figures import Block, Document, Figure, Heading, Notice, Paragraph, Table, is_figure
from sweeplens.panes.base import Pane, PaneView, Question, Section, chosen_view
from sweeplens.panes.parts import part_called, part_title, said_once
from sweeplens.panes.provenance import Provenance, rows_kept
from sweeplens.panes.sentences import heading

ID = "report"
VIEWS = (PaneView("results", "Results"), PaneView("written", "As written"))


def report_pane(panes: Sequence[Pane]) -> Pane:
    """The pane that answers with what all of `panes` say."""
    return Pane(
        id=ID,
        key="R",
        title="Report",
        short="Report",
        question="What is there to say, all in all?",
        answer=lambda question: _answer(question, panes),
        views=VIEWS,
        takes_columns=False,
        takes_order=False,
        is_document=True,
    )


def _answer(question: Question, panes: Sequence[Pane]) -> Figure:
    if chosen_view(question, ID, VIEWS) == "results":
        return report(question, panes)
    from sweeplens.panes.written import written_report  # reads files, which the first paint does without

    return written_report(question, panes)


def report(question: Question, panes: Sequence[Pane]) -> Document:
    """The results document, made from the data in the order of the brief: a heading a section, no sentence twice."""
    sections = [section for part in _parts(question, panes) for section in part]
    source = Paragraph(Provenance(question, question.collection.metrics).sentence)
    blocks = (source, *_left_out(question), *(block for section in sections for block in _in_document(section)))
    return Document(f"{heading(question.collection.title)}: Results", tuple(said_once(blocks)))


def _left_out(question: Question) -> Iterator[Block]:
    """What of the filter the runs could not be asked."""
    if said := question.asked.sentence("the runs"):
        yield Paragraph(said)


def _parts(question: Question, panes: Sequence[Pane]) -> Iterator[tuple[Section, ...]]:
    """The sections of each name in the brief's order; without one of every pane and of its named views."""
    views, named = question.collection.brief.views, question.collection.brief.report
    every = (
        name for pane in panes for name in (pane.id, *(key for key, view in views.items() if view.pane == pane.id))
    )
    for name in named or every:
        part = part_called(name, question, panes)
        if part is not None:
            yield _sections(*part, is_named=bool(named))


def _sections(pane: Pane, question: Question, is_named: bool) -> tuple[Section, ...]:
    """What the pane says; nothing where it has no answer, unless the brief asks for it by name."""
    try:
        sections = _of_rows(question, pane.sections(question) if pane.sections else (_section(pane, question),))
    except SweeplensError as error:
        sections = (Section(part_title(pane, question), (Notice("", (str(error),)),)),)
    return tuple(each for each in sections if is_named or not all(isinstance(block, Notice) for block in each.blocks))


def _of_rows(question: Question, sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """The sections, the first of a view with a filter of its own beginning with how many rows it keeps."""
    if question.view is None or not question.view.where:
        return sections
    kept = Paragraph(f"About {rows_kept(question)}.")
    return tuple(replace(each, blocks=(kept, *each.blocks)) if each is sections[0] else each for each in sections)


def _section(pane: Pane, question: Question) -> Section:
    """The pane's answer under its title, or under that of the view."""
    figure = pane.answer(question)
    return Section(part_title(pane, question), figure.blocks if isinstance(figure, Document) else (figure,))


def _in_document(section: Section) -> Iterator[Block]:
    """The section's heading and blocks; headings inside stand one level lower, titles are written as headings are."""
    yield Heading(heading(section.title))
    for block in section.blocks:
        if isinstance(block, Heading):
            yield Heading(block.text, max(block.level, 2) + 1)
        elif is_figure(block):
            yield _headed(block)
        else:
            yield block


def _headed(figure: Figure) -> Figure:
    """The figure with its titles written as headings are."""
    figure = replace(figure, title=heading(figure.title))
    if not isinstance(figure, Table):
        return figure
    return replace(figure, section_titles={key: heading(text) for key, text in figure.section_titles.items()})
