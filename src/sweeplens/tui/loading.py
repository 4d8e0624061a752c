"""Reads in threads: what is there, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from textual.dom import DOMNode

from sweeplens.errors import SweeplensError
from sweeplens.failures import log_failure
from sweeplens.tui.messages import CollectionFound, CollectionLoaded, LoadFailed, Purpose, ScanEnded
from sweeplens.tui.sources import Sources


class Loader:
    """Has collections found and read, and posts to its owner what comes of it."""

    def __init__(self, owner: DOMNode, sources: Sources) -> None:
        self._owner = owner
        self._sources = sources

    def scan(self, paths: Iterable[Path]) -> None:
        """Find the collections at some paths."""
        self._start(partial(self._scan, tuple(paths)), "scan")

    def load(self, path: Path, purpose: Purpose = "open") -> None:
        """Read a collection."""
        self._start(partial(self._load, path, purpose), purpose)

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

    def _load(self, path: Path, purpose: Purpose) -> None:
        try:
            collection = self._sources.load(path)
        except SweeplensError as error:
            self._owner.post_message(LoadFailed(path, str(error)))
        except Exception as error:  # a file that nobody thought of must not end the session
            details = f"{type(error).__name__}: {error}; the details are in {log_failure(error)}."
            self._owner.post_message(LoadFailed(path, f"{path} could not be read: {details}"))
        else:
            self._owner.post_message(CollectionLoaded(path, collection, purpose))
