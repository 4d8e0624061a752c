"""Zip archives that hold tables: which files are in one, and whether they would fit into memory."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

from sweeplens.data.formats.unpack import BOMB_BYTES, BOMB_RATIO, MAX_BYTES
from sweeplens.errors import ReadError

BROKEN = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What the reading of a damaged archive ends with."""
_LOCAL = b"PK\x03\x04"
_NAME_AT = 30
"""Where the name stands in an archive's local header; its length is in the two bytes at 26 (APPNOTE 4.3.7)."""


def archive_names(head: bytes) -> list[str]:
    """The names of the files whose headers stand in the beginning of an archive; none where it is no archive."""
    if not head.startswith(_LOCAL):
        return []
    places = [0]
    while (place := head.find(_LOCAL, places[-1] + 1)) >= 0:
        places.append(place)
    return [_name(head, place) for place in places]


def _name(head: bytes, place: int) -> str:
    length = int.from_bytes(head[place + 26 : place + 28], "little")
    return head[place + _NAME_AT : place + _NAME_AT + length].decode("utf-8", "replace")


def refuse_large(archive: zipfile.ZipFile, path: Path) -> None:
    """Raise `ReadError` where an archive would unpack to more than is data, or than memory bears."""
    packed = sum(info.compress_size for info in archive.infolist())
    unpacked = sum(info.file_size for info in archive.infolist())
    if unpacked > MAX_BYTES or (unpacked > BOMB_BYTES and unpacked > BOMB_RATIO * packed):
        raise ReadError(f"{path.name} unpacks to {unpacked // 1024**2} MB; unpack it by hand if that is meant.")
