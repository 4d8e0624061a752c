"""Reads in threads: what is there, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from threading import Lock

from textual.dom import DOMNode
from textual.message import Message

from sweeplens.data.changes import changes
from sweeplens.data.collection import Collection
from sweeplens.data.corrections import NOTHING_SAID, Corrections
from sweeplens.errors import SweeplensError
from sweeplens.failures import log_failure
from sweeplens.tui.messages import (
    CollectionCorrected,
    CollectionFound,
    CollectionLoaded,
    CorrectionRefused,
    LoadFailed,
    Purpose,
    ScanEnded,
)
from sweeplens.tui.sources import Sources


class Loader:
    """Has collections found and read, and posts to its owner what comes of it."""

    def __init__(self, owner: DOMNode, sources: Sources) -> None:
        self._owner = owner
        self._sources = sources
        self._for_now: dict[Path, Corrections] = {}
        """What the user has said for now, by the collection's path."""
        self._saying = Lock()

    def scan(self, paths: Iterable[Path]) -> None:
        """Find the collections at some paths."""
        self._start(partial(self._scan, tuple(paths)), "scan")

    def load(self, path: Path, purpose: Purpose = "open", before: Collection | None = None) -> None:
        """Read a collection, as it is corrected for now, and find out what changed since it was read `before`."""
        self._start(partial(self._load, path, purpose, before), purpose)

    def say(self, path: Path, change: Corrections, keeps: bool) -> None:
        """Read a collection again as `change` corrects it, and keep that where it is wanted and can be meant."""
        self._start(partial(self._say, path, change, keeps), "say")

    def _start(self, work: Callable[[], None], group: str) -> None:
        self._owner.run_worker(work, name=group, group=group, thread=True, exit_on_error=False)

    def _scan(self, paths: tuple[Path, ...]) -> None:
        self._owner.post_message(ScanEnded(tuple(filter(None, map(self._scan_one, paths)))))

    def _scan_one(self, path: Path) -> str:
        """Find the collections at one path; why it cannot be looked into, where it cannot."""
        try:
            for found in self._sources.scan(path):
                self._owner.post_message(CollectionFound(found))
        except SweeplensError as error:
            return str(error)
        return ""

    def _load(self, path: Path, purpose: Purpose, before: Collection | None) -> None:
        def read() -> Collection:
            return self._said(path, NOTHING_SAID, False) if path in self._for_now else self._sources.load(path)

        def done(collection: Collection) -> CollectionLoaded:
            return CollectionLoaded(path, collection, purpose, changes(before, collection) if before else None)

        self._read(path, read, done, LoadFailed)

    def _say(self, path: Path, change: Corrections, keeps: bool) -> None:
        def read() -> Collection:
            collection = self._said(path, change, keeps)
            self._for_now[path] = collection.said.for_now
            return collection

        with self._saying:
            self._read(path, read, partial(CollectionCorrected, path, change=change), CorrectionRefused)

    def _said(self, path: Path, change: Corrections, keeps: bool) -> Collection:
        return self._sources.say(path, self._for_now.get(path, NOTHING_SAID), change, keeps)

    def _read(
        self,
        path: Path,
        read: Callable[[], Collection],
        done: Callable[[Collection], Message],
        failed: Callable[[Path, str], Message],
    ) -> None:
        """Post what becomes of reading."""
        try:
            message = done(read())
        except SweeplensError as error:
            message = failed(path, str(error))
        except Exception as error:  # a file that nobody thought of must not end the session
            details = f"{type(error).__name__}: {error}; the details are in {log_failure(error)}."
            message = failed(path, f"{path} could not be read: {details}")
        self._owner.post_message(message)
