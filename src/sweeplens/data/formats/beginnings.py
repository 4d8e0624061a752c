"""What was made of the beginning of a text, in the user's cache: good as long as the text begins so."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from sweeplens.data.cache import cache_folder, put
from sweeplens.data.formats.place import place_at
from sweeplens.data.signature import Signature, signature_of


def found(path: Path, name: str, end: int = 0) -> Path | None:
    """The file called `name` of the first `end` bytes of a text, of the longest beginning where `end` is 0.

    None where there is none, or the text no longer begins so.
    """
    now, files = signature_of(path), []
    for file in cache_folder().glob(f"{name}-{end or '*'}-*.parquet"):
        at, size, modified = map(int, file.stem.split("-")[1:4])
        has_grown, is_same = size < now.size, (size, modified) == (now.size, now.modified)
        if (has_grown or is_same) and file == _file(path, name, at, Signature(modified, size)):
            files.append((at, file))
    return max(files)[1] if files else None


def keep(path: Path, name: str, end: int, then: Signature, write: Callable[[Path], object]) -> Path | None:
    """Has a file called `name` written of the first `end` bytes of a text in a state, in place of shorter ones.

    None where it cannot be written.
    """
    file = _file(path, name, end, then)
    if not put(file, write):
        return None
    for other in cache_folder().glob(f"{name}-*.parquet"):
        if other != file:
            other.unlink(missing_ok=True)
    return file


def _file(path: Path, name: str, end: int, then: Signature) -> Path:
    """The file in the cache for what stands before `end` in a state of the text."""
    place = place_at(path, end)
    mark = hashlib.sha256(place.start + place.mark).hexdigest()[:16]
    return cache_folder() / f"{name}-{end}-{then.size}-{then.modified}-{mark}.parquet"
