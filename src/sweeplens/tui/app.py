"""The application: settings, themes, memory, and its screens."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.command import Provider
from textual.screen import Screen
from textual.theme import Theme

from sweeplens.errors import UsageError
from sweeplens.opening import Opening
from sweeplens.render.base import Look
from sweeplens.settings import Settings
from sweeplens.tui.base_app import BaseApp, run_to_the_end
from sweeplens.tui.charset import chosen_charset
from sweeplens.tui.driver import driver_class, redraw
from sweeplens.tui.memory import forget, recall, remember
from sweeplens.tui.screens.first import FirstRows, FirstScreen
from sweeplens.tui.sources import AS_INFERRED, DISK, Sources
from sweeplens.tui.themes import all_themes, for_colours, theme_called

WITHOUT_COLOURS = "ansi"
"""The theme that is worn without colours or with sixteen, where no other one is asked for."""
DEPTHS = {"standard": 16, "256": 256, "truecolor": 1 << 24, "windows": 16}


def palette_commands() -> type[Provider]:
    """What fills the palette, imported when it is opened."""
    from sweeplens.tui.providers import SweepCommands

    return SweepCommands


class SweeplensApp(BaseApp[None]):
    """Opens places as they were left.

    Raises `SweeplensError` where what is asked for at the start is no theme or no filter. A pane that there is not ends
    the application after its first paint, which knows no panes.
    """

    TITLE = "sweeplens"
    COMMANDS = {palette_commands}

    def __init__(self, opening: Opening, settings: Settings, sources: Sources = DISK) -> None:
        self._charset = chosen_charset(settings.charset)
        no_colours = True if "NO_COLOR" in os.environ else None  # Textual would write shades of grey otherwise
        super().__init__(driver_class=driver_class(self._charset, settings.plain_driver), ansi_color=no_colours)
        self.opening = replace(opening, paths=tuple(path.absolute() for path in opening.paths))
        self.settings = settings
        self._sources = sources
        if opening.reset_view:
            forget(self.opening.paths)
        self._memory = recall(self.opening.paths)
        self._check()
        self._wear(self._theme_to_wear())

    def get_default_screen(self) -> FirstScreen:
        """What can be shown before the rest is imported."""
        return FirstScreen(self._first(), self.opening.paths, self._sources, self._main_screen)

    def action_redraw(self) -> None:
        """Send the whole screen again."""
        redraw(self)

    def exit(self, *result: Any, **more: Any) -> None:
        """Leave, and remember how, whatever one leaves for."""
        from sweeplens.tui.screens.main import MainScreen

        for screen in self.screen_stack:
            if isinstance(screen, MainScreen):
                memory = screen.inquiry.memory(self.settings)
                remember(self.opening.paths, replace(memory, theme=self._theme_to_remember()))
        super().exit(*result, **more)

    def _check(self) -> None:
        """Refuse a filter that is none; what knows filters is only imported for that."""
        if self.opening.where:
            from sweeplens.data.query import parse_filter

            parse_filter(self.opening.where)

    def _main_screen(self, rows: FirstRows) -> Screen[None]:
        """The main screen, on what was asked for, else on what was left."""
        from sweeplens.tui.beginning import Beginning, first_inquiry
        from sweeplens.tui.keys import key_faults
        from sweeplens.tui.screens.commanded import fixed_bindings
        from sweeplens.tui.screens.main import MainScreen

        self.set_keymap(dict(self.settings.keys))
        self._say(key_faults(fixed_bindings(), self.settings.keys))
        self._say(self._know_themes())
        inquiry = first_inquiry(self.opening, self._memory, self.settings)
        look = Look(self._charset, self._colours())
        paths = self.opening.paths
        return MainScreen(Beginning(inquiry, paths, rows.path, rows.table, self._sources, self.settings, look))

    def _say(self, faults: list[str]) -> None:
        """Say what in the settings and the themes cannot be meant."""
        for fault in faults:
            self.notify(fault, severity="warning", markup=False, timeout=10)

    def _first(self) -> Path | None:
        """The collection to open before anything is found."""
        if self.opening.first:
            return self.opening.paths[0] / self.opening.first
        remembered = Path(self._memory.collection)
        return remembered if self._memory.collection and remembered.exists() else None

    def _colours(self) -> int:
        """How many colours there are; none where the user wants none."""
        return 0 if self.console.no_color else DEPTHS.get(self.console.color_system or "", 0)

    # Themes

    def _is_plain(self) -> bool:
        """Whether the terminal's own colours have to do: the user wants no others, or there are sixteen at most."""
        return "NO_COLOR" in os.environ or 0 < self._colours() <= 16

    def _theme_to_wear(self) -> Theme:
        """The theme that is asked for, else the one that was worn here, else the one that is set."""
        asked = self.opening.theme
        if asked and theme_called(asked) is None:
            names = ", ".join(theme.name for theme in all_themes()[0])
            raise UsageError(f"There is no theme called {asked}; there are {names}.")
        plain = WITHOUT_COLOURS if self._is_plain() else ""
        wanted = map(theme_called, filter(None, (asked, plain, self._memory.theme, self.settings.theme)))
        return next((theme for theme in wanted if theme), None) or all_themes()[0][0]

    def _wear(self, theme: Theme) -> None:
        for name in self.available_themes:
            self.unregister_theme(name)
        self.register_theme(for_colours(theme, self._colours()))
        self.theme = theme.name

    def _know_themes(self) -> list[str]:
        """Know the other themes too; what is wrong with those that are none."""
        themes, faults = all_themes()
        for theme in themes:
            if theme.name != self.theme:
                self.register_theme(for_colours(theme, self._colours()))
        return list(map(str, faults))

    def _theme_to_remember(self) -> str:
        """The theme that is worn, unless it was only asked for this once."""
        is_once = self.theme == self.opening.theme or self._is_plain()
        return self._memory.theme if is_once else self.theme


def browse(opening: Opening, settings: Settings) -> int:
    """Browse until the user leaves; the exit code."""
    sources = AS_INFERRED if opening.as_inferred else DISK
    return run_to_the_end(SweeplensApp(opening, settings, sources), settings.mouse)
