"""Where collections come from; what reads them is imported when something is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sweeplens.data.collection import Collection
    from sweeplens.data.scan import Found
    from sweeplens.figures import Table


@dataclass(frozen=True)
class Sources:
    """Three ways to look at a path; all may take their time, and belong into a thread."""

    scan: Callable[[Path], Iterable[Found]]
    """The collections at a path, each as soon as it is found."""
    preview: Callable[[Path], Table | None]
    """The first rows of a collection, without polars; None where they are not to be had so."""
    load: Callable[[Path], Collection]
    """The collection at a path; `ReadError` where there is none."""


def _found_at(path: Path) -> Iterable[Found]:
    from sweeplens.data.scan import collections_at, scan_root

    return scan_root(path) if path.is_dir() else collections_at(path)


def _previewed(path: Path) -> Table | None:
    from sweeplens.data.preview import preview_table

    return preview_table(path)


def _loaded(path: Path) -> Collection:
    from sweeplens.data.load import load_collection

    return load_collection(path)


DISK = Sources(_found_at, _previewed, _loaded)
"""Collections as they lie on disk."""
