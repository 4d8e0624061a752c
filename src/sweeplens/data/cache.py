"""Files in the user's cache directory, written whole or not at all; those used longest ago make room."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sweeplens import __version__
from sweeplens.lazy import pl
from sweeplens.settings import cache_dir

VERSION = "2"
"""Of the readers: what another version made is made again."""
MOST_BYTES = 2 << 30
"""How much is kept; what was used longest ago goes first."""


def cache_folder() -> Path:
    """Where the files are."""
    return cache_dir() / "digests"


def name_of(*marks: object) -> str:
    """A file's name for what these marks, the readers and polars make."""
    return hashlib.sha256(repr((VERSION, __version__, pl.__version__, *marks)).encode()).hexdigest()


def is_kept(place: Path) -> bool:
    """Whether a file is there, which counts as a use of it."""
    try:
        os.utime(place)
    except OSError:
        return False
    return True


def put(place: Path, write: Callable[[Path], object]) -> bool:
    """Has a file written; whether it could be: a cache that cannot be written to is done without."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=place.parent, suffix=".part")
        os.close(handle)
        try:
            write(Path(part))
            Path(part).replace(place)
        finally:
            Path(part).unlink(missing_ok=True)
    except (OSError, pl.exceptions.PolarsError):
        return False
    _make_room(place.parent)
    return True


def _make_room(folder: Path) -> None:
    """Removes the files that were used longest ago, until the others are few enough; never the one used last."""
    with suppress(OSError):
        used = sorted(((file.stat(), file) for file in folder.glob("*.parquet")), key=lambda pair: -pair[0].st_mtime)
        total = used[0][0].st_size
        for status, file in used[1:]:
            total += status.st_size
            if total > MOST_BYTES:
                file.unlink(missing_ok=True)
