"""Collections below a root, told as they are found: names alone decide, and nothing is looked at that need not be."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

from sweeplens.data.markers import DEEPEST, IGNORED, MARKERS, SUMMARY_FILES

THREADS = 16
"""A scan waits for the disk, which can do many things at once."""


@dataclass(frozen=True)
class Found:
    """A collection that a scan came by."""

    path: Path
    name: str
    """Its path below the root; the root's own name where it is the root."""
    marker: str = ""
    """The file that marks it as one; empty where it is one because of what lies in it."""


@dataclass
class _Folder:
    """What a look into a directory showed."""

    path: str
    depth: int
    parent: _Folder | None = None
    folders: list[_Folder] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    marker: str = ""
    error: str = ""
    has_marked: bool = False
    """Whether some directory at or below it is marked."""

    @property
    def names(self) -> list[str]:
        """Its own name and those of the directories it lies in; none for the root."""
        return [] if self.parent is None else [*self.parent.names, os.path.split(self.path)[1]]


def collections_at(path: Path) -> list[Found]:
    """The collections that a path means: a table file, a collection, or those below a root in the order of their paths.

    Where there is only one below it and nothing marks that, it is the path itself.
    """
    if not path.is_dir():
        return [Found(path, path.name)]
    found = sorted(scan_root(path), key=lambda one: one.path)
    is_path = len(found) < 2 and not any(one.marker for one in found)
    return [Found(path, path.resolve().name)] if is_path else found


def scan_root(root: Path) -> Iterator[Found]:
    """The collections at and below `root`, marked ones as they are met, then those that only their files show.

    A directory is one when it is marked by a brief, a summary or findings; what lies below it is part of it. One
    without a mark is one when nothing below it is marked and it holds tables, or run directories of one kind.
    """
    top = _Folder(str(root), 0)
    with _Lookers() as lookers:
        lookers.ask(top)
        for folder in lookers.answers():
            if folder.marker:
                _mark(folder)
                yield _found(root, Path(folder.path), folder.marker)
            else:
                lookers.ask(*folder.folders)
    from sweeplens.data.layouts.kinds import units_below  # the layouts are not needed before the marked ones are told

    for unit in units_below(top):
        yield _found(root, unit.path)


def _found(root: Path, path: Path, marker: str = "") -> Found:
    name = root.resolve().name if path == root else str(path.relative_to(root))
    return Found(path, name, marker)


def _mark(folder: _Folder | None) -> None:
    while folder is not None and not folder.has_marked:
        folder.has_marked = True
        folder = folder.parent


def _look(folder: _Folder, root: str) -> _Folder:
    """Fills in what lies in a directory; a folder that cannot be opened stays empty."""
    try:
        with os.scandir(folder.path) as entries:
            for entry in entries:
                if entry.name in MARKERS:
                    folder.marker = entry.name
                    return folder
                _note(folder, entry, root)
    except OSError as error:
        folder.error = error.strerror or str(error)
    folder.folders.sort(key=lambda child: child.path)
    folder.marker = _summary_in_data(folder)
    return folder


def _note(folder: _Folder, entry: os.DirEntry[str], root: str) -> None:
    if entry.name in IGNORED or folder.depth >= DEEPEST:
        return
    if entry.is_dir(follow_symlinks=False) or (entry.is_symlink() and _leads_away(entry, root)):
        if not entry.name.startswith("."):
            folder.folders.append(_Folder(entry.path, folder.depth + 1, folder))
    else:
        folder.files.append(entry.name)


def _leads_away(link: os.DirEntry[str], root: str) -> bool:
    """Whether a link leads to a directory that the scan would not meet otherwise, and that does not hold the root."""
    target = os.path.realpath(link.path)
    is_near = (target + os.sep).startswith(root) or root.startswith(target + os.sep)
    return Path(target).is_dir() and not is_near


def _summary_in_data(folder: _Folder) -> str:
    data = next((child for child in folder.folders if child.path.endswith(f"{os.sep}data")), None)
    if data is None:
        return ""
    try:
        with os.scandir(data.path) as entries:
            return next((f"data/{entry.name}" for entry in entries if entry.name in SUMMARY_FILES), "")
    except OSError:
        return ""


class _Lookers:
    """Threads that look into directories; answers come in the order in which the disk gives them."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[_Folder | None] = SimpleQueue()
        self._answered: SimpleQueue[_Folder] = SimpleQueue()
        self._waiting = 0
        self._root = ""

    def __enter__(self) -> _Lookers:
        for _ in range(THREADS):
            threading.Thread(target=self._work, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        for _ in range(THREADS):
            self._asked.put(None)

    def ask(self, *folders: _Folder) -> None:
        """Asks for a look into some directories; the first one asked for is the root."""
        self._root = self._root or os.path.realpath(folders[0].path) + os.sep
        self._waiting += len(folders)
        for folder in folders:
            self._asked.put(folder)

    def answers(self) -> Iterator[_Folder]:
        """The directories that were looked into, until none is left."""
        while self._waiting:
            folder = self._answered.get()
            self._waiting -= 1
            yield folder

    def _work(self) -> None:
        while (folder := self._asked.get()) is not None:
            self._answered.put(_look(folder, self._root))
