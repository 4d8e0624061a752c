"""Files that are read once for every state they have."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sweeplens.data.remembered import Remembered


class Reader:
    """Reads texts, and notes how."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def read(self, path: Path) -> str:
        self.done.append("read")
        return path.read_text()

    def go_on(self, path: Path, before: str) -> str | None:
        now = path.read_text()
        if not now.startswith(before):
            return None
        self.done.append("go on")
        return now


def write(path: Path, text: str, time: int) -> None:
    """A text of a certain age."""
    path.write_text(text)
    os.utime(path, (time, time))


def test_a_file_is_read_again_only_where_it_changed_and_gone_on_with_where_it_grew(tmp_path: Path) -> None:
    path, reader = tmp_path / "t", Reader()
    known = Remembered(reader.read, reader.go_on)
    for text, time, done in [
        ("a", 1, ["read"]),
        ("a", 1, []),
        ("ab", 2, ["go on"]),
        ("ab", 2, []),
        ("xb", 3, ["read"]),
        ("yyy", 4, ["read"]),
        ("y", 5, ["read"]),
    ]:
        write(path, text, time)
        reader.done.clear()
        assert known(path) == text
        assert reader.done == done


def test_a_file_that_was_only_just_written_is_read_again(tmp_path: Path) -> None:
    path, reader = tmp_path / "t", Reader()
    known = Remembered(reader.read)
    path.write_text("a")
    known(path)
    path.write_text("b")
    assert known(path) == "b"


def test_what_is_not_settled_is_read_again(tmp_path: Path) -> None:
    path, reader = tmp_path / "t", Reader()
    known = Remembered(reader.read, is_settled=lambda text: text.endswith("."))
    write(path, "half", 1)
    assert [known(path), known(path)] == ["half", "half"]
    write(path, "whole.", 2)
    assert [known(path), known(path)] == ["whole.", "whole."]
    assert reader.done == ["read"] * 3


def test_a_file_that_is_gone_is_an_error_and_comes_back_as_another(tmp_path: Path) -> None:
    path, reader = tmp_path / "t", Reader()
    known = Remembered(reader.read, reader.go_on)
    write(path, "a", 1)
    known(path)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        known(path)
    write(path, "c", 2)
    assert known(path) == "c"


def test_what_was_asked_for_longest_ago_is_forgotten_first(tmp_path: Path) -> None:
    reader = Reader()
    known = Remembered(reader.read, most=8)
    for name in "abc":
        write(tmp_path / name, name * 4, 1)
    for name in "abacacb":
        known(tmp_path / name)
    assert reader.done == ["read"] * 4
