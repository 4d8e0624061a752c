"""Where the frames of a stream are, looked for once for every state of its file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sweeplens.data.collection import FrameStream
from sweeplens.data.frames import FrameIndex, index_frames
from sweeplens.data.signature import signature_of


def indexed(stream: FrameStream) -> FrameIndex:
    """The index of the stream's file as it is now; `ReadError` where it cannot be read."""
    return _index(stream.path, stream.name, signature_of(stream.path))


@lru_cache(maxsize=8)
def _index(path: Path, name: str, signature: object) -> FrameIndex:
    return index_frames(path, name)


def key_names(stream: FrameStream) -> tuple[str, ...]:
    """What tells the stream's frames apart beside their step; `ReadError` where its file cannot be read."""
    return tuple(dict.fromkeys(key for frame in indexed(stream).frames for key, _ in frame.keys))
