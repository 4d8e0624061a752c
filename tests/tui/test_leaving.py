"""Leaving, on a terminal of its own: whatever is under way, and whatever went wrong."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from sweeplens.tui.memory import recall

PRELUDE = """
import sys, time
from dataclasses import replace
from pathlib import Path
from sweeplens.opening import Opening
from sweeplens.settings import Settings
from sweeplens.tui.app import SweeplensApp
from sweeplens.tui.base_app import run_to_the_end
from sweeplens.tui.sources import DISK
here = Opening((Path(sys.argv[1]),))
"""

HANGS = """
def hang(path):
    time.sleep(600)
app = SweeplensApp(here, Settings(), replace(DISK, load=hang))
"""

OPENS = """
app = SweeplensApp(replace(here, pane="extremes"), Settings())
"""

FAILS = """
class Failing(SweeplensApp):
    def action_redraw(self):
        raise RuntimeError("boom")
app = Failing(here, Settings())
"""


class Session:
    """A program on a terminal of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self.pid, self.terminal = pty.fork()
        self.shown = b""
        self.is_closed = False
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(
                sys.executable,
                [sys.executable, "-c", PRELUDE + program + "sys.exit(run_to_the_end(app, False))", str(folder)],
            )

    def until(self, text: bytes, seconds: float = 20) -> None:
        """Read until `text` was shown."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, self.shown[-2000:].decode(errors="replace")
            self.read()

    def read(self) -> None:
        """Read what is shown; nothing where the terminal was closed."""
        if self.is_closed:
            time.sleep(0.05)
        elif select.select([self.terminal], [], [], 0.1)[0]:
            try:
                self.shown += os.read(self.terminal, 1 << 16)
            except OSError:
                time.sleep(0.05)

    def type(self, keys: bytes) -> None:
        os.write(self.terminal, keys)

    def close(self) -> None:
        """Take the terminal away."""
        self.is_closed = True
        os.close(self.terminal)

    def ends(self, seconds: float) -> int:
        """The exit code; the program is killed where it does not end in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read()
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError("the program does not end")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep" / "summary.csv").write_text("beta,score\n0.1,0.5\n0.2,0.7\n")
    return tmp_path / "sweep"


def test_leaving_waits_for_no_disk(folder: Path) -> None:
    session = Session(HANGS, folder)
    session.until(b"reading")
    session.until(b"Collections")
    session.type(b"q")
    assert session.ends(10) == 0


def test_an_unexpected_error_ends_in_one_sentence_with_the_details_in_the_log(folder: Path, tmp_path: Path) -> None:
    session = Session(FAILS, folder)
    session.until(b"Extr")
    session.type(b"\x0c")
    session.until(b"boom")
    assert session.ends(10) == 1
    assert b"Traceback" not in session.shown
    assert b"sweeplens.log" in session.shown.replace(b"\r\n", b"")
    assert "Traceback" in (tmp_path / "state" / "sweeplens.log").read_text()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_ends_the_session_and_the_place_is_kept(folder: Path, number: signal.Signals) -> None:
    session = Session(OPENS, folder)
    session.until(b"Lowest")
    os.kill(session.pid, number)
    assert session.ends(10) == 128 + number
    assert recall((folder,)).pane == "extremes"


def test_where_the_terminal_goes_away_the_place_is_kept(folder: Path) -> None:
    session = Session(OPENS, folder)
    session.until(b"Lowest")
    session.close()
    assert session.ends(10) == 128 + signal.SIGHUP
    assert recall((folder,)).pane == "extremes"
