"""What is on the screen while the rest of the application is imported: a name, and the first rows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen

from sweeplens.errors import SweeplensError
from sweeplens.render.base import Lines, Span
from sweeplens.text import visible
from sweeplens.tui.base_app import PatientScreen
from sweeplens.tui.sources import Sources
from sweeplens.tui.widgets.frame_table import FrameTable
from sweeplens.tui.widgets.lines import LineWidget

if TYPE_CHECKING:
    from sweeplens.figures import Table

Result = TypeVar("Result")

NARROW = 100
"""Below this width the side panel folds away by itself."""
PATIENCE = 0.3
"""Seconds that the first rows have before the application goes on without them."""
ASKED_WRONGLY = 2
"""The exit code where what is asked for at the start is not there."""
LONGEST = 10.0
"""Seconds that a key waits for the application."""


@dataclass(frozen=True, eq=False)
class FirstRows:
    """What can be shown first."""

    path: Path | None = None
    """The collection; None where none was found so far."""
    table: Table | None = None
    """Its first rows; None where they are not to be had quickly."""


def first_rows(first: Path | None, paths: tuple[Path, ...], sources: Sources) -> FirstRows:
    """The first rows of `first`, else of the collection that is found first."""
    path = first or next((found.path for place in paths for found in sources.scan(place)), None)
    return FirstRows(path, sources.preview(path) if path else None)


def begun(work: Callable[[], Result]) -> Future[Result]:
    """The result of some work, begun in a thread that nobody waits for."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:  # told by whoever asks for the result
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future


class Title(LineWidget):
    """What is being read."""

    DEFAULT_CSS = "Title { padding: 0 1; background: $surface; }"

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name_read = name

    def drawn(self, width: int) -> Lines:
        """The one line."""
        return ((Span(visible(self.name_read), "title"), Span(" · reading …", "muted")),)


class FirstScreen(PatientScreen):
    """Shows the first rows without anything that is slow to import, then gives way to the main screen.

    The rows are looked for while Textual starts. Keys that are typed meanwhile are the main screen's.
    """

    DEFAULT_CSS = """
    FirstScreen #rows { margin: 1 0 2 0; }
    FirstScreen #side { width: 30; }
    FirstScreen FrameTable { width: 1fr; }
    FirstScreen.-folded #side { display: none; }
    """

    def __init__(
        self,
        first: Path | None,
        paths: tuple[Path, ...],
        sources: Sources,
        main: Callable[[FirstRows], Screen[None]],
    ) -> None:
        super().__init__()
        self._place = (first or paths[0]).name
        self._main = main
        self._looking = begun(lambda: first_rows(first, paths, sources))
        self._rows = FirstRows(first)
        self._is_over = asyncio.Event()
        self._is_going_on = False

    def compose(self) -> ComposeResult:
        """Laid out as the main screen is, so that nothing moves when that one comes."""
        yield Title(self._place)
        with Horizontal(id="rows"):
            yield Vertical(id="side")
            yield FrameTable()

    def on_mount(self) -> None:
        """Show the rows at once where they are there, else when they come; go on without them after a while."""
        if self._looking.done():
            self._show(self._looking.result())
        else:
            self._looking.add_done_callback(lambda done: self.app.call_from_thread(self._show, done.result()))
            self.set_timer(PATIENCE, self._go_on)

    def on_resize(self, event: Resize) -> None:
        """Leave no room for the side panel where there will be none."""
        self.set_class(event.size.width < NARROW, "-folded")

    async def before_key(self, key: str) -> None:
        """Wait for the main screen."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._is_over.wait(), LONGEST)

    def _show(self, rows: FirstRows) -> None:
        if not self._is_going_on:
            self._rows = rows
            self.query_one(FrameTable).table = rows.table
            self.call_after_refresh(self._go_on)

    def _go_on(self) -> None:
        """Import the rest, once."""
        if not self._is_going_on:
            self._is_going_on = True
            self.run_worker(self._import, thread=True)

    def _import(self) -> None:
        """In a thread: everything that the first paint did without."""
        import sweeplens.tui.beginning
        import sweeplens.tui.screens.main  # noqa: F401

        self.app.call_from_thread(self._give_way)

    def _give_way(self) -> None:
        try:
            self.app.push_screen(self._main(self._rows))
        except SweeplensError as error:
            self.app.exit(return_code=ASKED_WRONGLY, message=Text(f"sweeplens: {error}"))
        self._is_over.set()
