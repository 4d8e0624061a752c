"""What took long to make of files, kept in the user's cache directory until one of the files changes."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from sweeplens import __version__
from sweeplens.data.signature import signature_of
from sweeplens.lazy import pl
from sweeplens.settings import cache_dir

VERSION = "1"
"""Of the readers: what another version made is made again."""
LONG = 0.5
"""Seconds from which on the making of a table is worth keeping it."""
MOST_BYTES = 2 << 30
"""How much is kept; what was used longest ago goes first."""


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
        _keep(frame, place)
    return frame


def _place(files: tuple[Path, ...], question: str) -> Path | None:
    """Where a digest is kept, named by path, modification, size and inode of every file."""
    marks: list[object] = [VERSION, __version__, pl.__version__, question]
    for file in files:
        signature = signature_of(file)
        if not any(signature):
            return None
        marks.append((str(file.resolve()), *signature))
    name = hashlib.sha256(repr(marks).encode()).hexdigest()
    return cache_dir() / "digests" / f"{name}.parquet" if files else None


def _kept(place: Path) -> pl.DataFrame | None:
    try:
        frame = pl.read_parquet(place, glob=False)
        os.utime(place)
    except (OSError, pl.exceptions.PolarsError):
        return None
    return frame


def _keep(frame: pl.DataFrame, place: Path) -> None:
    """Writes a digest whole or not at all; a cache that cannot be written to is done without."""
    with suppress(OSError, pl.exceptions.PolarsError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=place.parent, suffix=".part")
        os.close(handle)
        try:
            frame.write_parquet(part, compression="zstd")
            Path(part).replace(place)
        finally:
            Path(part).unlink(missing_ok=True)
        _make_room(place.parent)


def _make_room(folder: Path) -> None:
    """Removes the digests that were used longest ago, until the others are few enough."""
    used = sorted(((file.stat(), file) for file in folder.glob("*.parquet")), key=lambda pair: -pair[0].st_mtime)
    total = 0
    for status, file in used:
        total += status.st_size
        if total > MOST_BYTES:
            file.unlink(missing_ok=True)
