"""The bytes of a file, unpacked where it is compressed, and never more of them than a machine can bear."""

from __future__ import annotations

import bz2
import lzma
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError

HEAD = 64 * 1024
"""How many bytes are looked at to tell what a file is."""
MAX_BYTES = 4 * 1024**3
"""No more than this is ever held in memory at once."""
BOMB_BYTES = 256 * 1024**2
BOMB_RATIO = 200
"""What unpacks to more than `BOMB_BYTES` and `BOMB_RATIO` times its own size is no data."""
_CHUNK = 8 * 1024


class _Stream(Protocol):
    """What the decompressors of zlib, bz2, lzma and zstandard have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


class Packing(NamedTuple):
    """One way of compressing a file."""

    name: str
    magic: bytes
    """What such a file begins with."""
    stream: Callable[[], _Stream]


def _zstd() -> _Stream:
    from zstandard import ZstdDecompressor

    return ZstdDecompressor(max_window_size=2**27).decompressobj()


PACKINGS = (
    Packing("gzip", b"\x1f\x8b", lambda: zlib.decompressobj(wbits=31)),
    Packing("Zstandard", b"\x28\xb5\x2f\xfd", _zstd),
    Packing("xz", b"\xfd7zXZ\x00", lzma.LZMADecompressor),
    Packing("bzip2", b"BZh", bz2.BZ2Decompressor),
)
PACKED_SUFFIXES = (".gz", ".zst", ".zstd", ".xz", ".bz2")


@dataclass(frozen=True)
class Content:
    """What a file holds."""

    data: bytes
    is_packed: bool = False
    is_cut: bool = False
    """The compressed stream ends before its end: the last line may be half a line, and no checksum vouches for it."""

    def problems(self, path: Path) -> tuple[Problem, ...]:
        """What there is to say of a stream that is cut."""
        if not self.is_cut:
            return ()
        return (Problem(path.name, "The compressed file ends before its end.", "what could be unpacked was read"),)


def start_of(path: Path) -> bytes:
    """The first 64 kB of a file, unpacked; `ReadError` where it cannot be read."""
    with opened(path) as file:
        head = file.read(HEAD)
        packing = _packing_of(head)
        if packing is None:
            return head
        file.seek(0)
        start = b""
        for piece, _ in _pieces(file, packing, path):
            start += piece
            if len(start) >= HEAD:
                break
    return start[:HEAD]


def content_of(path: Path) -> Content:
    """All bytes of a file, unpacked.

    Raises `ReadError` for what is no regular file, cannot be read, is damaged, or would not fit into memory.
    """
    with opened(path) as file:
        packing = _packing_of(file.read(16))
        file.seek(0)
        if packing is not None:
            return _unpacked(file, packing, path)
        if os.fstat(file.fileno()).st_size > MAX_BYTES:
            raise ReadError(f"{path.name} is larger than {MAX_BYTES // 1024**3} GB; convert it to Parquet.")
        return Content(file.read())


def is_packed(path: Path) -> bool:
    """Whether a file is compressed as a whole; `ReadError` where it cannot be read."""
    with opened(path) as file:
        return _packing_of(file.read(16)) is not None


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A regular file, open for reading; `ReadError` for a pipe, which would block, and for what cannot be opened."""
    try:
        if not path.is_file():
            raise ReadError(f"{path.name} is no file that can be read.")
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise ReadError(f"{path.name} cannot be read: {error.strerror or error}.") from error


def _packing_of(head: bytes) -> Packing | None:
    return next((packing for packing in PACKINGS if head.startswith(packing.magic)), None)


def _unpacked(file: BinaryIO, packing: Packing, path: Path) -> Content:
    pieces: list[bytes] = []
    is_whole = False
    for piece, ends in _pieces(file, packing, path):
        pieces.append(piece)
        is_whole = ends
    return Content(b"".join(pieces), is_packed=True, is_cut=not is_whole)


def _pieces(file: BinaryIO, packing: Packing, path: Path) -> Iterator[tuple[bytes, bool]]:
    """Unpacked pieces, each with whether the file may end after it; several streams may follow one another."""
    stream, unpacked = packing.stream(), 0
    while chunk := file.read(_CHUNK):
        while chunk:
            if stream.eof:
                stream = packing.stream()
            piece = _next_piece(stream, chunk, packing, path)
            chunk = stream.unused_data.lstrip(b"\0") if stream.eof else b""
            unpacked += len(piece)
            _refuse_bomb(unpacked, file.tell(), path)
            yield piece, stream.eof


def _next_piece(stream: _Stream, chunk: bytes, packing: Packing, path: Path) -> bytes:
    try:
        return stream.decompress(chunk)
    except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, _zstd_error()) as error:
        raise ReadError(f"{path.name} is damaged: it cannot be unpacked as {packing.name} ({error}).") from error


def _zstd_error() -> type[Exception]:
    from zstandard import ZstdError

    return ZstdError


def _refuse_bomb(unpacked: int, packed: int, path: Path) -> None:
    if unpacked > MAX_BYTES or (unpacked > BOMB_BYTES and unpacked > BOMB_RATIO * packed):
        size = f"{unpacked // 1024**2} MB"
        raise ReadError(f"{path.name} unpacks to more than {size}; unpack it by hand if that is meant.")
