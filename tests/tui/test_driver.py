from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal

APP = [sys.executable, "-m", "tests.tui.driver_app"]
BOTH = pytest.mark.parametrize("kind", ["diff", "plain"])


@contextmanager
def on_terminal(kind: str, state: Path, charset: str = "braille") -> Iterator[Terminal]:
    with Terminal([*APP, kind, charset], 60, 12, {"SWEEPLENS_STATE_DIR": str(state)}) as terminal:
        terminal.until(lambda text: "count 0" in text)
        terminal.settle()
        yield terminal


@BOTH
def test_what_is_written_to_standard_error_goes_to_a_log_and_not_to_the_screen(kind: str, tmp_path: Path) -> None:
    with on_terminal(kind, tmp_path) as terminal:
        terminal.press("e")
        terminal.press("c")
        terminal.until(lambda text: "count 1" in text)
        assert "native" not in "".join(terminal.text)
    assert "written by native code" in (tmp_path / "stderr.log").read_text()


@BOTH
def test_programs_started_on_the_way_have_the_terminal_to_themselves(kind: str, tmp_path: Path) -> None:
    with on_terminal(kind, tmp_path) as terminal:
        terminal.press("s")
        terminal.until(lambda text: "to the terminal" in text)
        terminal.press("c")
        terminal.until(lambda text: "count 1" in text)
    assert not (tmp_path / "stderr.log").read_text()


@BOTH
def test_the_terminal_is_given_back_at_the_end(kind: str, tmp_path: Path) -> None:
    with on_terminal(kind, tmp_path) as terminal:
        terminal.press("q")
        assert terminal.wait() == 0


@BOTH
def test_a_resized_screen_is_whole(kind: str, tmp_path: Path) -> None:
    with on_terminal(kind, tmp_path) as terminal:
        terminal.resize(40, 8)
        terminal.resize(70, 14)
        terminal.until(lambda text: "│ 模" in text and "count 0" in text)


def test_a_redraw_sends_the_whole_screen_and_a_change_little(tmp_path: Path) -> None:
    with on_terminal("diff", tmp_path) as terminal:
        changed = terminal.press("c") or terminal.settle(5)
        assert 0 < changed < 100
        assert terminal.press("r") > 700


@BOTH
def test_a_terminal_without_the_glyphs_gets_stand_ins(kind: str, tmp_path: Path) -> None:
    with on_terminal(kind, tmp_path, "ascii") as terminal:
        assert terminal.text[0].startswith("| ???? @ count 0")


def test_nothing_waits_once_the_terminal_has_taken_all(tmp_path: Path) -> None:
    with on_terminal("diff", tmp_path) as terminal:
        terminal.press("b")
        terminal.until(lambda text: "backlog 0" in text)


def test_where_no_log_can_be_written_the_screen_stays_clean(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with on_terminal("diff", tmp_path / "file" / "below") as terminal:
        terminal.press("e")
        assert "native" not in "".join(terminal.text)


@pytest.mark.parametrize("theme", ["ansi", "lens-light"])
def test_a_user_who_wants_no_colours_gets_none(tmp_path: Path, theme: str) -> None:
    environ = {f"SWEEPLENS_{kind}_DIR": str(tmp_path) for kind in ("STATE", "CONFIG", "CACHE")} | {"NO_COLOR": "1"}
    with Terminal([sys.executable, "-m", "sweeplens", "demo", "--theme", theme], 90, 24, environ) as terminal:
        terminal.until(lambda text: "12/12" in text)
        terminal.settle()
        assert terminal.colours == {"default"}


@BOTH
def test_a_terminal_that_is_gone_ends_the_application(kind: str, tmp_path: Path) -> None:
    with on_terminal(kind, tmp_path) as terminal:
        terminal.hang_up()
        assert terminal.wait() is not None
