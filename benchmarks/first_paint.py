"""Time to the first rows on the screen, as a multiple of a bare Textual application's first paint.

python -m benchmarks.first_paint [RUNS]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from statistics import median

from benchmarks.terminal import Terminal

BARE = [sys.executable, "-m", "benchmarks.bare_app"]
SWEEPLENS = [sys.executable, "-m", "sweeplens", "demo", "--pane", "cells"]
BUDGET = 1.25


def shows_bare(text: str) -> bool:
    """Whether tabs, body and footer are there."""
    return all(word in text for word in ("Distributions", "ready", "Filter"))


def shows_rows(text: str) -> bool:
    """Whether rows of the opened collection are there, with their numbers."""
    return "tokcc a.25" in text and "0.55" in text


def first_paint(command: list[str], shows: Callable[[str], bool], state: str) -> float:
    """Milliseconds from the start of a process to what `shows` looks for."""
    environ = {"SWEEPLENS_STATE_DIR": state, "SWEEPLENS_CONFIG_DIR": state, "SWEEPLENS_CACHE_DIR": state}
    with Terminal(command, environ=environ) as terminal:
        return 1000 * terminal.until(shows)


def main() -> int:
    """Print both medians and their ratio; 1 where it is over the budget."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    bare, rows = [], []
    with tempfile.TemporaryDirectory() as state:
        for _ in range(runs + 1):
            bare.append(first_paint(BARE, shows_bare, state))
            rows.append(first_paint(SWEEPLENS, shows_rows, state))
    ratio = median(rows[1:]) / median(bare[1:])
    print(f"bare Textual app       {median(bare[1:]):6.0f} ms")
    print(f"sweeplens, first rows  {median(rows[1:]):6.0f} ms")
    print(f"ratio                  {ratio:6.2f}     (budget {BUDGET})")
    return int(ratio > BUDGET)


if __name__ == "__main__":
    raise SystemExit(main())
