"""Protobuf's wire format: the fields of a message, without the message's definition.

Source: protobuf.dev/programming-guides/encoding.
"""

from __future__ import annotations

from collections.abc import Iterator


def fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Number and value of every field of a protobuf message: integers of varints, bytes of everything else.

    Raises `ValueError` or `IndexError` where the bytes are no message.
    """
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        number, wire = key >> 3, key & 7
        if wire == 0:
            value, at = _varint(message, at)
            yield number, value
            continue
        if wire == 2:
            size, at = _varint(message, at)
        elif wire in (1, 5):
            size = 8 if wire == 1 else 4
        else:
            raise ValueError(f"wire type {wire}")
        if at + size > len(message):
            raise ValueError("a field is longer than its message")
        yield number, message[at : at + size]
        at += size


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """An integer of up to ten bytes, negative ones as two's complement of 64 bits, and the place behind it."""
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return (value - (1 << 64) if value >> 63 else value), at
        shift += 7
        if shift > 63:
            raise ValueError("a varint of more than ten bytes")
