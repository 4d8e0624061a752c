"""The collections that were found, with how whole each is, filled while the scan runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from textual.reactive import reactive

from sweeplens.data.collection import Collection, Status
from sweeplens.render.base import Line, Span
from sweeplens.render.lines import line_width
from sweeplens.text import plural, squeezed, visible
from sweeplens.tui.messages import CollectionChosen
from sweeplens.tui.widgets.line_list import LineList
from sweeplens.tui.widgets.lines import between
from sweeplens.tui.widgets.state_bar import MARKS, state_bar

BAR_WIDTH = 3
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
        return (*_with_mark(count, self.counts), Span(" "), *state_bar(self.counts, BAR_WIDTH))


def _with_mark(count: str, counts: Mapping[Status, int]) -> Line:
    """The count with the mark of the worst status that some expected cell has, in its colour."""
    worst = next((status for status in WORST_FIRST if counts[status]), Status.COMPLETE)
    mark = f" {MARKS[worst]}" if worst in MARKS else ""
    return (Span(count + mark, f"status:{worst.value}"),)


class CollectionList(LineList):
    """Names and states; choosing one opens it."""

    entries: reactive[tuple[Entry, ...]] = reactive(())
    opened: reactive[Path | None] = reactive(None)
    """Path of the collection that is open."""
    reference: reactive[Path | None] = reactive(None)
    """Path of the collection that others are compared with."""

    def found(self, path: Path) -> None:
        """Add a collection, in the order of paths; one that is there already stays."""
        if all(entry.path != path for entry in self.entries):
            self.entries = tuple(sorted((*self.entries, Entry(path, path.name)), key=lambda entry: str(entry.path)))

    def read(self, collection: Collection) -> None:
        """Show the state of a collection."""
        self.found(collection.path)
        self._amend(collection.path, Entry(collection.path, collection.name, collection.counts, len(collection.runs)))

    def broken(self, path: Path) -> None:
        """Show that nothing at `path` could be read."""
        self.found(path)
        self._amend(path, Entry(path, path.name, is_broken=True))

    def _amend(self, path: Path, amended: Entry) -> None:
        self.entries = tuple(amended if entry.path == path else entry for entry in self.entries)

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
