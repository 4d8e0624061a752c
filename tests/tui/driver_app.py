"""An application for tests on a real terminal: `python -m tests.tui.driver_app [diff|plain] [CHARSET]`."""

from __future__ import annotations

import os
import subprocess
import sys

from textual.app import App, ComposeResult
from textual.widgets import Static

from sweeplens.tui.charset import CHARSETS
from sweeplens.tui.driver import backlog, driver_class, redraw


class DriverApp(App[None]):
    """Counts, writes to standard error, leaves the screen for a moment, and redraws."""

    count = 0

    def compose(self) -> ComposeResult:
        yield Static("│ 模式 ⣿ count 0", markup=False)

    def key_c(self) -> None:
        self.count += 1
        self.query_one(Static).update(f"│ 模式 ⣿ count {self.count}")

    def key_e(self) -> None:
        os.write(2, b"written by native code\n")

    def key_b(self) -> None:
        self.query_one(Static).update(f"backlog {backlog(self)}")

    def key_r(self) -> None:
        redraw(self)

    def key_s(self) -> None:
        with self.suspend():
            subprocess.run(["sh", "-c", "echo to the terminal >&2; sleep 0.3"], check=True)

    def key_q(self) -> None:
        self.exit()


if __name__ == "__main__":
    kind, charset = [*sys.argv[1:], "diff", "braille"][:2] if len(sys.argv) > 2 else ("diff", "braille")
    glyphs = next(each for each in CHARSETS if each == charset)
    DriverApp(driver_class=driver_class(glyphs, is_plain=kind == "plain")).run()
