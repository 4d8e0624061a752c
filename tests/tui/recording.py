"""A driver without a terminal, and terminals to look at: what an application writes can be shown on several."""

from __future__ import annotations

from typing import Any

import pyte
from textual import events
from textual.driver import Driver
from textual.geometry import Size


class RecordingDriver(Driver):
    """Keeps every write."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self.written: list[str] = []

    def write(self, data: str) -> None:
        self.written.append(data)

    def start_application_mode(self) -> None:
        width, height = self._size or (80, 24)
        self._app.post_message(events.Resize(Size(width, height), Size(width, height)))

    def disable_input(self) -> None: ...

    def stop_application_mode(self) -> None: ...

    def taken(self) -> list[str]:
        """What was written since the last time."""
        written, self.written = self.written, []
        return written


class Terminal:
    """A screen that receives text."""

    def __init__(self, width: int, height: int) -> None:
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self._screen)

    def receive(self, data: str) -> None:
        self._stream.feed(data)

    def resize(self, width: int, height: int) -> None:
        self._screen.resize(height, width)

    @property
    def text(self) -> list[str]:
        """The characters, line by line."""
        return list(self._screen.display)

    @property
    def cells(self) -> list[list[Any]]:
        """Every cell with its character, colours and attributes."""
        screen = self._screen
        return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
