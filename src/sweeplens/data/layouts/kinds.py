"""Which unmarked directories are collections: the highest ones that hold results of one kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sweeplens.data.formats import format_of
from sweeplens.data.formats.unpack import start_of
from sweeplens.data.layouts import LAYOUTS, aggregate, plan, run_directories, tables
from sweeplens.data.layouts.base import Layout
from sweeplens.data.markers import TABLES, may_hold_results, suffix_of
from sweeplens.errors import ReadError

ENOUGH = 3
"""When so many folders side by side are of one kind, the others are taken to be as well."""
_OPENED = 20
_BY_CONTENT = frozenset((".json", ".log", ".dat"))
"""Suffixes of files that may be tables, which their content says."""
_SETTINGS = frozenset(("cfg", "conf", "config", "configs", "settings"))
"""Folders whose documents say what was wanted, not what came of it."""
_PARTICULAR = tuple(layout for layout in LAYOUTS if layout not in (aggregate.LAYOUT, tables.LAYOUT, plan.LAYOUT))
_QUICK = tuple(layout for layout in _PARTICULAR if layout is not run_directories.LAYOUT)
"""Those that need not read what documents say."""
_OF_TABLES = "tables "


class Folder(Protocol):
    """A directory whose names are known."""

    path: str
    files: list[str]
    marker: str
    has_marked: bool

    @property
    def folders(self) -> Sequence[Folder]:
        """The directories in it."""
        ...

    @property
    def names(self) -> Sequence[str]:
        """Its own name and those of the directories it lies in, up to the root of the scan."""
        ...


@dataclass(frozen=True)
class Unit:
    """A directory, or a lone table, that is one collection."""

    path: Path
    kind: str
    """The layout's name; for tables the head of the first of them."""

    @property
    def is_of_tables(self) -> bool:
        """Whether no layout of runs knows it."""
        return self.kind.startswith(_OF_TABLES)


def units_below(folder: Folder) -> Iterator[Unit]:
    """The unmarked collections at and below a directory, each as soon as it is sure not to be part of a larger one.

    A directory that holds tables is one, and so is one of collections of one kind. A lone table beside collections of
    another kind, or beside several, is one by itself.
    """
    if folder.marker or not _holds_results(folder):
        return
    own = [] if folder.has_marked else [Path(folder.path) / n for n in folder.files if suffix_of(n) in TABLES]
    if len(own) > 1:
        yield _whole(folder, own[0])
        return
    are_apart = folder.has_marked
    below: list[Unit] = []
    for child in folder.folders:
        below += units_below(child)
        are_apart = are_apart or len({unit.kind for unit in below}) > 1
        if are_apart:
            yield from below
            below = []
        elif len(below) == ENOUGH and not own and (whole := _merged(folder, below)):
            yield whole
            return
    if are_apart or below:
        yield from _with_lone(folder, own, below, are_apart)
    else:
        yield from _alone(folder, own)


def _with_lone(folder: Folder, own: Sequence[Path], below: Sequence[Unit], are_apart: bool) -> Iterator[Unit]:
    """What a directory with collections below it is, with at most one table of its own."""
    is_stray = are_apart or len(below) > 1 or any(not unit.is_of_tables for unit in below)
    if own and not is_stray:
        yield _whole(folder, own[0])
        return
    merged = _merged(folder, below)
    yield from [merged] if merged else below
    yield from (Unit(path, _OF_TABLES + _head(path)) for path in own)


def _alone(folder: Folder, own: Sequence[Path]) -> Iterator[Unit]:
    """What a directory without collections below it is."""
    if own:
        yield _whole(folder, own[0])
    elif not _SETTINGS.isdisjoint(folder.names):
        return
    elif kind := _particular(folder, _QUICK) or _by_content(folder) or _particular(folder, [run_directories.LAYOUT]):
        yield Unit(Path(folder.path), kind)


def _whole(folder: Folder, table: Path) -> Unit:
    """A directory that holds tables as one collection."""
    return Unit(Path(folder.path), _particular(folder, _QUICK) or _OF_TABLES + _head(table))


def _merged(folder: Folder, below: Sequence[Unit]) -> Unit | None:
    """A directory of several collections of one kind as one of that kind; None where it is not."""
    if len(below) < 2 or len({unit.kind for unit in below}) > 1:
        return None
    kind = below[0].kind
    same = below[0].is_of_tables or _particular(folder, [layout for layout in _PARTICULAR if layout.name == kind])
    return Unit(Path(folder.path), kind) if same else None


def _particular(folder: Folder, layouts: Sequence[Layout]) -> str:
    """The first of some layouts that recognises a directory; empty where none does."""
    return next((layout.name for layout in layouts if layout.detect(Path(folder.path))), "")


def _by_content(folder: Folder) -> str:
    """The kind of a directory that holds a table although no name says so; empty where there is none."""
    possible = [name for name in sorted(folder.files) if suffix_of(name) in _BY_CONTENT][:_OPENED]
    table = next((name for name in possible if _is_table(Path(folder.path) / name)), "")
    return table and _OF_TABLES + suffix_of(table)


def _is_table(path: Path) -> bool:
    try:
        return format_of(path) is not None
    except (ReadError, OSError):
        return False


def _holds_results(folder: Folder) -> bool:
    """Whether some file at or below a directory could be read, by its name."""
    return any(map(may_hold_results, folder.files)) or any(map(_holds_results, folder.folders))


def _head(path: Path) -> str:
    """The first line of a text, or the kind of another file; empty where it cannot be read."""
    try:
        start = start_of(path)
    except (ReadError, OSError):
        return ""
    suffix = suffix_of(path.name)
    return start.split(b"\n", 1)[0].decode("latin-1") if suffix in (".csv", ".tsv", ".tab") else suffix
