"""The parts of a document about a collection: panes and views by name, each asked for itself."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from sweeplens.figures import Block, Notice, Paragraph, is_figure
from sweeplens.panes.base import Pane, Question


def part_called(name: str, question: Question, panes: Sequence[Pane]) -> tuple[Pane, Question] | None:
    """The pane of a view of the brief, or of a pane, and what it is asked; None where there is none of that name.

    A view of the brief brings its own metric and columns; of what a user asked only what is about every part stays.
    """
    view = question.collection.brief.views.get(name)
    pane = next((pane for pane in panes if pane.id == (view.pane if view else name)), None)
    if pane is None:
        return None
    own = replace(question.selection, view=name if view else None, columns=(), sort=None, rows=None, by=())
    return pane, replace(question, selection=replace(own, metric=None) if view else own)


def part_title(pane: Pane, question: Question) -> str:
    """The view's title, else the pane's."""
    return (question.view.title if question.view else "") or pane.title


def said_once(blocks: Iterable[Block], is_written: bool = False) -> Iterator[Block]:
    """The blocks without sentences that were said before; where somebody wrote them, only captions are left out."""
    said: set[str] = set()
    for block in blocks:
        if is_written or not (isinstance(block, Paragraph) and block.text in said):
            yield _captioned(block, said)
        said.update([block.text] if isinstance(block, Paragraph) else getattr(block, "captions", ()))


def _captioned(block: Block, said: Container[str]) -> Block:
    """A figure without the captions that were said."""
    if not is_figure(block) or isinstance(block, Notice):
        return block
    return replace(block, captions=tuple(caption for caption in block.captions if caption not in said))
