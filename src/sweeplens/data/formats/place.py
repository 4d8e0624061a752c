"""A place in a file that may have been added to since, and how to know that what stands before it is still the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sweeplens.data.formats.unpack import opened
from sweeplens.data.signature import signature_of

_START = 1024
_MARK = 256


@dataclass(frozen=True)
class Place:
    """How far a file was read, and how to know it again."""

    inode: int
    offset: int
    """Behind the last line end that was read."""
    start: bytes
    """What the file begins with."""
    mark: bytes
    """What stands right before `offset`."""

    def moved(self, over: bytes) -> Place:
        """The place behind `over`, which follows this one."""
        return replace(self, offset=self.offset + len(over), mark=(self.mark + over)[-_MARK:])


def place_behind(lines: bytes, inode: int) -> Place:
    """The place behind all lines with which the file of this inode begins."""
    return Place(inode, len(lines), lines[:_START], lines[-_MARK:])


def place_at(path: Path, offset: int) -> Place:
    """The place at `offset` in a file; `ReadError` where it cannot be read."""
    inode = signature_of(path).inode
    with opened(path) as file:
        start = file.read(min(_START, offset))
        file.seek(max(offset - _MARK, 0))
        return Place(inode, offset, start, file.read(min(offset, _MARK)))


def behind(path: Path, place: Place, most: int = -1) -> bytes | None:
    """What stands behind a place, `most` bytes of it; None where the file is another one, or was rewritten before it.

    `ReadError` where the file cannot be read.
    """
    if signature_of(path).inode != place.inode:
        return None
    with opened(path) as file:
        start = file.read(len(place.start))
        file.seek(place.offset - len(place.mark))
        mark = file.read(len(place.mark))
        return file.read(most) if (start, mark) == (place.start, place.mark) else None
