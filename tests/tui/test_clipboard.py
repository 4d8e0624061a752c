from __future__ import annotations

import base64
import re
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweeplens.tui.clipboard import SCREEN_PIECE, TERMINAL_LIMIT, Sent, clipboard_sequence, copy


def decoded(written: str) -> bytes:
    """What a terminal takes from the sequence for its clipboard."""
    return base64.b64decode(written.removeprefix("\x1b]52;c;").removesuffix("\x07"), validate=True)


@pytest.fixture
def fake_tmux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tmux that keeps what it is given; the file in which it does."""
    taken = tmp_path / "taken"
    program = tmp_path / "tmux"
    program.write_text(f'#!/bin/sh\ntest "$*" = "load-buffer -w -" && exec cat >{taken}\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return taken


@given(st.text())
def test_a_terminal_receives_the_text_whole(text: str) -> None:
    written: list[str] = []
    sent = copy(text, written.append, {})
    assert decoded("".join(written)) == text.encode("utf-8", "replace")
    assert sent.way == "terminal"
    assert sent.size == len(text.encode("utf-8", "replace"))


def test_a_text_too_large_for_terminals_is_not_sent_and_a_file_is_offered() -> None:
    written: list[str] = []
    sent = copy("x" * TERMINAL_LIMIT, written.append, {})
    assert sent.way == "nothing"
    assert written == []
    assert "file" in sent.sentence


def test_in_tmux_the_text_goes_through_tmux(fake_tmux: Path) -> None:
    written: list[str] = []
    text = "模式\n" * 100_000
    assert copy(text, written.append, {"TMUX": "socket"}) == Sent("tmux", len(text.encode()), 100_000)
    assert fake_tmux.read_text() == text
    assert written == []


def test_where_tmux_refuses_the_terminal_is_asked(fake_tmux: Path) -> None:
    fake_tmux.with_name("tmux").write_text("#!/bin/sh\nexit 1\n")
    written: list[str] = []
    assert copy("a", written.append, {"TMUX": "socket"}).way == "terminal"
    assert decoded("".join(written)) == b"a"


def test_gnu_screen_gets_pieces_that_it_hands_on() -> None:
    written: list[str] = []
    copy("x" * 3000, written.append, {"STY": "1.pts"})
    pieces = re.findall("\x1bP(.*?)\x1b\\\\", "".join(written), re.DOTALL)
    assert max(map(len, pieces)) <= SCREEN_PIECE
    assert "".join(pieces) == clipboard_sequence(b"x" * 3000)


@pytest.mark.parametrize(
    ("text", "says"), [("a", "1 line, 1 byte"), ("a\nb\n", "2 lines, 4 bytes"), ("é" * 700, "1 line, 1,400 bytes")]
)
def test_what_is_said_names_the_way_and_how_much(text: str, says: str) -> None:
    assert copy(text, lambda _: None, {}).sentence == f"Sent to the clipboard through the terminal: {says}."
