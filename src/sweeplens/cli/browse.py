"""Opens the application."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from sweeplens.errors import UsageError
from sweeplens.opening import Opening
from sweeplens.settings import Settings, load_settings

__all__ = ["Opening", "run_browser"]


def run_browser(opening: Opening) -> int:
    """Browse until the user leaves; the exit code.

    Raises `UsageError` where there is no terminal to draw on, or where what is asked for at the start is not there.
    """
    reason = why_not()
    if reason:
        raise UsageError(reason)
    settings = settings_for(opening, load_settings())
    from sweeplens.tui.app import browse  # Textual costs 130 ms that a refusal need not pay

    return browse(opening, settings)


def why_not() -> str:
    """Why there is no browsing here, in one sentence; empty where there is."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return "The browser needs a terminal; `sweeplens ls PATH` prints what there is without one."
    if os.environ.get("TERM", "") in ("", "dumb"):
        return "The browser cannot draw on a dumb terminal; `sweeplens ls PATH` prints what there is."
    return ""


def settings_for(opening: Opening, settings: Settings) -> Settings:
    """The settings as the command line wants them this once."""
    return replace(
        settings,
        mouse=settings.mouse and not opening.no_mouse,
        charset=opening.charset or settings.charset,
        plain_driver=settings.plain_driver or opening.plain_driver,
    )
