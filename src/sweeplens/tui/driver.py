"""The drivers between Textual and the terminal: what goes to the screen, and what must not."""

from __future__ import annotations

import io
import select
import signal
import sys
from types import FrameType
from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.messages import InBandWindowResize

from sweeplens.stderr_log import StderrLog
from sweeplens.tui.charset import Charset, stand_ins
from sweeplens.tui.wire import Wire

HANG_UP_SECONDS = 1.0
"""How often is looked whether the terminal is still there."""
HUNG_UP = 129
"""The exit code of a program whose terminal went away."""


def driver_class(charset: Charset, is_plain: bool = False) -> type[TerminalDriver]:
    """The driver for a terminal with these glyphs; the plain one sends every repaint whole."""
    base = TerminalDriver if is_plain else DiffDriver
    return type(base.__name__, (base,), {"charset": charset})


def redraw(app: App[Any]) -> None:
    """Send the whole screen again, whatever the terminal is believed to show."""
    if isinstance(app._driver, DiffDriver):
        app._driver.forget()
    app.screen.refresh(layout=True)


def backlog(app: App[Any]) -> int:
    """Characters that the terminal has not taken yet; an animation waits while there are any."""
    return app._driver.backlog if isinstance(app._driver, TerminalDriver) else 0


class TerminalDriver(LinuxDriver):
    """Writes with the glyphs that the terminal has, and keeps off the screen what is written to standard error."""

    charset: Charset = "braille"

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._table = stand_ins(self.charset)
        self._stderr = StderrLog()
        self._terminal: _CountingWriter | None = None
        self._queued = 0

    def start_application_mode(self) -> None:
        """Take the terminal over, and standard error with it."""
        self._file = self._terminal = _CountingWriter(self._stderr.capture())
        self._queued = 0
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._app.set_interval(HANG_UP_SECONDS, self._leave_without_terminal)

    def _leave_without_terminal(self) -> None:
        """End the application where its terminal is gone: Textual would go on reading nothing, as fast as it can."""
        watch = select.poll()
        watch.register(self.fileno, 0)
        if watch.poll(0):
            self._app.exit(return_code=HUNG_UP)

    def close(self) -> None:
        """Let the writer finish, and give standard error back."""
        super().close()
        if self._terminal:
            self._terminal.close()
            self._terminal = None
        self._file = sys.__stderr__
        self._stderr.release()

    def write(self, data: str) -> None:
        """Queue what the terminal is to receive."""
        self.send(data.translate(self._table) if self._table else data)

    def send(self, data: str) -> None:
        """Queue `data` as it is."""
        self._queued += len(data)
        super().write(data)

    @property
    def backlog(self) -> int:
        """Characters that are queued and not yet written."""
        return self._queued - self._terminal.sent if self._terminal else 0


class DiffDriver(TerminalDriver):
    """Sends only the cells that change."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._wire = Wire(self._table)
        self._is_stale = False

    def start_application_mode(self) -> None:
        """Take the terminal over, and hear of every change of its size."""
        super().start_application_mode()
        textual = signal.getsignal(signal.SIGWINCH)

        def resized(number: int, frame: FrameType | None) -> None:
            self.forget()
            if callable(textual):
                textual(number, frame)

        signal.signal(signal.SIGWINCH, resized)

    def process_message(self, message: Message) -> None:
        """Forget the screen where the terminal says in-band that its size is another; runs in the input thread."""
        if isinstance(message, InBandWindowResize):
            self.forget()
        super().process_message(message)

    def forget(self) -> None:
        """Believe nothing of what the terminal shows: what is painted next is sent whole. May be called anywhere."""
        self._is_stale = True

    def write(self, data: str) -> None:
        """Queue what of `data` the terminal does not show yet."""
        if self._is_stale:
            self._is_stale = False
            self._wire.forget()
        sent = self._wire.encode(data)
        if sent:
            self.send(sent)


class _Descriptor(io.FileIO):
    """A descriptor on which what is written is lost where its terminal is gone."""

    def write(self, data: Any) -> int:
        """How many bytes were taken, or lost."""
        try:
            return super().write(data)
        except OSError:
            return len(memoryview(data).cast("B"))


class _CountingWriter(io.TextIOWrapper):
    """Writes UTF-8 to a descriptor, and counts the characters that it has taken."""

    def __init__(self, descriptor: int) -> None:
        raw = _Descriptor(descriptor, "w")
        super().__init__(io.BufferedWriter(raw, 1 << 16), encoding="utf-8", errors="replace", newline="")
        self.sent = self._written = 0

    def write(self, text: str) -> int:
        """Write `text`; how many characters that were."""
        count = super().write(text)
        self._written += count
        return count

    def flush(self) -> None:
        """Come back when the descriptor has taken everything."""
        super().flush()
        self.sent = self._written
