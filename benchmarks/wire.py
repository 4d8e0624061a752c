"""Bytes that go to the terminal for each action, with the driver that sends what changes and with the plain one.

python -m benchmarks.wire
"""

from __future__ import annotations

import sys
import tempfile

from benchmarks.terminal import Terminal

COMMAND = [sys.executable, "-m", "sweeplens", "demo", "--pane", "cells"]
DOWN, RIGHT, PAGE_DOWN, REDRAW = "\x1b[B", "\x1b[C", "\x1b[6~", "\x0c"
ACTIONS: dict[str, str] = {
    "cursor down": DOWN,
    "cursor right": RIGHT,
    "another order": "S",
    "next level of a factor": "b",
    "every level again": "x",
    "pane: distributions": "3",
    "pane: extremes": "4",
    "pane: state": "1",
    "pane: cells": "2",
    "help": "?",
    "back": "\x1b",
    "redraw": REDRAW,
}
BUDGETS = {"cursor down": 500, "pane: distributions": 15_000, "pane: extremes": 15_000, "pane: state": 15_000}


def measured(*options: str) -> dict[str, int]:
    """Bytes by action, in one session at 120x40."""
    with tempfile.TemporaryDirectory() as state:
        environ = {"SWEEPLENS_STATE_DIR": state, "SWEEPLENS_CONFIG_DIR": state, "SWEEPLENS_CACHE_DIR": state}
        with Terminal([*COMMAND, *options], environ=environ) as terminal:
            terminal.until(lambda text: "tokcc a.25" in text and "12/12" in text)
            terminal.settle(quiet=1.0)
            return {action: _pressed(terminal, keys) for action, keys in ACTIONS.items()}


def _pressed(terminal: Terminal, keys: str) -> int:
    terminal.press(keys)
    first = terminal.bytes
    return first + terminal.settle(quiet=0.4)


def main() -> int:
    """Print a line an action; 1 where one is over its budget."""
    sent, whole = measured(), measured("--plain-driver")
    print(f"{'':24}{'changes':>10}{'plain':>10}{'budget':>10}")
    for action, count in sent.items():
        print(f"{action:24}{count:10,}{whole[action]:10,}{BUDGETS.get(action, 0) or '':>10}")
    return int(any(sent[action] > budget for action, budget in BUDGETS.items()))


if __name__ == "__main__":
    raise SystemExit(main())
