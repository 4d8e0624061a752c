"""What changes when a file does."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Signature(NamedTuple):
    """A state of a file; all zeros where it is gone."""

    modified: int = 0
    """Nanoseconds since the epoch."""
    size: int = 0
    inode: int = 0


def signature_of(path: Path) -> Signature:
    """The state in which a file is now."""
    try:
        now = path.stat()
    except OSError:
        return Signature()
    return Signature(now.st_mtime_ns, now.st_size, now.st_ino)
