from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.layouts.tfevents import LARGEST_SCALAR, masked_crc, read_scalars, scalars_gone_on
from sweeplens.errors import ReadError
from tests.data.layouts.samples import events, record

POINTS = [("loss", 1, 2.0), ("acc", 1, 0.5), ("loss", 2, 1.5)]


def masked(crc: int) -> int:
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) % 2**32


@pytest.mark.parametrize(
    ("data", "crc"),
    [(b"123456789", 0xE3069283), (bytes(32), 0x8A9136AA), (b"\xff" * 32, 0x62A8AB43), (bytes(range(32)), 0x46DD794E)],
)
def test_checksums_are_those_of_rfc_3720(data: bytes, crc: int) -> None:
    assert masked_crc(data) == masked(crc)


def test_points_come_by_tag_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(events(POINTS))
    scalars = read_scalars(tmp_path / "f")
    assert scalars.steps == {"loss": [1.0, 2.0], "acc": [1.0]}
    assert scalars.values == {"loss": [2.0, 1.5], "acc": [0.5]}
    assert scalars.damage == ""


@pytest.mark.parametrize(
    ("tensor", "expected"),
    [
        (b"\x08\x01\x22\x04" + struct.pack("<f", 0.25), [0.25]),
        (b"\x08\x02\x22\x08" + struct.pack("<d", 0.1), [0.1]),
        (b"\x08\x01\x2a\x04" + struct.pack("<f", 4.0), [4.0]),
        (b"\x08\x07\x22\x04abcd", None),
        (b"\x08\x01\x22\x08" + struct.pack("<ff", 1.0, 2.0), None),
    ],
)
def test_a_tensor_of_one_number_is_a_scalar(tensor: bytes, expected: list[float] | None, tmp_path: Path) -> None:
    member = b"\x0a\x01t\x42" + bytes([len(tensor)]) + tensor
    summary = b"\x0a" + bytes([len(member)]) + member
    (tmp_path / "f").write_bytes(record(b"\x10\x03\x2a" + bytes([len(summary)]) + summary))
    assert read_scalars(tmp_path / "f").values.get("t") == expected


def test_a_record_that_is_being_written_is_no_damage(tmp_path: Path) -> None:
    whole = events(POINTS)
    for end in range(len(whole) - 1, len(events(POINTS[:2])), -1):
        (tmp_path / "f").write_bytes(whole[:end])
        scalars = read_scalars(tmp_path / "f")
        assert (scalars.values, scalars.damage) == ({"loss": [2.0], "acc": [0.5]}, "")


def test_pictures_are_passed_over(tmp_path: Path) -> None:
    picture = record(b"\x2a" + b"\x80\x80\x01" + bytes(LARGEST_SCALAR * 4))
    (tmp_path / "f").write_bytes(events(POINTS[:1]) + picture + events(POINTS[2:]))
    assert read_scalars(tmp_path / "f").values == {"loss": [2.0, 1.5]}


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, len(events(POINTS)) - 1), bit=st.integers(0, 7))
def test_no_flipped_bit_gives_a_wrong_number(at: int, bit: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    data = bytearray(events(POINTS))
    data[at] ^= 1 << bit
    path = tmp_path_factory.mktemp("events") / "f"
    path.write_bytes(data)
    scalars = read_scalars(path)
    found = [(tag, value) for tag, values in scalars.values.items() for value in values]
    assert {*found} < {("loss", 2.0), ("acc", 0.5), ("loss", 1.5)}


def test_a_negative_step_is_read(tmp_path: Path) -> None:
    member = b"\x0a\x01t\x15" + struct.pack("<f", 1.0)
    summary = b"\x0a" + bytes([len(member)]) + member
    minus_one = b"\xff" * 9 + b"\x01"
    (tmp_path / "f").write_bytes(record(b"\x10" + minus_one + b"\x2a" + bytes([len(summary)]) + summary))
    assert read_scalars(tmp_path / "f").steps == {"t": [-1.0]}


def test_a_file_that_is_not_there_is_a_read_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError):
        read_scalars(tmp_path / "none")


@given(st.lists(st.sampled_from(["loss", "acc", ""]), max_size=8), st.integers(0, 6000))
@settings(max_examples=40, deadline=None)
def test_a_file_that_grew_is_gone_on_with_to_what_is_read_whole(
    tmp_path_factory: pytest.TempPathFactory, tags: list[str], cut: int
) -> None:
    path = tmp_path_factory.mktemp("events") / "f"
    parts = [
        record(b"x" * (LARGEST_SCALAR + 1)) if not tag else events([(tag, at, 0.5)]) for at, tag in enumerate(tags)
    ]
    whole = b"".join(parts)
    path.write_bytes(whole[:cut])
    before = read_scalars(path)
    with path.open("ab") as file:
        file.write(whole[cut:])
    assert scalars_gone_on(path, before) == read_scalars(path)
    assert before.end <= cut


def test_a_file_that_was_replaced_rewritten_or_damaged_is_not_gone_on_with(tmp_path: Path) -> None:
    path, other = tmp_path / "f", tmp_path / "other"
    path.write_bytes(events(POINTS))
    before = read_scalars(path)
    with path.open("ab") as file:
        file.write(b"no record of any kind")
    assert scalars_gone_on(path, before) is None
    other.write_bytes(events([*POINTS, ("loss", 3, 1.0)]))
    other.replace(path)
    assert scalars_gone_on(path, before) is None
