"""Where collections come from; what reads them is imported when something is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sweeplens.data.collection import Collection
    from sweeplens.data.corrections import Corrections
    from sweeplens.data.scan import Found
    from sweeplens.figures import Table


def _found_at(path: Path) -> Iterable[Found]:
    from sweeplens.data.scan import collections_at, scan_root

    return scan_root(path) if path.is_dir() else collections_at(path)


def _previewed(path: Path) -> Table | None:
    from sweeplens.data.preview import preview_table

    return preview_table(path)


def _loaded(path: Path, as_inferred: bool = False) -> Collection:
    from sweeplens.data.correction_file import word_on
    from sweeplens.data.load import load_collection

    return load_collection(path, said=word_on(path, as_inferred=as_inferred))


def _said(path: Path, for_now: Corrections, change: Corrections, keeps: bool, as_inferred: bool = False) -> Collection:
    from sweeplens.data.correction_file import word_on
    from sweeplens.data.saying import say

    return say(path, word_on(path, for_now, as_inferred), change, keeps)


@dataclass(frozen=True)
class Sources:
    """Ways to look at a path; all may take their time, and belong into a thread."""

    scan: Callable[[Path], Iterable[Found]]
    """The collections at a path, each as soon as it is found."""
    preview: Callable[[Path], Table | None]
    """The first rows of a collection, without polars; None where they are not to be had so."""
    load: Callable[[Path], Collection]
    """The collection at a path; `ReadError` where there is none."""
    say: Callable[[Path, Corrections, Corrections, bool], Collection] = _said
    """The same with what the user has said of it for now, and with what is said next, which can be kept."""


DISK = Sources(_found_at, _previewed, _loaded)
"""Collections as they lie on disk."""
AS_INFERRED = replace(DISK, load=partial(_loaded, as_inferred=True), say=partial(_said, as_inferred=True))
"""The same without the corrections that a user keeps."""
