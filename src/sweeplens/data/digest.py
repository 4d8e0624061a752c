"""What took long to make of files, kept in the user's cache directory until one of the files changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from sweeplens.data.cache import cache_folder, is_kept, name_of, put
from sweeplens.data.collecting import failures
from sweeplens.data.signature import signature_of
from sweeplens.lazy import pl

LONG = 0.5
"""Seconds from which on the making of a table is worth keeping it."""


def digested(files: Iterable[Path], question: str, make: Callable[[], pl.DataFrame]) -> pl.DataFrame:
    """What `make` gives of `files`, from the cache where it was made of the same bytes before.

    `question` says what is made of them. Nothing is kept where there are no files, or where one of them is gone.
    """
    place = _place(tuple(files), question)
    if place is None:
        return make()
    kept = _kept(place)
    if kept is not None:
        return kept
    start = time.monotonic()
    frame = make()
    if time.monotonic() - start >= LONG:
        put(place, lambda part: frame.write_parquet(part, compression="zstd"))
    return frame


def _place(files: tuple[Path, ...], question: str) -> Path | None:
    """Where a digest is kept, named by path, modification, size and inode of every file."""
    marks: list[object] = [question]
    for file in files:
        signature = signature_of(file)
        if not any(signature):
            return None
        marks.append((str(file.resolve()), *signature))
    return cache_folder() / f"{name_of(*marks)}.parquet" if files else None


def _kept(place: Path) -> pl.DataFrame | None:
    try:
        return pl.read_parquet(place, glob=False) if is_kept(place) else None
    except failures():
        return None
