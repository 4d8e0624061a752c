"""The theme is chosen by looking at it: the screen behind the list wears the one under the cursor."""

from __future__ import annotations

from collections.abc import Iterable

from textual.theme import Theme

from sweeplens.tui.screens.choice import Choice, ChoiceScreen


class ThemePicker(ChoiceScreen):
    """Themes by name; Escape brings the old one back."""

    def __init__(self, themes: Iterable[Theme], worn: str) -> None:
        choices = [Choice(theme.name, theme.name, "dark" if theme.dark else "light") for theme in themes]
        super().__init__("Theme", choices, worn)
        self._worn = worn

    def looked_at(self, chosen: str) -> None:
        """Wear the theme."""
        self.app.theme = chosen

    def action_close(self) -> None:
        """Wear the old one again."""
        self.app.theme = self._worn
        super().action_close()
