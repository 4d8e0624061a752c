"""Where there is no terminal to draw on, the browser says so."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sweeplens.cli import browse
from sweeplens.cli.browse import Opening, run_browser, settings_for, why_not
from sweeplens.errors import UsageError
from sweeplens.settings import Settings

HERE = Opening((Path(),))


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdin", "stderr"):
        monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_without_a_terminal_the_browser_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with pytest.raises(UsageError, match="sweeplens ls"):
        run_browser(HERE)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_dumb_terminal_is_not_drawn_on(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert why_not() == ""
    monkeypatch.setenv("TERM", term)
    assert "dumb" in why_not()


def test_the_command_line_goes_before_the_settings_and_only_where_it_says_something() -> None:
    assert settings_for(HERE, Settings(charset="block", mouse=False)) == Settings(charset="block", mouse=False)
    asked = replace(HERE, charset="ascii", no_mouse=True, plain_driver=True)
    assert settings_for(asked, Settings(charset="block")) == Settings(charset="ascii", mouse=False, plain_driver=True)


def test_refusing_imports_no_textual() -> None:
    code = (
        "import sys; from sweeplens.cli.browse import Opening, run_browser; from pathlib import Path\n"
        "try: run_browser(Opening((Path(),)))\n"
        "except Exception: pass\n"
        "print('textual' in sys.modules, 'polars' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=os.environ,
        check=True,
    )
    assert told.stdout.split() == ["False", "False"]


def test_the_first_paint_imports_nothing_slow() -> None:
    slow = ("polars", "numpy", "pandas", "yaml", "plotext", "sweeplens.panes", "sweeplens.export")
    code = f"import sys, sweeplens.tui.app\nprint([name for name in {slow} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_what_the_browser_hands_on_is_what_the_application_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browse, "why_not", lambda: "")
    seen = []

    def taken(opening: Opening, settings: Settings) -> int:
        seen.append((opening, settings))
        return 7

    monkeypatch.setattr("sweeplens.tui.app.browse", taken)
    assert run_browser(replace(HERE, charset="ascii")) == 7
    assert seen == [(replace(HERE, charset="ascii"), Settings(charset="ascii"))]
