"""One of several, chosen from a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical

from sweeplens.render.base import Line, Span
from sweeplens.text import cell_width, visible
from sweeplens.tui.screens.dialog import Dialog
from sweeplens.tui.widgets.line_list import LineList
from sweeplens.tui.widgets.lines import between


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen."""

    id: str
    title: str
    note: str = ""

    @property
    def width(self) -> int:
        """How many cells it takes."""
        return cell_width(visible(self.title)) + cell_width(visible(self.note)) + 4

    def line(self, width: int) -> Line:
        """The title, the note at the right end."""
        return between((Span(f" {visible(self.title)}"),), (Span(f"{visible(self.note)} ", "muted"),), width)


class ChoiceList(LineList):
    """The choices, one a line; `on_choice` is told of the one chosen, `on_look` of the one under the cursor."""

    def __init__(
        self, choices: Sequence[Choice], on_choice: Callable[[str], None], on_look: Callable[[str], None] | None = None
    ) -> None:
        super().__init__()
        self.choices = tuple(choices)
        self._on_choice = on_choice
        self._on_look = on_look
        self.styles.height = min(len(self.choices), 16)
        self.styles.width = max(choice.width for choice in self.choices) + 2

    def line_count(self) -> int:
        """One line a choice."""
        return len(self.choices)

    def line(self, at: int, width: int) -> Line:
        """The choice in this line."""
        return self.choices[at].line(width)

    def chosen(self, at: int) -> None:
        """Tell which one was chosen."""
        self._on_choice(self.choices[at].id)

    def highlighted(self, at: int) -> None:
        """Tell which one the cursor is on."""
        if self._on_look:
            self._on_look(self.choices[at].id)


class ChoiceScreen(Dialog[str]):
    """A list to choose from; the id of the choice is the result."""

    def __init__(
        self, title: str, choices: Sequence[Choice], chosen: str = "", hint: str = "⏎ choose   esc back"
    ) -> None:
        super().__init__()
        self._title = title
        self._hint = hint
        self._choices = choices
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        """The list in its box."""
        choices = ChoiceList(self._choices, self._choose, self.looked_at)
        with Vertical(classes="box") as box:
            box.border_title, box.border_subtitle = self._title, self._hint
            box.styles.min_width = len(self._hint) + 8
            yield choices

    def on_mount(self) -> None:
        """Put the cursor on what is chosen now."""
        choices = self.query_one(ChoiceList)
        choices.lines_changed()
        choices.cursor = next((at for at, choice in enumerate(self._choices) if choice.id == self._chosen), 0)
        choices.focus()

    def _choose(self, chosen: str) -> None:
        self.dismiss(chosen)

    def looked_at(self, chosen: str) -> None:
        """Called when the cursor comes to a choice."""
