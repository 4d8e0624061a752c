"""How a place was left."""

from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.errors import SettingsError
from sweeplens.tui.memory import Memory, PaneMemory, forget, memory_file, recall, remember

HERE = (Path("/sweeps/here"),)
LEFT = Memory(
    "/sweeps/here/one",
    "extremes",
    "beta=.1",
    "score",
    True,
    "linen",
    {"extremes": PaneMemory("v", {"v": ("kl", None)}, 3)},
)


def test_a_new_place_has_an_empty_memory() -> None:
    assert recall(HERE) == Memory()


def test_what_is_remembered_is_recalled() -> None:
    remember(HERE, LEFT)
    assert recall(HERE) == LEFT


def test_places_are_remembered_apart() -> None:
    remember(HERE, LEFT)
    assert recall((Path("/sweeps/there"),)) == Memory()
    assert recall((*HERE, Path("/sweeps/there"))) == Memory()


def test_a_forgotten_place_is_new_again() -> None:
    remember(HERE, LEFT)
    forget(HERE)
    forget(HERE)
    assert recall(HERE) == Memory()


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b'{"pane": 7}', b"\xff\xfe", b'{"x":' + b"[" * 99_999])
def test_a_memory_that_cannot_be_read_is_empty(written: bytes) -> None:
    memory_file(HERE).parent.mkdir(parents=True)
    memory_file(HERE).write_bytes(written)
    assert recall(HERE) == Memory()


def test_a_memory_of_a_later_version_keeps_what_is_known() -> None:
    memory_file(HERE).parent.mkdir(parents=True)
    memory_file(HERE).write_bytes(b'{"pane": "cells", "zoom": 3}')
    assert recall(HERE) == Memory(pane="cells")


def test_where_nothing_can_be_written_nothing_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SWEEPLENS_STATE_DIR", str(tmp_path / "file"))
    remember(HERE, LEFT)
    assert recall(HERE) == Memory()


def test_a_place_whose_name_is_no_unicode_is_not_remembered() -> None:
    remember(HERE, Memory("/sweeps/\udcff"))
    assert recall(HERE) == Memory()


def test_a_memory_that_cannot_be_removed_is_named() -> None:
    memory_file(HERE).mkdir(parents=True)
    with pytest.raises(SettingsError, match="cannot be removed"):
        forget(HERE)
