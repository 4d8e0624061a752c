"""The collections that were found, with how whole each is, filled while the scan runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from textual.message import Message
from textual.reactive import reactive

from sweeplens.data.collection import Collection, Status
from sweeplens.render.base import Line, Span
from sweeplens.render.lines import line_width
from sweeplens.text import plural, squeezed, visible
from sweeplens.tui.messages import CollectionChosen
from sweeplens.tui.widgets.line_list import LineList
from sweeplens.tui.widgets.lines import between
from sweeplens.tui.widgets.state_bar import MARKS

LEVELS = "▁▂▃▄▅▆▇█"
"""How many of the cells are complete, from none to all."""
WORST_FIRST = (Status.DIVERGED, Status.INCOMPLETE, Status.MISSING)
"""The marks that a collection's line shows, at most one of them."""


@dataclass(frozen=True)
class Entry:
    """One collection in the list."""

    path: Path
    name: str
    counts: Mapping[Status, int] | None = None
    """Its cells by status; None until it was read."""
    runs: int = 0
    is_broken: bool = False

    def state(self) -> Line:
        """`12/12 █`, `5/9 ◐ ▒`; a dot while nothing is known."""
        if self.is_broken:
            return (Span("unreadable", "worse"),)
        if self.counts is None:
            return (Span("·", "muted"),)
        expected = sum(self.counts.values()) - self.counts[Status.UNEXPECTED]
        if not expected:
            return (Span(plural(self.runs, "run"), "muted"),)
        count = f"{self.counts[Status.COMPLETE]}/{expected}"
        worst = next((status for status in WORST_FIRST if self.counts[status]), Status.COMPLETE)
        level = LEVELS[self.counts[Status.COMPLETE] * (len(LEVELS) - 1) // expected]
        return (Span(f"{count} {MARKS.get(worst, level)}", f"status:{worst.value}"),)


class CollectionList(LineList):
    """Names and states; choosing one opens it."""

    class SightChanged(Message):
        """Other collections are in sight."""

    entries: reactive[tuple[Entry, ...]] = reactive(())
    opened: reactive[Path | None] = reactive(None)
    """Path of the collection that is open."""
    reference: reactive[Path | None] = reactive(None)
    """Path of the collection that others are compared with."""

    def found(self, path: Path, name: str = "") -> None:
        """Add a collection, in the order of paths; one that is there already stays."""
        if all(entry.path != path for entry in self.entries):
            found = Entry(path, name or path.name)
            self.entries = tuple(sorted((*self.entries, found), key=lambda entry: str(entry.path)))

    def read(self, path: Path, collection: Collection) -> None:
        """Show the state of the collection at `path`."""
        self.found(path, collection.name)
        self._amend(path, counts=collection.counts, runs=len(collection.runs), is_broken=False)

    def next_unread(self) -> Path | None:
        """The first collection in sight of which nothing is known; None where there is none."""
        top = round(self.scroll_y)
        seen = self.entries[top : top + self.size.height]
        return next((entry.path for entry in seen if entry.counts is None and not entry.is_broken), None)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Say that other collections are in sight."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.SightChanged())

    def on_resize(self) -> None:
        """Draw for the new size, and say that other collections are in sight."""
        super().on_resize()
        self.post_message(self.SightChanged())

    def broken(self, path: Path) -> None:
        """Show that nothing at `path` could be read."""
        self.found(path)
        self._amend(path, is_broken=True)

    def _amend(self, path: Path, **changes: Any) -> None:
        self.entries = tuple(replace(entry, **changes) if entry.path == path else entry for entry in self.entries)

    def watch_entries(self) -> None:
        """The cursor follows the collection that is open."""
        self.lines_changed()

    def watch_opened(self, path: Path | None) -> None:
        """Put the cursor on the collection that is open."""
        at = next((at for at, entry in enumerate(self.entries) if entry.path == path), None)
        if at is not None:
            self.cursor = at
        self.refresh()

    def line_count(self) -> int:
        """One line a collection."""
        return len(self.entries)

    def line(self, at: int, width: int) -> Line:
        """A mark on the one that is open, the name, the state."""
        entry = self.entries[at]
        is_open = entry.path == self.opened
        mark = "▸" if is_open else "=" if entry.path == self.reference else " "
        state = entry.state()
        name = squeezed(visible(entry.name), max(width - line_width(state) - 3, 1))
        return between((Span(f"{mark} ", "mark"), Span(name, "title" if is_open else "")), state, width)

    def chosen(self, at: int) -> None:
        """Ask for the collection to be opened."""
        self.post_message(CollectionChosen(self.entries[at].path))
