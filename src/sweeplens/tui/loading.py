"""Reads in threads: what is there, the first rows of it, and the whole of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from textual.dom import DOMNode

from sweeplens.data.collection import Collection
from sweeplens.data.scan import Found, collections_at, scan_root
from sweeplens.errors import SweeplensError
from sweeplens.failures import log_failure
from sweeplens.figures import Table
from sweeplens.tui.messages import CollectionFound, CollectionLoaded, LoadFailed, PreviewRead, Purpose, ScanEnded


@dataclass(frozen=True)
class Sources:
    """Where collections come from."""

    scan: Callable[[Path], Iterable[Found]]
    """The collections at a path, as they are found."""
    preview: Callable[[Path], Table | None]
    """The first rows of a collection, without polars; None where there are none to be had so."""
    load: Callable[[Path], Collection]
    """The collection at a path; `ReadError` where there is none."""


def found_at(path: Path) -> Iterable[Found]:
    """The collections at a path, each as soon as it is found."""
    return scan_root(path) if path.is_dir() else collections_at(path)


def loaded(path: Path) -> Collection:
    """The collection at a path; polars is imported here at the latest, in a thread."""
    from sweeplens.data.load import load_collection

    return load_collection(path)


def previewed(path: Path) -> Table | None:
    """The first rows of the collection at a path."""
    from sweeplens.data.preview import preview_table

    return preview_table(path)


DISK = Sources(found_at, previewed, loaded)
"""Collections as they lie on disk."""


class Loader:
    """Has collections found and read, and posts to its owner what comes of it."""

    def __init__(self, owner: DOMNode, sources: Sources) -> None:
        self._owner = owner
        self._sources = sources

    def scan(self, paths: Iterable[Path]) -> None:
        """Find the collections at some paths."""
        self._start(partial(self._scan, tuple(paths)), "scan")

    def preview(self, path: Path) -> None:
        """Read the first rows of a collection."""
        self._start(partial(self._preview, path), "preview")

    def load(self, path: Path, purpose: Purpose = "open") -> None:
        """Read a collection."""
        self._start(partial(self._load, path, purpose), purpose)

    def _start(self, work: Callable[[], None], group: str) -> None:
        self._owner.run_worker(work, name=group, group=group, thread=True)

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

    def _preview(self, path: Path) -> None:
        table = self._sources.preview(path)
        if table is not None:
            self._owner.post_message(PreviewRead(path, table))

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
