from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.layouts.protobuf import fields


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (b"", []),
        (b"\x08\x96\x01", [(1, 150)]),
        (b"\x08" + b"\xff" * 9 + b"\x01", [(1, -1)]),
        (b"\x12\x07testing", [(2, b"testing")]),
        (b"\x0d\x00\x00\x80\x3f\x82\x01\x02{}", [(1, b"\x00\x00\x80\x3f"), (16, b"{}")]),
        (b"\x09" + bytes(8) + b"\x10\x05", [(1, bytes(8)), (2, 5)]),
    ],
)
def test_a_message_is_its_fields(message: bytes, expected: list[tuple[int, object]]) -> None:
    assert list(fields(message)) == expected


@pytest.mark.parametrize("message", [b"\x12\x07test", b"\x08" + b"\xff" * 11, b"\x0b", b"\x08"])
def test_bytes_that_are_no_message_are_an_error(message: bytes) -> None:
    with pytest.raises((ValueError, IndexError)):
        list(fields(message))


@settings(max_examples=60)
@given(st.binary(max_size=80))
def test_any_bytes_are_fields_or_an_error(message: bytes) -> None:
    try:
        assert all(number >= 0 for number, _ in fields(message))
    except (ValueError, IndexError):
        assert message
