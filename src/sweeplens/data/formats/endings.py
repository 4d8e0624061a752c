"""Whether the last line of a text is whole."""

from __future__ import annotations

import time
from pathlib import Path

from sweeplens.data.formats.dialect import Dialect
from sweeplens.data.formats.records import Records

QUIET_SECONDS = 2.0
"""A file that nobody has written to for so long is not in the middle of a line."""
BLOCK = 4096
"""Buffered writers cut lines at multiples of this: a file of such a size may wait for its next block however long it rests."""


def ends_well(data: bytes, records: Records, dialect: Dialect, path: Path) -> bool:
    """Whether the last line of a delimited text is whole.

    It is when it has a line end; when it has all its fields and the last of them ends with a quote; or when it has all
    its fields, nobody has written to the file lately, and the file's size is not one at which buffered writers cut.
    """
    if data.endswith(b"\n") or len(records) < 2:
        return True
    if records.fields[-1] < records.fields[-2]:
        return False
    if dialect.quote and data.endswith(dialect.quote.encode()) and records.is_sound:
        return True
    return is_quiet(path)


def is_quiet(path: Path) -> bool:
    """Whether a file that does not end in a line end is finished all the same."""
    status = path.stat()
    return time.time() - status.st_mtime > QUIET_SECONDS and status.st_size % BLOCK != 0
