"""Whether an unmarked directory is one collection, or holds several."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sweeplens.data.formats.unpack import start_of
from sweeplens.data.layouts import LAYOUTS, aggregate, tables
from sweeplens.data.layouts.walk import survey
from sweeplens.data.markers import TABLES, suffix_of
from sweeplens.errors import ReadError

COMPARED = 12
"""Of how many tables the heads are compared."""


def is_unit(path: Path, files: Sequence[str]) -> bool:
    """Whether a directory without marks is one collection.

    It is when it holds tables itself, when a layout recognises run directories in it, or when all tables below it are
    of one shape.
    """
    if any(suffix_of(name) in TABLES for name in files):
        return True
    particular = [layout for layout in LAYOUTS if layout not in (aggregate.LAYOUT, tables.LAYOUT)]
    return any(layout.detect(path) for layout in particular) or _is_of_one_shape(path)


def _is_of_one_shape(path: Path) -> bool:
    tree = survey(path)
    names = [name for name in tree.names if suffix_of(name) in TABLES]
    every = max(len(names) // COMPARED, 1)
    heads = {_head(tree.path(name)) for name in names[::every]}
    return len(heads) == 1 and "" not in heads


def _head(path: Path) -> str:
    """The first line of a text, or the kind of another file; empty where it cannot be read."""
    try:
        start = start_of(path)
    except (ReadError, OSError):
        return ""
    suffix = suffix_of(path.name)
    return start.split(b"\n", 1)[0].decode("latin-1") if suffix in (".csv", ".tsv", ".tab") else suffix
