"""The application: settings, themes, memory, and the one main screen."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from textual.theme import Theme

from sweeplens.data.query import parse_filter
from sweeplens.errors import UsageError
from sweeplens.opening import Opening
from sweeplens.panes import PANES
from sweeplens.render.base import Look
from sweeplens.settings import Settings
from sweeplens.tui.base_app import BaseApp, run_to_the_end
from sweeplens.tui.charset import chosen_charset
from sweeplens.tui.driver import driver_class, redraw
from sweeplens.tui.inquiry import Inquiry, recalled
from sweeplens.tui.keys import key_faults
from sweeplens.tui.loading import DISK, Sources
from sweeplens.tui.memory import Memory, forget, recall, remember
from sweeplens.tui.providers import SweepCommands
from sweeplens.tui.screens.asking import pane_called
from sweeplens.tui.screens.commanded import fixed_bindings
from sweeplens.tui.screens.main import MainScreen
from sweeplens.tui.themes import all_themes

WITHOUT_COLOURS = "ansi"
"""The theme that is worn where `NO_COLOR` is set and no other one is asked for."""


class SweeplensApp(BaseApp[None]):
    """Opens places on the main screen, as they were left.

    Raises `SweeplensError` where what is asked for at the start is not there: a pane, a theme, a filter that is none.
    """

    TITLE = "sweeplens"
    CSS_PATH = "app.tcss"
    COMMANDS = {SweepCommands}

    def __init__(self, opening: Opening, settings: Settings, sources: Sources = DISK) -> None:
        self._charset = chosen_charset(settings.charset)
        super().__init__(driver_class=driver_class(self._charset, settings.plain_driver))
        self.opening = replace(opening, paths=tuple(path.absolute() for path in opening.paths))
        self.settings = settings
        self._sources = sources
        if opening.reset_view:
            forget(self.opening.paths)
        self._memory = recall(self.opening.paths)
        self._inquiry = first_inquiry(opening, self._memory, settings)
        self._faults = key_faults(fixed_bindings(), settings.keys)
        self.themes = self._known_themes()
        self.theme = self._theme_to_wear()
        self.set_keymap(dict(settings.keys))

    def get_default_screen(self) -> MainScreen:
        """The main screen, on what was asked for, else on what was left."""
        look = Look(self._charset, colours_of(self.console))
        return MainScreen(self._inquiry, self.opening.paths, self._first(), self._sources, self.settings, look)

    def on_mount(self) -> None:
        """Say what in the settings cannot be meant."""
        for fault in self._faults:
            self.notify(fault, severity="warning", markup=False, timeout=10)

    def action_redraw(self) -> None:
        """Send the whole screen again."""
        redraw(self)

    async def action_quit(self) -> None:
        """Leave, and remember how."""
        if isinstance(self.screen, MainScreen):
            remember(self.opening.paths, replace(self.screen.inquiry.memory(), theme=self._chosen_theme()))
        self.exit()

    def _known_themes(self) -> tuple[Theme, ...]:
        themes, faults = all_themes()
        for name in self.available_themes:
            self.unregister_theme(name)
        for theme in themes:
            self.register_theme(theme)
        self._faults += map(str, faults)
        return tuple(themes)

    def _theme_to_wear(self) -> str:
        """The theme that is asked for, else the one that was worn here, else the one that is set."""
        names = [theme.name for theme in self.themes]
        if self.opening.theme and self.opening.theme not in names:
            raise UsageError(f"There is no theme called {self.opening.theme}; there are {', '.join(names)}.")
        plain = WITHOUT_COLOURS if "NO_COLOR" in os.environ else None
        wanted = (self.opening.theme, plain, self._memory.theme, self.settings.theme)
        return next((name for name in wanted if name in names), names[0])

    def _chosen_theme(self) -> str:
        """The theme to remember: the one that is worn, unless it was only asked for this once."""
        is_once = self.theme == self.opening.theme or "NO_COLOR" in os.environ
        return self._memory.theme if is_once else self.theme

    def _first(self) -> Path | None:
        """The collection to open before anything is found."""
        if self.opening.first:
            return self.opening.paths[0] / self.opening.first
        return Path(self._memory.collection) if self._memory.collection else None


def browse(opening: Opening, settings: Settings) -> int:
    """Browse until the user leaves; the exit code."""
    return run_to_the_end(SweeplensApp(opening, settings), settings.mouse)


def first_inquiry(opening: Opening, memory: Memory, settings: Settings) -> Inquiry:
    """What is asked at the start: what the command line says, else what was left.

    Raises `UsageError` for a pane that there is not, `QueryError` for a filter that is none.
    """
    if opening.pane and opening.pane not in [pane.id for pane in PANES]:
        raise UsageError(f"There is no pane called {opening.pane}; there are {', '.join(pane.id for pane in PANES)}.")
    pane = pane_called(opening.pane or memory.pane)
    selection = recalled(memory, pane)
    if opening.where:
        selection = selection.with_where(parse_filter(opening.where))
    if opening.view:
        selection = replace(selection, view=opening.view)
    fold = settings.fold or None if selection.fold is None else selection.fold
    return Inquiry(pane, replace(selection, fold=fold), others=memory.panes)


def colours_of(console: Console) -> int:
    """How many colours a console has; none where it is asked to do without."""
    depths = {"standard": 16, "256": 256, "truecolor": 1 << 24, "windows": 16}
    return 0 if console.no_color else depths.get(console.color_system or "", 0)
