"""A terminal to measure programs in: a pty with a screen behind it, which times and counts what arrives.

Used by the benchmarks beside it and by tests of what needs a real terminal.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import pyte

if TYPE_CHECKING:
    from typing_extensions import Self

QUIET = 0.12
"""Seconds without output after which a program counts as done."""
REPLIES = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62c"}
"""What the terminal answers to queries: it knows synchronized output."""


class Terminal:
    """Runs a program on a pty of a size, as `TERM=xterm-256color` with 24-bit colours."""

    piece = 1 << 16
    """Bytes that are received at one time."""

    def __init__(
        self, command: Sequence[str], columns: int = 120, lines: int = 40, environ: Mapping[str, str] | None = None
    ) -> None:
        self._master, slave = pty.openpty()
        self._set_size(columns, lines)
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self.bytes = 0
        """Bytes received since the last `settle` began."""
        self.started = time.perf_counter()
        self._program = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={
                **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "LC_ALL": "C.UTF-8",
                **(environ or {}),
            },
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._program.poll() is None:
            self._program.kill()
        self._program.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Take the terminal away, as a lost connection does."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    @property
    def text(self) -> list[str]:
        """The screen, line by line."""
        return list(self._screen.display)

    def line(self, y: int) -> str:
        """One line of the screen, which is quicker had than all of them."""
        cells = self._screen.buffer[y]
        return "".join(cells[x].data for x in range(self._screen.columns))

    @property
    def colours(self) -> set[str]:
        """Every foreground and background on the screen: `default`, a name, or `rrggbb`."""
        cells = [cell for line in self._screen.buffer.values() for cell in line.values()]
        return {cell.fg for cell in cells} | {cell.bg for cell in cells}

    def until(self, seen: Callable[[str], bool], seconds: float = 20.0) -> float:
        """Receive until `seen` is true of the whole screen's text; seconds since the start.

        Raises `TimeoutError` with the screen in it where that does not happen.
        """
        end = time.perf_counter() + seconds
        while not seen("\n".join(self.text)):
            if time.perf_counter() > end:
                raise TimeoutError("\n".join(self.text))
            self._receive(0.05)
        return time.perf_counter() - self.started

    def settle(self, quiet: float = QUIET, seconds: float = 10.0) -> int:
        """Receive until nothing has come for a while; the bytes that came."""
        self.bytes = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and self._receive(quiet):
            pass
        return self.bytes

    def press(self, keys: str) -> int:
        """Type some characters; the bytes that the program wrote for them."""
        os.write(self._master, keys.encode())
        return self.settle()

    def resize(self, columns: int, lines: int) -> int:
        """Give the terminal another size; the bytes that the program wrote for it."""
        self._screen.resize(lines, columns)
        self._set_size(columns, lines)
        self._program.send_signal(signal.SIGWINCH)
        return self.settle()

    def wait(self, seconds: float = 10.0) -> int:
        """Receive until the program ends; its exit code."""
        end = time.perf_counter() + seconds
        while self._program.poll() is None and time.perf_counter() < end and self._master >= 0:
            self._receive(0.05)
        return self._program.wait(max(end - time.perf_counter(), 0.1))

    def _receive(self, seconds: float) -> bool:
        """Whether something came within so many seconds."""
        ready, _, _ = select.select([self._master], [], [], max(seconds, 0))
        if not ready:
            return False
        try:
            data = os.read(self._master, self.piece)
        except OSError:
            return False
        self.bytes += len(data)
        for query, reply in REPLIES.items():
            if query in data:
                os.write(self._master, reply)
        self._stream.feed(data)
        return True

    def _set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
