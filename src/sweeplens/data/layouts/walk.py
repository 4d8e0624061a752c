"""What lies below a directory: the names of its files, shallow ones first found, links never followed into circles."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TypeVar

from sweeplens.data.collection import FileEntry
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError

T = TypeVar("T")

MOST_FILES = 300_000
"""How many files of one collection are looked at."""
SURVEYED_FILES = 4_000
"""How many files are looked at to find out how a directory is laid out."""
DEEPEST = 16
IGNORED = frozenset(
    {".git", ".venv", ".ipynb_checkpoints", ".mypy_cache", ".pytest_cache", "__pycache__", "node_modules"}
)
"""Directories that hold no results."""
READERS = 8
"""How many files are read at once."""

_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True)
class Tree:
    """The files below a directory."""

    root: Path
    names: tuple[str, ...]
    """Paths below the root, with `/`, numbers in them in the order of numbers."""
    problems: tuple[Problem, ...] = ()
    """Folders that could not be looked into, and where the walk stopped."""

    def path(self, name: str) -> Path:
        """Where the file called `name` is."""
        return self.root / name

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file, itself or further down."""
        parts = (folder.split("/") for folder in self.by_folder if folder)
        return frozenset("/".join(part[:depth]) for part in parts for depth in range(1, len(part) + 1))

    @cached_property
    def by_folder(self) -> dict[str, list[str]]:
        """The files' own names by the folder they are in (empty for the root), folders in the order of the files."""
        folders: dict[str, list[str]] = {}
        for name in self.names:
            folder, _, own = name.rpartition("/")
            folders.setdefault(folder, []).append(own)
        return folders


def below(folder: str, name: str) -> str:
    """The path of the file called `name` in `folder`, which is empty for the root."""
    return f"{folder}/{name}" if folder else name


def above(name: str) -> Iterator[str]:
    """The folders above a file or folder, the innermost first, the root (which is empty) last."""
    while name:
        name = name.rpartition("/")[0]
        yield name


def natural(text: str) -> tuple[tuple[int, str], ...]:
    """A sort key under which `version_2` stands before `version_10`."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in _DIGITS.split(text))


def walk(path: Path, most: int = MOST_FILES) -> Tree:
    """The files below `path`, at most `most` of them; of a file, the file alone, below its folder.

    Links to folders are left alone, so that a run is met once, and under its own name.
    """
    if path.is_file():
        return Tree(path.parent, (path.name,))
    names: list[str] = []
    problems: list[Problem] = []
    for name in _walked(path, problems):
        if len(names) == most:
            problems.append(
                Problem(path.name, f"There are more than {most:,} files here.", "the rest was not looked at")
            )
            break
        names.append(name)
    names.sort(key=natural)
    return Tree(path, tuple(names), tuple(problems))


def _walked(root: Path, problems: list[Problem], is_deep: bool = False) -> Iterator[str]:
    """Names of files below `root`, folder by folder: those nearest to the root first, or all in a folder first."""
    queue = deque([("", 0)])
    while queue:
        folder, depth = queue.pop() if is_deep else queue.popleft()
        try:
            entries = sorted(os.scandir(f"{root}/{folder}"), key=lambda entry: entry.name, reverse=is_deep)
        except OSError as error:
            sentence = f"The folder cannot be looked into: {error.strerror or error}."
            problems.append(Problem(folder or root.name, sentence, "it was left out"))
            continue
        for entry in entries:
            name = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if depth < DEEPEST and entry.name not in IGNORED:
                    queue.append((name, depth + 1))
            elif _is_file(entry):
                yield name


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link in a circle
        return False


def survey(path: Path) -> Tree:
    """A few thousand files below `path`: those nearest to it, and all there is in its first folders.

    What is found is kept for all the layouts that are asked, until `survey_anew`.
    """
    return _survey(path)


def survey_anew() -> None:
    """Has the next `survey` look at the disk again."""
    _survey.cache_clear()


@lru_cache(maxsize=4)
def _survey(path: Path) -> Tree:
    near = walk(path, SURVEYED_FILES)
    if len(near.names) < SURVEYED_FILES or path.is_file():
        return near
    deep = islice(_walked(path, [], is_deep=True), SURVEYED_FILES)
    return Tree(path, tuple(sorted({*near.names, *deep}, key=natural)), near.problems)


def file_entry(tree: Tree, name: str, what: str) -> FileEntry:
    """The file called `name`, with its size and age; both 0 where it has vanished."""
    try:
        status = tree.path(name).stat()
    except OSError:
        return FileEntry(name, 0, 0.0, what)
    return FileEntry(name, status.st_size, status.st_mtime, what, status.st_ino)


def attempted(read: Callable[[Path], T], tree: Tree, names: Iterable[str]) -> tuple[dict[str, T], list[Problem]]:
    """What `read` makes of each of the files called `names`, in their order; a problem for each that it cannot read.

    Several are read at once, so that a slow file system is not waited for file by file.
    """
    names = list(names)
    found: dict[str, T] = {}
    problems: list[Problem] = []
    with ThreadPoolExecutor(READERS) as threads:
        for name, result in zip(names, threads.map(lambda name: _attempt(read, tree.path(name)), names), strict=True):
            if isinstance(result, ReadError):
                problems.append(Problem(name, str(result), "it was left out"))
            else:
                found[name] = result
    return found, problems


def _attempt(read: Callable[[Path], T], path: Path) -> T | ReadError:
    try:
        return read(path)
    except ReadError as error:
        return error
