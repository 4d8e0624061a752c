"""One of a few words, chosen with the arrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from sweeplens.render.base import Lines, Span
from sweeplens.tui.widgets.lines import LineWidget


class OptionRow(LineWidget, can_focus=True):
    """Words side by side, one of them chosen."""

    DEFAULT_CSS = "OptionRow { height: 1; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Previous", show=False),
        Binding("right,l,space", "step(1)", "Next", show=False),
    ]

    chosen: reactive[str] = reactive("")

    def __init__(self, words: Sequence[str], id: str) -> None:  # noqa: A002  Textual's own name
        super().__init__(id=id)
        self.words = tuple(words)
        self.set_reactive(OptionRow.chosen, self.words[0])

    def drawn(self, width: int) -> Lines:
        """The one line."""
        role = "tab" if self.has_focus else "title"
        spans = [Span(f" {word} ", role) if word == self.chosen else Span(f" {word} ", "muted") for word in self.words]
        return (tuple(spans),)

    def on_focus(self) -> None:
        """Show where the arrows act."""
        self.refresh()

    def on_blur(self) -> None:
        """Show where they no longer do."""
        self.refresh()

    def action_step(self, by: int) -> None:
        """Choose the next word; the first one again after the last."""
        self.chosen = self.words[(self.words.index(self.chosen) + by) % len(self.words)]
