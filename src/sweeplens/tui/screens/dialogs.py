"""The part of the main screen that asks back: help, themes, and what to compare with."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.collection import Collection
from sweeplens.tui.screens.choice import Choice, ChoiceScreen
from sweeplens.tui.screens.commanded import FIXED
from sweeplens.tui.screens.reading import ReadingScreen

NOTHING = "nothing"


class DialogsScreen(ReadingScreen):
    """Small boxes over the screen, and what comes of them."""

    def action_help(self) -> None:
        """Show every key, those of the factors among them."""
        from sweeplens.tui.screens.help import HelpScreen  # opened when it is asked for, like every dialog

        commands = (*self.factor_commands, *FIXED)
        self.app.push_screen(HelpScreen([(self.keys_of(command), command) for command in commands]))

    def action_theme(self) -> None:
        """Choose colours by looking at them."""
        from sweeplens.tui.screens.theme_picker import ThemePicker

        self.app.push_screen(ThemePicker(self.app.available_themes.values(), self.app.theme))

    def action_take_as_reference(self) -> None:
        """Compare what is opened next with what is open now."""
        if self.inquiry.collection and self.opened:
            self.compare(self.opened, self.inquiry.collection)
            self.notify(f"{self.inquiry.collection.title} is the reference now.", markup=False)

    def action_compare_with(self) -> None:
        """Choose the reference."""
        if self.inquiry.collection:
            collection = self.inquiry.collection
            choices = [*_references(collection), *self._found(), *_levels(collection), Choice(NOTHING, "nothing")]
            self.app.push_screen(ChoiceScreen("Compare with", choices), self._compare_with)

    def _found(self) -> list[Choice]:
        """The other collections in the list."""
        others = (entry for entry in self.listed.entries if entry.path != self.opened and not entry.is_broken)
        return [Choice(f"path:{entry.path}", entry.name, "collection") for entry in others]

    def _compare_with(self, chosen: str | None) -> None:
        kind, _, which = (chosen or "").partition(":")
        if kind == "path":
            self.load_reference(Path(which))
        elif kind:
            self.listed.reference = None
            self.inquiry = self.inquiry.against(None, which or None)


def _references(collection: Collection) -> list[Choice]:
    """The references that the brief names."""
    return [
        Choice(f"name:{name}", name, said.source or "in the brief")
        for name, said in collection.brief.references.items()
    ]


def _levels(collection: Collection) -> list[Choice]:
    """The levels that the others of their factor can be held against."""
    levels = ((factor, level) for factor in collection.cell_factors for level in factor.levels)
    return [
        Choice(f"name:{factor.name}={level.text}", f"{factor.name}={level.head}", "level") for factor, level in levels
    ]
