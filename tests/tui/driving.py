"""The application in a test: opened on the samples, typed at, waited for, and read as text."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from textual.binding import Binding
from textual.events import Key
from textual.pilot import Pilot
from textual.worker import WorkerFailed

from sweeplens.opening import Opening
from sweeplens.resources import sample_collections_dir
from sweeplens.settings import Settings
from sweeplens.tui.app import SweeplensApp
from sweeplens.tui.screens.main import MainScreen
from sweeplens.tui.sources import DISK, Sources

SUM = "sum-token-aggregation_20260503"


def opening(**asked: Any) -> Opening:
    """The samples, opened on the sum collection."""
    return replace(Opening((sample_collections_dir(),), first=SUM), **asked)


class Driven:
    """A running application and what a user can do with it."""

    def __init__(self, app: SweeplensApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def main(self) -> MainScreen:
        """The main screen, whatever stands over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, MainScreen))

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        for _ in range(200):
            with suppress(WorkerFailed):
                await self.app.workers.wait_for_complete()
            await self.pilot.pause()
            if self.is_at_rest():
                return
        raise AssertionError("the application does not come to rest")

    async def until(self, words: str) -> None:
        """Wait until the screen shows some words, in whatever case."""
        for _ in range(400):
            if words.lower() in self.screen().lower():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"{words} is not on the screen:\n{self.screen()}")

    async def quit(self) -> None:
        """Leave with `q`."""
        self.app.post_message(key_event("q"))
        for _ in range(500):
            await asyncio.sleep(0.01)
            if not self.app.is_running:
                return
        raise AssertionError("the application does not end")

    def is_at_rest(self) -> bool:
        """Whether the main screen is there, and nothing is read or asked."""
        main = next((screen for screen in self.app.screen_stack if isinstance(screen, MainScreen)), None)
        is_there = main is not None and main.is_mounted and main.is_at_rest()
        return is_there and all(worker.is_finished for worker in self.app.workers)

    async def burst(self, *keys: str) -> None:
        """Type all keys before the first one is looked at, then wait; a word of several letters is typed through."""
        for word in keys:
            for key in [word] if is_name(word) else list(word):
                self.app.post_message(key_event(key))
        await self.settle()

    def line(self, y: int) -> str:
        """Line `y` of the screen."""
        strips = self.app.screen._compositor.render_strips()
        return strips[y].text

    def screen(self) -> str:
        """Every line of the screen."""
        return "\n".join(strip.text.rstrip() for strip in self.app.screen._compositor.render_strips())


def is_name(word: str) -> bool:
    """Whether a word names one key rather than being typed letter by letter."""
    return word in NAMED or bool(re.fullmatch(r"f[0-9]+|(ctrl|shift)\+.+", word))


NAMED = {
    "enter",
    "escape",
    "tab",
    "space",
    "up",
    "down",
    "left",
    "right",
    "home",
    "end",
    "pageup",
    "pagedown",
    "backspace",
}


SPELLED = {" ": "space", ",": "comma"}


def key_event(key: str) -> Key:
    """The event of a key, by its name or by its character."""
    (binding,) = Binding.make_bindings([Binding(SPELLED.get(key, key), "")])
    return Key(binding.key, key if len(key) == 1 else None)


@asynccontextmanager
async def driven(
    size: tuple[int, int] = (120, 40), sources: Sources = DISK, settings: Settings | None = None, **asked: Any
) -> AsyncIterator[Driven]:
    """The application, running and at rest."""
    app = SweeplensApp(opening(**asked), settings or Settings(watch_seconds=0), sources)
    async with app.run_test(size=size) as pilot:
        running = Driven(app, pilot)
        await running.settle()
        yield running
