"""Latent frames in JSON Lines: an index by byte offset, and each frame read when it is asked for."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweeplens.data.formats.documents import without_half_characters
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

HEAD = 4096
"""First bytes of a line in which its step and keys are looked for before the whole line is read."""
TAIL = 512
"""Last bytes of a line in which keys behind the points are looked for."""
STEP_NAMES = ("step", "global_step", "checkpoint", "epoch", "iteration", "tokens")
POINT_NAMES = ("points", "z", "latents", "mu", "embedding", "embeddings", "samples", "frame")
LINE_LIMIT = 1 << 28
"""Bytes beyond which a line is no frame."""

_STRING = rb'"(?:[^"\\]|\\.)*"'
_PAIR = rb"\s*(" + _STRING + rb")\s*:\s*(" + _STRING + rb"|-?\d[\d.eE+-]*|true|false|null)\s*"
_PAIRS = re.compile(_PAIR + rb"(?=[,}])")
_ENDING = re.compile(rb"(?:," + _PAIR + rb")*\s*\}\s*")
_STRINGS = re.compile(_STRING)
_POINTS = re.compile(rb'"(?:' + "|".join(POINT_NAMES).encode() + rb')"\s*:\s*\[\s*\[\s*[-\dNn]')


@dataclass(frozen=True)
class FrameAt:
    """Where one frame stands in its file, and what it is a frame of."""

    offset: int
    length: int
    line: int
    step: float
    keys: tuple[tuple[str, str], ...]
    """The scalars of the line apart from its step, as text: task, mode, setting."""

    @property
    def named(self) -> Mapping[str, str]:
        """`keys` by name."""
        return dict(self.keys)


@dataclass(frozen=True, eq=False)
class Frame:
    """The points of one run at one checkpoint."""

    step: float
    points: Array
    """Shape (points, dimensions), float64; a value that is no number is NaN."""
    fields: Mapping[str, tuple[str, ...]]
    """For each point its label in every per-point field (`strategy`, `label`), as text."""


@dataclass(frozen=True)
class FrameIndex:
    """All whole lines of a file of frames; a half-written last line is not one of them."""

    path: Path
    frames: tuple[FrameAt, ...]
    problems: tuple[Problem, ...] = ()


def holds_frames(path: Path) -> bool:
    """Whether the file begins with a frame: a JSON object with a list of points under one of `POINT_NAMES`."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
    except OSError:
        return False
    return head.startswith(b"{") and _POINTS.search(head) is not None


def index_frames(path: Path, name: str = "") -> FrameIndex:
    """Where each frame of the file is; `ReadError` where the file cannot be read.

    Only the head of a line is looked at, unless its step stands behind its points.
    """
    found: list[FrameAt] = []
    problems: list[Problem] = []
    try:
        for number, offset, length, head, tail in _lines(path):
            frame = _frame_at(path, number, offset, length, _scalars(head, tail))
            if isinstance(frame, FrameAt):
                found.append(frame)
            else:
                problems.append(Problem(name or path.name, frame, "the line was left out", number))
    except OSError as error:
        raise ReadError(f"{path} cannot be read as frames: {error.strerror}.") from error
    return FrameIndex(path, tuple(found), tuple(problems))


def _lines(path: Path) -> Iterator[tuple[int, int, int, bytes, bytes]]:
    """Number from 1, offset, length, first and last bytes of each line that ends."""
    with path.open("rb") as file:
        number, start, head, at, recent = 1, 0, b"", 0, b""
        while chunk := file.read(1 << 20):
            cursor = 0
            while (end := chunk.find(b"\n", cursor)) >= 0:
                head += chunk[cursor : min(end, cursor + HEAD - len(head))]
                if head.strip():
                    last = chunk[max(cursor, end - TAIL) : end]
                    yield number, start, at + end - start, head, last if cursor else (recent + last)[-TAIL:]
                number, start, head, cursor = number + 1, at + end + 1, b"", end + 1
            head += chunk[cursor : cursor + HEAD - len(head)]
            at, recent = at + len(chunk), chunk[max(cursor, len(chunk) - TAIL) :]


def _frame_at(path: Path, number: int, offset: int, length: int, scalars: dict[str, Any] | None) -> FrameAt | str:
    """The frame on a line whose ends hold `scalars`, read whole where they do not tell; a sentence for none."""
    if scalars is None and length <= LINE_LIMIT:
        try:
            scalars = _flat(_read_json(_bytes_at(path, offset, length)))
        except (ValueError, RecursionError):
            return "The line is no JSON."
    step = _step_of(scalars or {})
    if scalars is None or step is None:
        return f"The line names no step; looked for {', '.join(STEP_NAMES)}."
    keys = tuple((key, str(value)) for key, value in scalars.items() if key not in STEP_NAMES and value is not None)
    return FrameAt(offset, length, number, step, keys)


def _flat(whole: Any) -> dict[str, Any]:
    """The scalars at the top of a JSON object; none of anything else."""
    items = whole.items() if isinstance(whole, dict) else ()
    return {key: value for key, value in items if not isinstance(value, list | dict)}


def _scalars(head: bytes, tail: bytes) -> dict[str, Any] | None:
    """The scalars before the first list of an object and behind its last one; None where the two ends do not tell."""
    masked = _STRINGS.sub(lambda found: b"s" * len(found.group()), head)
    first, last = masked.find(b"["), tail.rfind(b"]")
    if first < 0 or last < 0 or b"{" in masked[1:first] or not _ENDING.fullmatch(tail, last + 1):
        return None
    try:
        found = _pairs(head[:first]) | _pairs(tail[last + 1 :])
    except ValueError:
        return None
    return found if _step_of(found) is not None else None


def _pairs(flat: bytes) -> dict[str, Any]:
    """The whole `"name": value` pairs in a piece of a JSON object."""
    return {_read_json(key): _read_json(value) for key, value in _PAIRS.findall(flat)}


def _read_json(data: bytes) -> Any:
    """What JSON says, with NaN and infinities as Python writes them; `ValueError` where it is none."""
    import msgspec  # several times as fast as `json`, and not needed where there are no frames

    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
        return msgspec.json.decode(data)
    return json.loads(without_half_characters(data.decode("utf-8-sig", "replace")))


def _step_of(scalars: Mapping[str, Any]) -> float | None:
    """The first number under the name of a step; None where there is none, or it is not finite as a float."""
    for name in STEP_NAMES:
        value = scalars.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value) if abs(value) <= sys.float_info.max else None
    return None


def _bytes_at(path: Path, offset: int, length: int) -> bytes:
    with path.open("rb") as file:
        file.seek(offset)
        return file.read(length)


def read_frame(path: Path, place: FrameAt) -> Frame:
    """The frame at `place`; `ReadError` names the line that holds no points."""
    try:
        whole = _read_json(_bytes_at(path, place.offset, place.length))
        points = _points_of(whole)
    except (OSError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise ReadError(f"{path.name}:{place.line} holds no points: {error}.") from error
    return Frame(place.step, points, _fields_of(whole, len(points)))


def _points_of(whole: Any) -> Array:
    """The first list of equally long lists of numbers; `ValueError` where there is none."""
    candidates = [whole[name] for name in POINT_NAMES if name in whole] + [
        v for v in whole.values() if isinstance(v, list)
    ]
    for candidate in candidates:
        if isinstance(candidate, list) and candidate and isinstance(candidate[0], list):
            points = np.array(candidate, dtype=np.float64)
            if points.ndim == 2 and points.size:
                return points
    raise ValueError("no list of points")


def _fields_of(whole: Mapping[str, Any], count: int) -> dict[str, tuple[str, ...]]:
    """The per-point lists of scalars."""
    return {
        str(name): tuple(str(item) for item in value)
        for name, value in whole.items()
        if isinstance(value, list) and len(value) == count and not any(isinstance(item, list | dict) for item in value)
    }
