"""With what the main screen begins: what the command line asks for, else how the place was left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sweeplens.data.query import parse_filter
from sweeplens.figures import Table
from sweeplens.opening import Opening
from sweeplens.panes import pane_named
from sweeplens.render.base import Look
from sweeplens.settings import Settings
from sweeplens.tui.inquiry import Inquiry, left_elsewhere, pane_called, recalled
from sweeplens.tui.memory import Memory
from sweeplens.tui.sources import Sources


@dataclass(frozen=True, eq=False)
class Beginning:
    """Everything that the main screen has to be told once."""

    inquiry: Inquiry
    """What is asked first."""
    paths: tuple[Path, ...]
    """The places to look for collections."""
    first: Path | None
    """The collection to open before anything is found; the one found first where None."""
    preview: Table | None
    """Its first rows, where they are there already."""
    sources: Sources
    settings: Settings
    look: Look


def first_inquiry(opening: Opening, memory: Memory, settings: Settings) -> Inquiry:
    """What is asked first; `UsageError` for a pane that there is not, `QueryError` for a filter that is none."""
    pane = pane_named(opening.pane) if opening.pane else pane_called(memory.pane)
    panes = memory.panes
    if opening.first and memory.collection != str(opening.paths[0] / opening.first):
        panes = {name: left_elsewhere(name, own) for name, own in panes.items()}
    selection = recalled(replace(memory, panes=panes), pane, settings)
    if opening.where:
        selection = selection.with_where(parse_filter(opening.where))
    orders = panes[pane.id].orders if pane.id in panes else {}
    inquiry = Inquiry(pane, selection, orders=orders, others=panes)
    return inquiry.in_view(opening.view) if opening.view else inquiry
