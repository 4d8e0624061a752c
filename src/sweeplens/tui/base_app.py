"""Where Textual 8 is made to behave otherwise, all in one place.

Keys are acted upon in the order in which they were typed, however fast they come. Textual hands a key to the focused
widget's queue, and looks at the next key before that one has moved the focus: of `/beta<=.1` in one burst, as a slow
link delivers it, all but the slash would miss the filter. Here a key has done all that it does before the next one is
looked at.

An unexpected error ends the session with one sentence, and leaves its traceback in the log.

Leaving waits for nobody: a thread that waits for a disk does not keep the user waiting.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from rich.text import Text
from textual.app import App
from textual.events import Event, Key
from textual.screen import Screen
from textual.widgets import Input

from sweeplens.failures import log_failure

ReturnType = TypeVar("ReturnType")

THREADS = 16
"""Work under way at one time, most of which waits for a disk."""
PATIENCE = 0.3
"""Seconds that leaving waits for threads to end by themselves."""
_THREAD_NAME = "sweeplens-worker"


class PatientScreen(Screen[None]):
    """A screen on which a key can wait for what is under way."""

    async def before_key(self, key: str) -> None:
        """Come back when it is time to act on `key`."""


class BaseApp(App[ReturnType]):
    """A Textual application in which every key of a burst counts, and no traceback reaches the screen."""

    async def on_event(self, event: Event) -> None:
        """Act on a fresh key at once; leave everything else to Textual."""
        if isinstance(event, Key) and not event.is_forwarded and await self._acted_on(event):
            return
        await super().on_event(event)

    async def _acted_on(self, event: Key) -> bool:
        """Whether the key was text for an input, or bound to an action that was run."""
        await self._wait_for_screen()
        if isinstance(self.focused, Input) and self.focused.check_consume_key(event.key, event.character):
            _insert(self.focused, event.character or "")
            return True
        await self._wait_before(event.key)
        active = self.screen.active_bindings.get(event.key)
        return bool(active and active.enabled and await self.run_action(active.binding.action, active.node))

    async def _wait_for_screen(self) -> None:
        """Wait until the parts of the screen are there."""
        while not self.screen.is_mounted:
            await asyncio.sleep(0)

    async def _wait_before(self, key: str) -> None:
        """Wait until the screen, or the one that comes in its place meanwhile, says that it is time."""
        screen = None
        while screen is not self.screen and isinstance(self.screen, PatientScreen):
            screen = self.screen
            await screen.before_key(key)
            await self._wait_for_screen()

    def _fatal_error(self) -> None:
        error = sys.exc_info()[1] or self._exception
        if error:
            sentence = f"sweeplens: {type(error).__name__}: {error}; the details are in {log_failure(error)}."
            self._exit_renderables.append(Text(sentence))
        self._close_messages_no_wait()


def send_to_terminal(app: App[Any], sequence: str) -> None:
    """Write an escape sequence past the screen; for a thread."""
    if app._driver:
        app.call_from_thread(app._driver.write, sequence)


def _insert(field: Input, character: str) -> None:
    """Put a character in place of what is selected."""
    if field.selection.is_empty:
        field.insert_text_at_cursor(character)
    else:
        field.replace(character, *field.selection)


def run_to_the_end(app: App[ReturnType], mouse: bool) -> int:
    """Run an application until the user or a signal ends it; the exit code.

    With threads that do not end, the process ends here.
    """
    executor = ThreadPoolExecutor(THREADS, thread_name_prefix=_THREAD_NAME)
    loop = asyncio.new_event_loop()
    loop.set_default_executor(executor)
    for number in (signal.SIGHUP, signal.SIGTERM):
        loop.add_signal_handler(number, partial(app.exit, return_code=128 + number))
    app.run(mouse=mouse, loop=loop)
    code = app.return_code or 0
    executor.shutdown(wait=False, cancel_futures=True)
    if _are_busy():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _are_busy() -> bool:
    """Whether some thread of ours does not end within a moment."""
    ours = [thread for thread in threading.enumerate() if thread.name.startswith(_THREAD_NAME)]
    for thread in ours:
        thread.join(PATIENCE / len(ours))
    return any(thread.is_alive() for thread in ours)
