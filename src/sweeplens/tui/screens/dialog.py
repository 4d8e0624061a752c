"""A small opaque box over the main screen, which stays in sight around it."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """Escape closes it without a result; nothing behind it is dimmed, so nothing there is sent again."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: transparent; }
    Dialog > .box {
        width: auto; height: auto; max-width: 100%; max-height: 100%;
        background: $surface; border: round $primary; border-title-color: $foreground;
        border-title-style: bold; border-subtitle-color: $text-muted; padding: 0 1;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False)]

    def action_close(self) -> None:
        """Go back without a result."""
        self.dismiss(None)
