"""The bytes of a file, unpacked where it is compressed, and never more of them than a machine can bear."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sweeplens.errors import ReadError

HEAD = 64 * 1024
"""How many bytes are looked at to tell what a file is."""
MAX_BYTES = 4 * 1024**3
"""No more than this is ever held in memory at once."""
BOMB_BYTES = 256 * 1024**2
BOMB_RATIO = 200
"""What unpacks to more than `BOMB_BYTES` and `BOMB_RATIO` times its own size is not data."""
_CHUNK = 8 * 1024


class _Unpacker(Protocol):
    """What the decompressors of zlib, bz2, lzma and zstandard have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


def _zstd() -> _Unpacker:
    from zstandard import ZstdDecompressor

    return ZstdDecompressor(max_window_size=2**27).decompressobj()


_UNPACKERS: tuple[tuple[str, bytes, Callable[[], _Unpacker]], ...] = (
    ("gzip", b"\x1f\x8b", lambda: zlib.decompressobj(wbits=31)),
    ("Zstandard", b"\x28\xb5\x2f\xfd", _zstd),
    ("xz", b"\xfd7zXZ\x00", lzma.LZMADecompressor),
    ("bzip2", b"BZh", bz2.BZ2Decompressor),
)


@dataclass(frozen=True)
class Content:
    """What a file holds."""

    data: bytes
    is_packed: bool = False
    is_cut: bool = False
    """The compressed stream ends before its end: the last line may be half a line."""


def start_of(path: Path) -> bytes:
    """The first 64 kB of a file, unpacked; `ReadError` where it cannot be read."""
    with _opened(path) as file:
        head = file.read(HEAD)
        unpacker = _unpacker_of(head)
        if unpacker is None:
            return head
        file.seek(0)
        pieces: list[bytes] = []
        for piece, _ in _pieces(iter(lambda: file.read(_CHUNK), b""), unpacker, path):
            pieces.append(piece)
            if sum(map(len, pieces)) >= HEAD:
                break
    return b"".join(pieces)[:HEAD]


def content_of(path: Path) -> Content:
    """All bytes of a file, unpacked.

    Raises `ReadError` for what is no regular file, cannot be read, is damaged, or would not fit into memory.
    """
    with _opened(path) as file:
        head = file.read(_CHUNK)
        unpacker = _unpacker_of(head)
        file.seek(0)
        if unpacker is not None:
            return _unpacked(iter(lambda: file.read(_CHUNK), b""), unpacker, path)
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ReadError(f"{path.name} is larger than {MAX_BYTES // 1024**3} GB; convert it to Parquet.")
    return Content(data)


def is_packed(path: Path) -> bool:
    """Whether the file is compressed as a whole."""
    with _opened(path) as file:
        return _unpacker_of(file.read(16)) is not None


def _opened(path: Path):  # type: ignore[no-untyped-def]
    if not path.is_file():
        raise ReadError(f"{path.name} is no file that can be read.")
    try:
        return path.open("rb")
    except OSError as error:
        raise ReadError(f"{path.name} cannot be opened: {error.strerror}.") from error


def _unpacker_of(head: bytes) -> tuple[str, Callable[[], _Unpacker]] | None:
    return next(((name, make) for name, magic, make in _UNPACKERS if head.startswith(magic)), None)


def _unpacked(chunks: Iterator[bytes], unpacker: tuple[str, Callable[[], _Unpacker]], path: Path) -> Content:
    pieces: list[bytes] = []
    whole = False
    for piece, whole in _pieces(chunks, unpacker, path):  # noqa: B007
        pieces.append(piece)
    return Content(b"".join(pieces), is_packed=True, is_cut=not whole)


def _pieces(
    chunks: Iterator[bytes], unpacker: tuple[str, Callable[[], _Unpacker]], path: Path
) -> Iterator[tuple[bytes, bool]]:
    """Unpacked pieces, each with whether the stream could end after it; streams may follow one another."""
    kind, make = unpacker
    stream, packed, unpacked = make(), 0, 0
    for chunk in chunks:
        packed += len(chunk)
        while chunk:
            if stream.eof:
                stream = make()
            piece, chunk = _next_piece(stream, chunk, kind, path)
            unpacked += len(piece)
            _refuse_bomb(unpacked, packed, path)
            yield piece, stream.eof


def _next_piece(stream: _Unpacker, chunk: bytes, kind: str, path: Path) -> tuple[bytes, bytes]:
    """What a chunk unpacks to, and what of it belongs to the next stream."""
    try:
        piece = stream.decompress(chunk)
    except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, _zstd_error()) as error:
        raise ReadError(f"{path.name} is damaged: its {kind} data cannot be unpacked ({error}).") from error
    return piece, stream.unused_data if stream.eof else b""


def _zstd_error() -> type[Exception]:
    from zstandard import ZstdError

    return ZstdError


def _refuse_bomb(unpacked: int, packed: int, path: Path) -> None:
    if unpacked > MAX_BYTES or (unpacked > BOMB_BYTES and unpacked > BOMB_RATIO * packed):
        raise ReadError(
            f"{path.name} unpacks to more than {unpacked // 1024**2} MB; unpack it by hand if that is meant."
        )
