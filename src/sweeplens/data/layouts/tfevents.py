"""The scalars in TensorBoard's event files: TFRecords of `Event` messages, read without TensorFlow.

A record is its length (8 bytes), the length's checksum (4), the message, and the message's checksum (4). The fields
used of the messages, by number: `Event` {2: step, 5: summary}, `Summary` {1: value}, `Value` {1: tag, 2: simple_value,
8: tensor}, `TensorProto` {1: dtype, 4: tensor_content, 5: float_val, 6: double_val}.
Source: tensorboard/compat/proto/{event,summary,tensor}.proto; the checksum is a masked CRC-32C (RFC 3720, B.4).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from sweeplens.data.layouts.protobuf import fields
from sweeplens.data.signature import signature_of
from sweeplens.errors import ReadError

EVENTS = "tfevents"
"""What the names of event files hold."""
LARGEST_SCALAR = 4096
"""Bytes of the largest message that can hold scalars alone; larger ones hold pictures, histograms and graphs."""

_HEAD = struct.Struct("<QI")
_CHECKSUM = struct.Struct("<I")
_FLOAT, _DOUBLE = struct.Struct("<f"), struct.Struct("<d")
_FLOAT_TYPE, _DOUBLE_TYPE = 1, 2


@dataclass
class Scalars:
    """The points of each tag in the order in which they were written."""

    steps: dict[str, list[float]] = field(default_factory=dict)
    values: dict[str, list[float]] = field(default_factory=dict)
    damage: str = ""
    """What is wrong from some place on, as a sentence; empty where nothing is."""
    end: int = 0
    """Behind the last whole record."""
    inode: int = 0

    def copy(self) -> Scalars:
        """The same points in lists of their own."""
        steps = {tag: [*steps] for tag, steps in self.steps.items()}
        return replace(self, steps=steps, values={tag: [*values] for tag, values in self.values.items()})

    def add(self, tag: str, step: float, value: float) -> None:
        """Adds one point."""
        self.steps.setdefault(tag, []).append(step)
        self.values.setdefault(tag, []).append(value)


def read_scalars(path: Path) -> Scalars:
    """The scalars of an event file, up to where it is damaged; `ReadError` where it cannot be read at all.

    A record that is still being written at the end of the file is no damage.
    """
    scalars = Scalars(inode=signature_of(path).inode)
    _take(path, scalars)
    return scalars


def scalars_gone_on(path: Path, before: Scalars) -> Scalars | None:
    """The scalars read before and those written since; None where the file is another one now, or is damaged."""
    if before.damage or signature_of(path).inode != before.inode:
        return None
    scalars = before.copy()
    _take(path, scalars)
    return None if scalars.damage else scalars


def _take(path: Path, scalars: Scalars) -> None:
    """Adds what stands behind the last record that was read."""
    try:
        with path.open("rb") as file:
            file.seek(scalars.end)
            for message in _messages(file, scalars):
                for tag, step, value in _points(message):
                    scalars.add(tag, step, value)
    except OSError as error:
        raise ReadError(f"It cannot be read: {error.strerror or error}.") from error
    except (ValueError, struct.error, IndexError):
        scalars.damage = "A message of it is no event."


def _messages(file: BinaryIO, scalars: Scalars) -> Iterator[bytes]:
    """The messages small enough to hold scalars; ends, with the reason, where a checksum is wrong."""
    size = os.fstat(file.fileno()).st_size
    while len(head := file.read(_HEAD.size)) == _HEAD.size:
        length, checksum = _HEAD.unpack(head)
        if checksum != masked_crc(head[:8]):
            scalars.damage = f"The record at byte {file.tell() - _HEAD.size} is damaged."
            return
        if file.tell() + length + _CHECKSUM.size > size:
            return
        if length > LARGEST_SCALAR:
            scalars.end = file.seek(length + _CHECKSUM.size, 1)
            continue
        body = file.read(length + _CHECKSUM.size)
        if _CHECKSUM.unpack(body[length:])[0] != masked_crc(body[:length]):
            scalars.damage = f"The record at byte {file.tell() - len(body) - _HEAD.size} is damaged."
            return
        scalars.end = file.tell()
        yield body[:length]


def _points(event: bytes) -> Iterator[tuple[str, float, float]]:
    """Tag, step and value of every scalar in an event."""
    step, summaries = 0, []
    for number, value in fields(event):
        if number == 2 and isinstance(value, int):
            step = value
        elif number == 5 and isinstance(value, bytes):
            summaries.append(value)
    for summary in summaries:
        for number, member in fields(summary):
            if number == 1 and isinstance(member, bytes) and (point := _scalar(member)):
                yield point[0], float(step), point[1]


def _scalar(message: bytes) -> tuple[str, float] | None:
    """The tag and number of a summary's value; None where it is no single number."""
    tag, found = "", None
    for number, value in fields(message):
        if not isinstance(value, bytes):
            continue
        if number == 1:
            tag = value.decode("utf-8", "replace")
        elif number == 2 and len(value) == _FLOAT.size:
            found = float(_FLOAT.unpack(value)[0])
        elif number == 8:
            found = _single(value)
    return (tag, found) if tag and found is not None else None


def _single(tensor: bytes) -> float | None:
    """The number in a tensor of one float or double; None where it holds anything else."""
    kind, content = 0, b""
    for number, value in fields(tensor):
        if number == 1 and isinstance(value, int):
            kind = value
        elif number in (4, 5, 6) and isinstance(value, bytes):
            content = value
    number_of = {_FLOAT_TYPE: _FLOAT, _DOUBLE_TYPE: _DOUBLE}.get(kind)
    return float(number_of.unpack(content)[0]) if number_of and len(content) == number_of.size else None


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


_TABLE = _crc_table()


def masked_crc(data: bytes) -> int:
    """The checksum that stands behind `data` in a TFRecord."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF
