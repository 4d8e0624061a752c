"""Whether the last line of a text is whole, or still being written."""

from __future__ import annotations

import time
from pathlib import Path

from sweeplens.data.formats.dialect import Dialect
from sweeplens.data.formats.records import Records
from sweeplens.data.formats.unpack import Content
from sweeplens.data.problems import Problem

QUIET_SECONDS = 2.0
"""A file that nobody has written to for so long is not in the middle of a line."""
BLOCK = 4096
"""Buffered writers cut lines at multiples of this: such a file may wait for its next block however long it rests."""
_UNFINISHED = "The last line has no end yet."
_COMPARED = 50
"""So many last fields are compared with the very last one."""
_OPEN_LINES = 50
"""A quoted field that is being written is not longer than this; a quote that opens further up is a stray one."""


def unfinished(path: Path, line: int | None = None) -> Problem:
    """The note that a last line was left out that is still being written."""
    return Problem(path.name, _UNFINISHED, "it was left out", line, "note")


def is_unfinished(problem: Problem) -> bool:
    """Whether a problem is that note."""
    return problem.sentence == _UNFINISHED


def is_whole(data: bytes, records: Records, dialect: Dialect, content: Content, path: Path) -> bool:
    """Whether the last record of a delimited text is whole.

    It is when it has a line end that no open quote encloses. Without one, it is when it has as many fields as the one
    before and either the last field cannot be part of a longer one, or the file is quiet: nobody has written to it for
    two seconds, and it has no size at which buffered writers cut. All is whole in a compressed file that is.
    """
    if len(records) < 2:
        return True
    if records.ends_open and data.count(b"\n", int(records.starts[-1])) <= _OPEN_LINES:
        return not content.is_cut and (content.is_packed or is_quiet(path))
    if data.endswith(b"\n"):
        return True
    if content.is_cut or records.fields[-1] < records.fields[-2]:
        return False
    return content.is_packed or _cannot_go_on(data, records, dialect) or is_quiet(path)


def is_quiet(path: Path) -> bool:
    """Whether a file that does not end in a line end is finished all the same."""
    status = path.stat()
    return abs(time.time() - status.st_mtime) > QUIET_SECONDS and status.st_size % BLOCK != 0


def _cannot_go_on(data: bytes, records: Records, dialect: Dialect) -> bool:
    """Whether the last field ends with a quote, or has the decimals that all fields above it have."""
    if dialect.quote and data.endswith(dialect.quote.encode()):
        return records.is_sound
    start = max(len(records) - _COMPARED, 1)
    fields = [records.text(data, at).rpartition(dialect.separator)[2] for at in range(start, len(records))]
    decimals = {_decimals(field) for field in fields}
    return len(fields) > 2 and len(decimals) == 1 and decimals.pop() > 0


def _decimals(field: str) -> int:
    """How many decimals a number has; -1 for what is no number written out."""
    whole, point, decimals = field.strip().partition(".")
    return len(decimals) if point and decimals.isdecimal() and whole.lstrip("+-").isdecimal() else -1
