"""Standard error without what native code writes to it: beside the screen, and beside the words of a command."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TextIO

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


@contextmanager
def native_errors_logged() -> Iterator[None]:
    """Leaves standard error to Python: what native code writes to it goes to the log in the user's state directory."""
    if _descriptor(sys.stderr) != 2:
        yield
        return
    before = sys.stderr
    before.flush()
    with (
        tempfile.TemporaryFile() as noise,
        os.fdopen(os.dup(2), "w", 1, before.encoding, before.errors) as terminal,
    ):
        os.dup2(noise.fileno(), 2)
        sys.stderr = terminal
        try:
            yield
        finally:
            sys.stderr = before
            terminal.flush()
            os.dup2(terminal.fileno(), 2)
            _append(noise)


def _descriptor(stream: TextIO) -> int:
    """The file descriptor that a stream writes to; -1 where it has none."""
    try:
        return stream.fileno()
    except (OSError, ValueError, AttributeError):
        return -1


def _append(noise: IO[bytes]) -> None:
    """Adds what was written to the log; nothing is made where nothing was."""
    noise.seek(0)
    if written := noise.read(LIMIT):
        log = _opened(state_dir() / "stderr.log")
        os.write(log, written)
        os.close(log)


def _opened(file: Path) -> int:
    """A descriptor that appends to `file`; one that drops everything where that cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        is_long = file.exists() and file.stat().st_size > LIMIT
        return os.open(file, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if is_long else os.O_APPEND), 0o600)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)
