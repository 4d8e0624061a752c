"""A question that only a yes answers."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from sweeplens.tui.screens.dialog import Dialog


class Confirm(Dialog[bool]):
    """`y` is yes; everything else is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n,enter,q", "answer(False)", "No", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question in its box."""
        box = Static(self._question, classes="box", markup=False)
        box.border_subtitle = "y yes   n no"
        yield box

    def action_answer(self, is_yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(is_yes)
