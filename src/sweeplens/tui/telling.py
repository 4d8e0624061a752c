"""Work that takes its time, done in a thread, and the sentence that says what came of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App
from textual.screen import Screen

from sweeplens.errors import SweeplensError
from sweeplens.tui.answers import Answer
from sweeplens.tui.base_app import send_to_terminal
from sweeplens.tui.clipboard import copy
from sweeplens.tui.takeaway import copied


def tell(screen: Screen[Any], work: Callable[[], str]) -> None:
    """Do the work in a thread, and show the sentence that it returns or fails with."""

    def told() -> None:
        try:
            screen.notify(work(), markup=False)
        except SweeplensError as error:
            screen.notify(str(error), severity="error", markup=False)

    screen.run_worker(told, thread=True, group="tell", exit_on_error=False)


def sent(app: App[Any], answer: Answer) -> str:
    """Send what is seen of an answer as Markdown to the clipboard; what became of it. For a thread."""
    return copy(copied(answer), partial(send_to_terminal, app)).sentence
