"""One table, or many of one shape whose file and folder names hold factors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sweeplens.data.alike import read_alike
from sweeplens.data.brief import Brief, RoleName
from sweeplens.data.collection import FileEntry, History, Role, RoleDecision
from sweeplens.data.formats import FORMATS, LARGE, format_of
from sweeplens.data.histories import history_of, joined, problems_in
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.paths import path_factors
from sweeplens.data.layouts.runs import is_replicate
from sweeplens.data.layouts.walk import Tree, file_entry, survey, walk
from sweeplens.data.markers import MARKERS, PACKED, TABLES, suffix_of
from sweeplens.data.metrics import Metric
from sweeplens.data.problems import Problem
from sweeplens.data.shapes import Shape, runs_in, shape_of
from sweeplens.data.tablefile import TableFile, read_table, with_constants
from sweeplens.errors import ReadError
from sweeplens.figures import Direction
from sweeplens.lazy import pl
from sweeplens.text import plural

IN_MEMORY = 512 << 20
"""Bytes of tables that are held in memory; of more, only the small ones are."""
SMALL = 1 << 20
OTHERS_LISTED = 1_000
"""How many files that are no tables are listed."""
ALIKE = 0.6
"""Tables of runs are of one kind when they share this part of their columns."""
_MAIN = ("summary", "results", "result", "main", "final", "metrics")
"""What the main table of a directory is called, where no shape has more tables than the others."""


def detect(path: Path) -> str:
    """A table file, or a directory with some below it."""
    if path.is_file():
        known = format_of(path)
        return f"one table of {known.name}" if known else ""
    names = table_names(survey(path))
    return f"{plural(len(names), 'table')}, the first is {names[0]}" if names else ""


def table_names(tree: Tree) -> list[str]:
    """Files that are tables by name; where there are none, those that are by content."""
    sure = [name for name in tree.names if suffix_of(name) in TABLES]
    possible = (name for name in tree.names if suffix_of(name) in _possible() and name not in MARKERS)
    return sure or [name for name in possible if _is_table(tree.path(name))]


def _possible() -> frozenset[str]:
    """Suffixes that some format knows and that are no sure sign of a table."""
    return frozenset(suffix for known in FORMATS for suffix in known.suffixes) - TABLES - {""}


def _is_table(path: Path) -> bool:
    try:
        return format_of(path) is not None
    except (ReadError, OSError):
        return False


def read(path: Path) -> Reading:
    """The table at `path`, or the tables of the most frequent shape below it."""
    return read_as(path, Brief())


def read_as(path: Path, brief: Brief) -> Reading:
    """The same, where a brief says what columns are."""
    tree = walk(path)
    names = [path.name] if path.is_file() else table_names(tree)
    tables, problems = _read_all(tree, names)
    if not tables:
        reason = problems[0].sentence if problems else "it holds no table"
        raise ReadError(f"Nothing in {path.name or path} can be read as a table: {reason}")
    kind = _main_kind(tables, brief.roles)
    files = _files(tree, tables, kind.tables)
    return _reading(kind, files, (*tree.problems, *problems, *_left_out(tables, kind.tables)))


def _read_all(tree: Tree, names: Sequence[str]) -> tuple[list[TableFile], list[Problem]]:
    entries = [file_entry(tree, name, "table") for name in names]
    at_once = LARGE if sum(entry.size for entry in entries) < IN_MEMORY else SMALL
    read_alike(tree.root, names)
    read = [_attempted(tree.path(name), name, at_once) for name in names]
    return [t for t in read if isinstance(t, TableFile)], [p for p in read if isinstance(p, Problem)]


def _attempted(path: Path, name: str, at_once: int) -> TableFile | Problem:
    try:
        return read_table(path, name, at_once)
    except (ReadError, OSError) as error:
        return Problem(name, str(error), "the file was left out")


@dataclass(frozen=True, eq=False)
class _Shaped:
    """A table with how it holds curves, where it does."""

    table: TableFile
    shape: Shape | None


@dataclass(frozen=True, eq=False)
class _Kind:
    """Tables that can be read as one."""

    members: list[_Shaped]

    @property
    def shape(self) -> Shape | None:
        """How the first of them holds curves; None where they hold runs."""
        return self.members[0].shape

    @property
    def tables(self) -> list[TableFile]:
        """The tables themselves."""
        return [member.table for member in self.members]

    @property
    def metrics(self) -> set[str]:
        """The metrics of the curves that they hold."""
        return {metric for member in self.members if member.shape for metric in member.shape.metrics}

    def takes(self, other: _Shaped) -> bool:
        """Whether a table is of this kind: the same step and keys, or nearly the same columns."""
        columns = set(other.table.frame.columns)
        if self.shape is None:
            first = set(self.members[0].table.frame.columns)
            return other.shape is None and len(columns & first) >= ALIKE * len(columns | first)
        own = {self.shape.step, *self.shape.keys}
        return own <= columns and (other.shape is None or {other.shape.step, *other.shape.keys} == own)

    @property
    def weight(self) -> tuple[int, bool, int]:
        """How likely it is what the directory is about: by number, by name, by rows."""
        names = [table.name.rpartition("/")[2].lower() for table in self.tables]
        is_main = any(word in name for name in names for word in _MAIN)
        return (len(self.members), is_main, sum(table.frame.height for table in self.tables))


def _main_kind(tables: Sequence[TableFile], roles: Mapping[str, RoleName]) -> _Kind:
    """The most frequent kind of table; among equals, one with a main table's name, else the one with most rows."""
    kinds: list[_Kind] = []
    shaped = [_Shaped(table, shape_of(table, roles=roles)) for table in tables]
    for one in sorted(shaped, key=lambda one: one.shape is None):
        kind = next((kind for kind in kinds if kind.takes(one)), None)
        if kind is None:
            kinds.append(_Kind([one]))
        else:
            kind.members.append(one)
    chosen = max(kinds, key=lambda kind: kind.weight)
    places = {one.table.name: at for at, one in enumerate(shaped)}
    return _Kind(sorted(chosen.members, key=lambda one: places[one.table.name]))


def _left_out(tables: Sequence[TableFile], chosen: Sequence[TableFile]) -> list[Problem]:
    own = {table.name for table in chosen}
    others = [table for table in tables if table.name not in own]
    if not others:
        return []
    said = f"{plural(len(others), 'table')} of another shape {'is' if len(others) == 1 else 'are'} beside the main one."
    return [Problem(others[0].name, said, "open one by its own path to see it", level="note")]


def _files(tree: Tree, tables: Sequence[TableFile], chosen: Sequence[TableFile]) -> tuple[FileEntry, ...]:
    what = {table.name: "another table" for table in tables} | {table.name: "table" for table in chosen}
    others = [name for name in tree.names if name not in what][:OTHERS_LISTED]
    return tuple(file_entry(tree, name, what.get(name, "not read")) for name in (*what, *others))


def _reading(kind: _Kind, files: tuple[FileEntry, ...], problems: Sequence[Problem]) -> Reading:
    """Tables of one kind as runs, or as one history."""
    tables = kind.tables
    levels, roles = _path_levels(tables, kind.metrics)
    told = [*problems, *(problem for table in tables for problem in table.problems)]
    reading = Reading(None, roles=roles, metrics=_directions(tables), files=files, problems=tuple(told))
    if kind.shape is None:
        frames = [with_constants(runs_in(table).lazy(), texts) for table, texts in zip(tables, levels, strict=True)]
        return replace(reading, runs=pl.concat(frames, how="diagonal_relaxed").collect())
    history = _history(kind, kind.shape, levels)
    shapes = _shapes(kind, kind.shape)
    odd = [p for table, shape in zip(tables, shapes, strict=True) for p in problems_in(table, shape, history.metrics)]
    known = {decision.column for decision in roles}
    keys = tuple(
        RoleDecision(key, Role.FACTOR, f"it names the curves; {history.why}")
        for key in history.keys
        if key not in known and not is_replicate(key)
    )
    return replace(reading, histories=(history,), roles=(*roles, *keys), problems=(*reading.problems, *odd))


def _path_levels(
    tables: Sequence[TableFile], metrics: Iterable[str]
) -> tuple[list[Mapping[str, str]], tuple[RoleDecision, ...]]:
    """For each table the levels that its path holds, under names that no column or metric has, and their roles."""
    if len(tables) == 1:
        return [{}], ()
    places = path_factors([_bare(table.name) for table in tables], leaf="file")
    found = {**places.parts, **places.keys}
    own = {*metrics, *(column for table in tables for column in table.frame.columns)}
    named = {(name if name not in own else f"path {name}"): texts for name, texts in found.items()}
    levels: list[Mapping[str, str]] = [
        {name: texts[at] or "" for name, texts in named.items()} for at in range(len(tables))
    ]
    return levels, tuple(_path_role(name) for name in named)


def _path_role(name: str) -> RoleDecision:
    role = Role.REPLICATE if is_replicate(name) else Role.FACTOR
    return RoleDecision(name, role, "it stands in the names of the files")


def _bare(name: str) -> str:
    """A file's path without its suffixes."""
    inner = name
    for packed in PACKED:
        inner = inner.removesuffix(packed)
    suffix = Path(inner).suffix
    return inner.removesuffix(suffix) if suffix_of(name) else inner


def _history(kind: _Kind, shape: Shape, levels: Sequence[Mapping[str, str]]) -> History:
    """Tables of curves as one history."""
    shaped = zip(kind.tables, _shapes(kind, shape), levels, strict=True)
    parts = [(history_of(table, own), texts) for table, own, texts in shaped]
    name = kind.tables[0].name if len(parts) == 1 else plural(len(parts), "file")
    return joined(parts, name, is_held=all(table.is_whole for table in kind.tables))


def _shapes(kind: _Kind, shape: Shape) -> list[Shape]:
    """How each table of a kind holds curves: as it shows, else as the first of them does."""
    return [member.shape or _borrowed(shape, member.table) for member in kind.members]


def _borrowed(shape: Shape, table: TableFile) -> Shape:
    """The shape of its neighbours for a table that is too short to show one."""
    if shape.name_column:
        return shape
    return replace(shape, metrics=tuple(metric for metric in shape.metrics if metric in table.frame.columns))


def _directions(tables: Sequence[TableFile]) -> tuple[Metric, ...]:
    """The directions that the files themselves state."""
    said = {name: direction for table in tables for name, direction in table.directions}
    return tuple(Metric(name, direction=Direction(direction)) for name, direction in said.items())


LAYOUT = Layout("tables", "tables", detect, read, read_as)
