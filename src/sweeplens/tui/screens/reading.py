"""The part of the main screen that reads: what is there, the collection that is open, whether it has changed since."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path

from textual.reactive import var

from sweeplens.data.changes import Changes
from sweeplens.data.collection import Collection
from sweeplens.figures import Notice
from sweeplens.tui import messages
from sweeplens.tui.loading import Loader
from sweeplens.tui.screens.asking import AskingScreen
from sweeplens.tui.sources import Sources
from sweeplens.tui.watching import Watcher
from sweeplens.tui.widgets.collection_list import CollectionList
from sweeplens.tui.words import example_filters

NEWS_SECONDS = 8.0
"""How long it is said what a reload has brought."""
KEPT = 6
"""Collections that stay in memory, so that going back to one reads nothing."""


NOTHING_FOUND = Notice(
    "No collection",
    (
        "There is no collection here, and none below.",
        "A collection is a directory with a brief.yaml, a summary.csv or a findings.json, or one with tables in it.",
        "`sweeplens demo` opens some that are shipped.",
    ),
)


class ReadingScreen(AskingScreen):
    """Paths become collections, and the open one becomes what is asked about."""

    opened: var[Path | None] = var(None, init=False)
    """The path of the collection that is open, or is being read to be opened."""
    is_stale: var[bool] = var(False, init=False)
    """Whether files of the open collection have changed since it was read."""
    news: var[str] = var("", init=False)
    """What a reload has brought, for as long as one reads it."""
    is_reading: var[bool] = var(False, init=False)
    """Whether the collection that was asked for is still being read."""

    def __init__(self, sources: Sources) -> None:
        super().__init__()
        self._loader = Loader(self, sources)
        self._watcher = Watcher(self)
        self._kept: OrderedDict[Path, Collection] = OrderedDict()
        self._surveyed: Path | None = None

    @cached_property
    def listed(self) -> CollectionList:
        """The collections that were found."""
        return self.query_one(CollectionList)

    def start_reading(self, paths: Sequence[Path], first: Path | None) -> None:
        """Find what is there; open `first`, or what is found first where it is None."""
        if first:
            self.open(first)
        self._loader.scan(paths)

    def watch_files(self, seconds: float) -> None:
        """Look at the open collection's files every so many seconds; never where there are none."""
        if seconds:
            self.set_interval(seconds, lambda: self._watcher.look(self.inquiry.collection))

    def open(self, path: Path) -> None:
        """Show the collection at `path`: at once where it was read before."""
        self.opened = path
        self.listed.opened = path
        if path in self._kept:
            self._opened(self._kept[path])
            return
        self.is_reading = True
        self._loader.load(path)

    def action_reload(self) -> None:
        """Read the open collection again; what is asked stays."""
        if self.opened:
            self.is_reading = True
            self._loader.load(self.opened, before=self._kept.get(self.opened))

    def watch_is_reading(self) -> None:
        """Keys wait for the first answer about what is read."""
        self.note_rest()

    def is_at_rest(self) -> bool:
        """Whether nothing is being read either."""
        return super().is_at_rest() and not self.is_reading

    def load_reference(self, path: Path) -> None:
        """Compare with the collection at `path`, once it was read."""
        if path in self._kept:
            self.compare(path, self._kept[path])
        else:
            self._loader.load(path, "reference")

    def compare(self, path: Path, reference: Collection) -> None:
        """Ask everything against the collection at `path`."""
        self.listed.reference = path
        self.inquiry = self.inquiry.against(reference)

    def on_collection_found(self, message: messages.CollectionFound) -> None:
        """List it; the first of all is opened where nothing is."""
        self.listed.found(message.found.path, message.found.name)
        if self.opened is None:
            self.open(message.found.path)

    def on_collection_loaded(self, message: messages.CollectionLoaded) -> None:
        """List how whole it is; ask about it where it is still the one that is wanted."""
        self.listed.read(message.path, message.collection)
        if message.purpose != "survey":
            self._keep(message.path, message.collection)
        if message.purpose == "reference":
            self.compare(message.path, message.collection)
        elif message.purpose == "open" and message.path == self.opened:
            self._opened(message.collection, message.changes)
        self._done_with(message.path)

    def on_load_failed(self, message: messages.LoadFailed) -> None:
        """Say why."""
        self.listed.broken(message.path)
        self._kept.pop(message.path, None)
        if message.path == self.opened:
            self.is_reading = False
            self.paint_figure(Notice(message.path.name, (message.sentence,), "error"))
        self._done_with(message.path)

    def on_scan_ended(self, message: messages.ScanEnded) -> None:
        """Say what could not be looked into, and where nothing was found."""
        for fault in message.faults:
            self.notify(fault, severity="warning", markup=False)
        if not self.listed.entries:
            self.paint_figure(NOTHING_FOUND)

    def on_collection_list_sight_changed(self) -> None:
        """Find out about the collections that came into sight."""
        self._survey()

    def on_files_changed(self, message: messages.FilesChanged) -> None:
        """Mark what is shown as old."""
        self.is_stale = message.collection is self.inquiry.collection

    def on_collection_chosen(self, message: messages.CollectionChosen) -> None:
        """Open it."""
        self.open(message.path)

    def suggest(self, filters: Sequence[str]) -> None:
        """Show what a filter can look like."""

    def _keep(self, path: Path, collection: Collection) -> None:
        self._kept[path] = collection
        self._kept.move_to_end(path)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _opened(self, collection: Collection, since: Changes | None = None) -> None:
        """Ask about a collection; of one that was read again, say what changed `since`."""
        self.is_reading = self.is_stale = False
        self.bind_factors(collection.factors)
        self.suggest(example_filters(collection))
        reference = self.inquiry.reference
        if reference and reference.path == collection.path:
            self.inquiry = self.inquiry.against(collection, self.inquiry.selection.versus)
        if since:
            self.figure_view.table.renumber(since.places)
        self.news = since.sentence() if since else ""
        self.set_timer(NEWS_SECONDS, partial(self._forget, self.news))
        self.inquiry = self.inquiry.about(collection, since.places if since else None)

    def _forget(self, news: str) -> None:
        if self.news is news:
            self.news = ""

    def _survey(self) -> None:
        """Read the next collection in sight whose state is not known, one at a time."""
        path = None if self.is_reading or self._surveyed else self.listed.next_unread()
        if path:
            self._surveyed = path
            self._loader.load(path, "survey")

    def _done_with(self, path: Path) -> None:
        """Go on to the next collection whose state is not known."""
        self._surveyed = None if path == self._surveyed else self._surveyed
        self._survey()
