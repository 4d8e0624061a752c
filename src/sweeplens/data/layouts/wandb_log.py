"""W&B's own log of a run, `run-<id>.wandb`: what an offline run leaves behind, and no other file holds.

The file is a LevelDB log after a head of seven bytes (`:W&B`, 0xBEE1, version): blocks of 32 KiB with fragments of
checksum (CRC-32 of type and data), length (2 bytes), type (1: whole, 2: first, 3: middle, 4: last) and data. The
fragments make up protobuf messages; the fields used, by number: `Record` {2: history, 3: summary, 5: config, 17: run,
18: exit}, `HistoryRecord` {1: item, 2: step {1: num}}, `SummaryRecord` and `ConfigRecord` {1: update}, their items
{1: key, 2: nested_key, 16: value_json}, `RunRecord` {4: config, 8: display_name}, `RunExitRecord` {1: exit_code}.
Source: wandb/sdk/internal/datastore.py and wandb/proto/wandb_internal.proto.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sweeplens.data.layouts.documents import parse_json
from sweeplens.data.layouts.protobuf import fields
from sweeplens.data.signature import signature_of
from sweeplens.errors import ReadError

MAGIC = b":W&B\xe1\xbe"
BLOCK = 32 * 1024
LARGEST = 512 << 20
"""Bytes of the largest log that is read."""

_HEAD = struct.Struct("<IHB")
_WHOLE, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4
_HISTORY, _SUMMARY, _CONFIG, _RUN, _EXIT = 2, 3, 5, 17, 18


@dataclass
class WandbLog:
    """What a run's log says of it."""

    name: str = ""
    config: dict[str, Any] = field(default_factory=dict)
    summary: dict[str, Any] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    """One mapping a step, with the step as `_step`."""
    exit_code: int | None = None
    damage: str = ""
    """What is wrong from some place on, as a sentence; empty where nothing is."""
    end: int = len(MAGIC) + 1
    """Behind the last whole message."""
    inode: int = 0


def read_log(path: Path) -> WandbLog:
    """What the log at `path` says, up to where it is damaged; `ReadError` where it is no log that can be read."""
    log = WandbLog(inode=signature_of(path).inode)
    _go_through(path, log)
    return log


def log_gone_on(path: Path, before: WandbLog) -> WandbLog | None:
    """The log with what was written since it was read; None where the file is another one now, or is damaged."""
    if before.damage or signature_of(path).inode != before.inode:
        return None
    log = deepcopy(before)
    _go_through(path, log)
    return None if log.damage else log


def _go_through(path: Path, log: WandbLog) -> None:
    """Adds what the messages behind the last one say."""
    data = _bytes_from(path, log.end)
    try:
        for message in _messages(data, log):
            _take(message, log)
    except (ValueError, IndexError, ReadError):
        log.damage = "A record of it cannot be read."


def _bytes_from(path: Path, start: int) -> bytes:
    """What stands in the file from `start` on."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > LARGEST:
                raise ReadError(f"It is larger than {LARGEST >> 20} MB.")
            if file.read(len(MAGIC)) != MAGIC:
                raise ReadError("It does not begin as a log of W&B does.")
            file.seek(start)
            return file.read()
    except OSError as error:
        raise ReadError(f"It cannot be read: {error.strerror or error}.") from error


def _messages(data: bytes, log: WandbLog) -> Iterator[bytes]:
    """The messages of a log in what stands behind its last one; ends with the reason where a fragment is damaged."""
    start, at, parts = log.end, log.end, bytearray()
    while at + _HEAD.size <= start + len(data):
        left = BLOCK - at % BLOCK
        if left < _HEAD.size:
            at += left
            continue
        checksum, length, kind = _HEAD.unpack_from(data, at - start)
        body = data[at - start + _HEAD.size : at - start + _HEAD.size + length]
        if len(body) < length:
            return
        if kind not in (_WHOLE, _FIRST, _MIDDLE, _LAST) or zlib.crc32(body, zlib.crc32(bytes([kind]))) != checksum:
            log.damage = f"The record at byte {at} is damaged."
            return
        parts = parts + body if kind in (_MIDDLE, _LAST) else bytearray(body)
        at += _HEAD.size + length
        if kind in (_WHOLE, _LAST):
            log.end = at
            yield bytes(parts)


def _take(message: bytes, log: WandbLog) -> None:
    """Adds what a record says."""
    for number, value in fields(message):
        if not isinstance(value, bytes):
            continue
        if number == _HISTORY:
            log.history.append(_history(value))
        elif number == _SUMMARY:
            _merge(log.summary, value)
        elif number == _CONFIG:
            _merge(log.config, value)
        elif number == _RUN:
            _take_run(value, log)
        elif number == _EXIT:
            log.exit_code = next((code for at, code in fields(value) if at == 1 and isinstance(code, int)), 0)


def _take_run(record: bytes, log: WandbLog) -> None:
    for number, value in fields(record):
        if number == 4 and isinstance(value, bytes):
            _merge(log.config, value)
        elif number == 8 and isinstance(value, bytes):
            log.name = value.decode("utf-8", "replace")


def _history(record: bytes) -> dict[str, Any]:
    """One row of the history; its step, where the record states it apart, under `_step`."""
    row: dict[str, Any] = {}
    for number, value in fields(record):
        if number == 2 and isinstance(value, bytes):
            row.setdefault("_step", next((step for at, step in fields(value) if at == 1), 0))
    _merge(row, record)
    return row


def _merge(into: dict[str, Any], record: bytes) -> None:
    """Puts the items of a record where their keys say."""
    for number, item in fields(record):
        if number != 1 or not isinstance(item, bytes):
            continue
        keys, value = _item(item)
        inner = into
        for key in keys[:-1]:
            member = inner.setdefault(key, {})
            inner = member if isinstance(member, dict) else {}
        if keys:
            inner[keys[-1]] = value


def _item(item: bytes) -> tuple[list[str], Any]:
    """The keys of an item, outermost first, and its value."""
    key, nested, text = "", [], ""
    for number, value in fields(item):
        if isinstance(value, bytes) and number in (1, 2, 16):
            decoded = value.decode("utf-8", "replace")
            if number == 1:
                key = decoded
            elif number == 2:
                nested.append(decoded)
            else:
                text = decoded
    return nested or [key], parse_json(text) if text else None
