"""Options on commands, without anything that opening the application does not need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Command = TypeVar("Command", bound=Callable[..., Any])

CHARSETS = ("auto", "braille", "block", "ascii")
AS_INFERRED_HELP = "Leave out the corrections that you keep of columns and metrics."


def with_options(options: tuple[Callable[[Command], Command], ...], command: Command) -> Command:
    """`command` with every one of `options`, in their order."""
    for option in reversed(options):
        command = option(command)
    return command
