"""Apache Arrow: Feather files, and streams as they are sent."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.collecting import failures, first_line
from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.names import renamed
from sweeplens.data.formats.unpack import content_of
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

_FILE = b"ARROW1\0\0"
_STREAM = b"\xff\xff\xff\xff"


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins as an Arrow file or stream does."""
    return head.startswith((_FILE, _STREAM)) and len(head) > len(_FILE)


def read(path: Path) -> tuple[Sheet, ...]:
    """The table of an Arrow file, in its own types."""
    data = content_of(path).data
    try:
        frame = pl.read_ipc(data) if data.startswith(_FILE) else pl.read_ipc_stream(data)
    except failures() as error:
        raise ReadError(f"{path.name} is no whole Arrow file: {first_line(error)}.") from error
    return (Sheet(renamed(frame)),)


FORMAT = Format("Arrow", (".arrow", ".feather", ".ipc"), recognises, read)
