from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.layouts.wandb import LAYOUT
from sweeplens.data.layouts.wandb_log import BLOCK, MAGIC, log_gone_on, read_log
from sweeplens.errors import ReadError
from tests.data.layouts.samples import Files, column, points, roles, write

HISTORY, SUMMARY, CONFIG, RUN, EXIT = 2, 3, 5, 17, 18


def varint(number: int) -> bytes:
    return bytes([number]) if number < 0x80 else bytes([number & 0x7F | 0x80]) + varint(number >> 7)


def message(*members: tuple[int, bytes | int]) -> bytes:
    """A protobuf message of length-delimited and integer fields."""
    return b"".join(
        varint(number << 3) + varint(value)
        if isinstance(value, int)
        else varint(number << 3 | 2) + varint(len(value)) + value
        for number, value in members
    )


def item(key: str, value: str, *nested: str) -> tuple[int, bytes]:
    """One item: a key, or the keys that lead to it, and its value as JSON."""
    keys = [(2, part.encode()) for part in nested] if nested else [(1, key.encode())]
    return 1, message(*keys, (16, value.encode()))


def row(step: int, *items: tuple[int, bytes]) -> bytes:
    """A record of one row of the history."""
    return message((HISTORY, message(*items, (2, message((1, step))))))


def log(records: Sequence[bytes]) -> bytes:
    """A log of records, in fragments where they do not fit into a block."""
    data = MAGIC + b"\0"
    for record in records:
        kind_of_rest, rest = 1, record
        while True:
            left = BLOCK - len(data) % BLOCK
            if left < 7:
                data, left = data + bytes(left), BLOCK
            part, rest = rest[: left - 7], rest[left - 7 :]
            kind = {(1, True): 1, (1, False): 2, (3, True): 4, (3, False): 3}[kind_of_rest, not rest]
            data += struct.pack("<IHB", zlib.crc32(bytes([kind]) + part), len(part), kind) + part
            kind_of_rest = 3
            if not rest:
                break
    return data


START = message((RUN, message((4, message(item("lr", "0.1"), item("net", '{"depth": 2}'))), (8, b"first"))))
ROWS = [row(0, item("loss", "2.0")), row(1, item("loss", "NaN"), item("", "0.5", "val", "acc"))]
END = [message((SUMMARY, message(item("loss", "0.25")))), message((EXIT, message((1, 0))))]


def test_a_log_gives_configuration_history_and_summary(tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(log([START, *ROWS, *END]))
    found = read_log(tmp_path / "r")
    assert (found.name, found.config, found.summary) == (
        "first",
        {"lr": "0.1", "net": {"depth": "2"}},
        {"loss": "0.25"},
    )
    assert found.history == [{"_step": 0, "loss": "2.0"}, {"_step": 1, "loss": "NaN", "val": {"acc": "0.5"}}]
    assert (found.exit_code, found.damage) == (0, "")


@pytest.mark.parametrize("size", [10, BLOCK - 40, BLOCK - 20, BLOCK, 3 * BLOCK])
def test_records_that_span_blocks_are_put_together(size: int, tmp_path: Path) -> None:
    long = message((CONFIG, message(item("note", f'"{"x" * size}"'))))
    (tmp_path / "r").write_bytes(log([START, long, *ROWS]))
    found = read_log(tmp_path / "r")
    assert (len(found.config["note"]), len(found.history), found.damage) == (size, 2, "")


def test_a_log_that_is_being_written_gives_what_is_whole(tmp_path: Path) -> None:
    whole = log([START, *ROWS])
    for end in range(len(log([START, ROWS[0]])), len(whole)):
        (tmp_path / "r").write_bytes(whole[:end])
        found = read_log(tmp_path / "r")
        assert (len(found.history), found.exit_code, found.damage) == (1, None, "")


@settings(max_examples=60, deadline=None)
@given(at=st.integers(len(MAGIC) + 1, len(log([START, *ROWS])) - 1), bit=st.integers(0, 7))
def test_no_flipped_bit_gives_a_wrong_value(at: int, bit: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    data = bytearray(log([START, *ROWS]))
    data[at] ^= 1 << bit
    path = tmp_path_factory.mktemp("log") / "r"
    path.write_bytes(data)
    found = read_log(path)
    assert found.history in ([], [{"_step": 0, "loss": "2.0"}])
    assert found.config in ({}, {"lr": "0.1", "net": {"depth": "2"}})


def test_what_is_no_log_is_a_read_error(tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(b"SQLite format 3\0")
    with pytest.raises(ReadError):
        read_log(tmp_path / "r")


def test_an_offline_run_is_read_from_its_log_alone(tmp_path: Path) -> None:
    folder = "wandb/offline-run-20240101_100000-abcd1234"
    second = message((RUN, message((4, message(item("lr", "0.2"))), (8, b"second"))))
    files: Files = {
        f"{folder}/run-abcd1234.wandb": log([START, *ROWS, *END]),
        f"{folder}/files/requirements.txt": "x\n",
        f"{folder[:-1]}5/run-abcd1235.wandb": log([second, *ROWS]),
    }
    reading = LAYOUT.read(write(tmp_path, files))
    assert column(reading, "lr") == ["0.1", "0.2"]
    assert column(reading, "state") == ["finished", "running or lost"]
    assert column(reading, "loss")[0] == 0.25
    assert points(reading, folder, "val.acc") == [(1.0, 0.5)]
    assert (roles(reading)["lr"], roles(reading)["run_name"]) == ("factor", "id")


@given(st.lists(st.integers(1, 40_000), min_size=1, max_size=6), st.integers(0, 120_000))
@settings(max_examples=30, deadline=None)
def test_a_log_that_grew_is_gone_on_with_to_what_is_read_whole(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], cut: int
) -> None:
    path = tmp_path_factory.mktemp("log") / "run-a.wandb"
    whole = log([row(step, item("note", f'"{"x" * size}"')) for step, size in enumerate(sizes)])
    path.write_bytes(whole[: max(min(cut, len(whole)), len(MAGIC))])
    before = read_log(path)
    with path.open("ab") as file:
        file.write(whole[path.stat().st_size :])
    grown, read = log_gone_on(path, before), read_log(path)
    assert grown == read
    assert [entry["_step"] for entry in read.history] == list(range(len(sizes)))


def test_a_log_that_was_replaced_is_not_gone_on_with(tmp_path: Path) -> None:
    path, other = tmp_path / "run-a.wandb", tmp_path / "other"
    path.write_bytes(log([row(0, item("loss", "1"))]))
    before = read_log(path)
    other.write_bytes(log([row(0, item("loss", "1")), row(1, item("loss", "2"))]))
    other.replace(path)
    assert log_gone_on(path, before) is None
