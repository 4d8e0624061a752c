"""Large delimited texts piece by piece: whole records, no more of them at once than memory bears."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sweeplens.data.formats.dialect import Dialect
from sweeplens.data.formats.endings import is_whole
from sweeplens.data.formats.records import Records, line_ends, records_of
from sweeplens.data.formats.unpack import Content, opened

SIZE = 16 * 1024**2
"""Bytes that are read at once."""
LONGEST = 64 * 1024**2
"""No record is longer than this."""
HELD = 64
"""How many records the last piece has at least: whether a last line is whole shows beside those above it."""


@dataclass(frozen=True)
class Start:
    """Where rows of a text begin."""

    offset: int
    """In bytes."""
    line: int


@dataclass(frozen=True, eq=False)
class Piece:
    """Some records of a text that follow one another."""

    data: bytes
    records: Records
    """With their lines in the file."""
    ends: int
    """How many line ends stand in it outside quotes; the end of the file is one."""
    is_last: bool = False
    """It ends where the file does, and may mean something else when the file goes on."""
    is_cut: bool = False
    """Half a line at the end of the file was left out."""

    @property
    def is_plain(self) -> bool:
        """Whether it is UTF-8 with usual line ends, and quotes enclose whole fields."""
        is_sound = self.records.is_sound or self.records.ends_open
        return is_sound and _is_utf8(self.data) and not any(sign in self.data for sign in (b"\0", b"\r\r\n"))


def pieces(path: Path, dialect: Dialect, start: Start) -> Iterator[Piece]:
    """The records of a text from `start` on; `ReadError` where the file cannot be read.

    A record longer than `LONGEST` ends it, as one that is not sound.
    """
    rest, line = b"", start.line
    with opened(path) as file:
        file.seek(start.offset)
        while read := file.read(SIZE):
            data = rest + read
            records = records_of(data, dialect.separator, dialect.quote)
            done = max(len(records) - HELD, 0)
            cut = int(records.starts[done]) if done else 0
            if not done and len(data) > LONGEST:
                yield Piece(data, replace(records, is_sound=False, ends_open=False), 0)
                return
            if done:
                yield _piece(data[:cut], records.kept(slice(done)), dialect, line)
            rest, line = data[cut:], line + data.count(b"\n", 0, cut)
    yield _last(rest, dialect, line, path)


def _piece(data: bytes, records: Records, dialect: Dialect, line: int) -> Piece:
    return Piece(data, replace(records, lines=records.lines + line - 1), line_ends(data, dialect.quote))


def _last(data: bytes, dialect: Dialect, line: int, path: Path) -> Piece:
    """The end of a text, without a half-written line."""
    records = records_of(data, dialect.separator, dialect.quote)
    if is_whole(data, records, dialect, Content(data), path):
        piece = _piece(data, records, dialect, line)
        return replace(piece, ends=piece.ends + (bool(data) and not data.endswith(b"\n")), is_last=True)
    whole = data[: int(records.starts[-1])]
    return replace(_piece(whole, records.without_last(), dialect, line), is_last=True, is_cut=True)


def _is_utf8(data: bytes) -> bool:
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False
