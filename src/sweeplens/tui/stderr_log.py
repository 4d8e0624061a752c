"""Standard error, kept off the screen while there is one: native code writes to it whatever is shown there."""

from __future__ import annotations

import os
from pathlib import Path

from sweeplens.settings import state_dir

LIMIT = 1 << 20
"""Bytes at which the log is begun anew."""


class StderrLog:
    """Sends file descriptor 2 to a file in the user's state directory, until it is given back."""

    def __init__(self) -> None:
        self._terminal: int | None = None

    def capture(self) -> int:
        """Begin; a descriptor of where standard error went until now, for the caller to close."""
        if self._terminal is None:
            self._terminal = os.dup(2)
            log = _opened(state_dir() / "stderr.log")
            os.dup2(log, 2)
            os.close(log)
        return os.dup(self._terminal)

    def release(self) -> None:
        """Give standard error back."""
        if self._terminal is not None:
            os.dup2(self._terminal, 2)
            os.close(self._terminal)
            self._terminal = None


def _opened(file: Path) -> int:
    """A descriptor that appends to `file`; one that drops everything where that cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        is_long = file.exists() and file.stat().st_size > LIMIT
        return os.open(file, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if is_long else os.O_APPEND), 0o600)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)
