from __future__ import annotations

import bz2
import gzip
import lzma
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from sweeplens.data.formats import unpack
from sweeplens.data.formats.unpack import content_of, is_packed, start_of
from sweeplens.errors import ReadError

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "zst": zstandard.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
}
TEXT = "".join(f"{at},{at * 7919 % 1013}\n" for at in range(20_000)).encode()


@pytest.mark.parametrize("packing", PACKERS)
def test_what_was_packed_comes_back(tmp_path: Path, packing: str) -> None:
    path = tmp_path / "t"
    path.write_bytes(PACKERS[packing](TEXT))
    content = content_of(path)
    assert (content.data, content.is_packed, content.is_cut) == (TEXT, True, False)
    assert start_of(path) == TEXT[: unpack.HEAD]
    assert is_packed(path)


@pytest.mark.parametrize("packing", PACKERS)
def test_streams_one_after_the_other_are_one_file(tmp_path: Path, packing: str) -> None:
    path = tmp_path / "t"
    path.write_bytes(PACKERS[packing](TEXT) + PACKERS[packing](b"more\n"))
    assert content_of(path).data == TEXT + b"more\n"


@pytest.mark.parametrize("packing", PACKERS)
def test_a_cut_stream_gives_a_beginning_and_says_so(tmp_path: Path, packing: str) -> None:
    path = tmp_path / "t"
    packed = PACKERS[packing](TEXT)
    path.write_bytes(packed[: len(packed) * 2 // 3])
    content = content_of(path)
    assert content.is_cut
    assert TEXT.startswith(content.data)


@pytest.mark.parametrize("packing", PACKERS)
def test_a_damaged_stream_is_an_error_that_names_the_file(tmp_path: Path, packing: str) -> None:
    path = tmp_path / "t.csv"
    packed = bytearray(PACKERS[packing](TEXT))
    packed[len(packed) // 2 : len(packed) // 2 + 40] = b"\xff" * 40
    path.write_bytes(packed)
    with pytest.raises(ReadError, match=r"t\.csv"):
        content_of(path)


@pytest.mark.parametrize("packing", PACKERS)
def test_a_bomb_is_refused_before_it_goes_off(tmp_path: Path, packing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "BOMB_BYTES", 1024**2)
    path = tmp_path / "bomb.csv"
    path.write_bytes(PACKERS[packing](b"0" * 40 * 1024**2))
    with pytest.raises(ReadError, match=r"bomb\.csv unpacks to more than"):
        content_of(path)


def test_a_file_too_large_for_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "MAX_BYTES", 10)
    path = tmp_path / "t.csv"
    path.write_bytes(TEXT)
    with pytest.raises(ReadError, match="convert it to Parquet"):
        content_of(path)


def test_what_is_no_regular_file_is_an_error_and_no_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    for name in ("pipe.csv", "gone.csv", "."):
        with pytest.raises(ReadError):
            content_of(tmp_path / name)
