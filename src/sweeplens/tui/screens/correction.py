"""What a column is, asked of the user."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Label, Static

from sweeplens.render.base import Line, Span
from sweeplens.text import cell_width, padded, visible
from sweeplens.tui.correcting import Saying, Subject, Word, words_for
from sweeplens.tui.screens.dialog import Dialog
from sweeplens.tui.widgets.line_list import LineList
from sweeplens.tui.widgets.option_row import OptionRow

DURATIONS = ("for now", "keep")


class WordList(LineList):
    """The words that can be said, each with what it means."""

    def __init__(self, words: Sequence[Word], on_choice: Callable[[Word], None]) -> None:
        super().__init__()
        self.words = tuple(words)
        self._on_choice = on_choice
        self._title_width = max(cell_width(word.title) for word in words) + 3
        self.styles.height = len(self.words)

    def line_count(self) -> int:
        """One line a word."""
        return len(self.words)

    def line(self, at: int, width: int) -> Line:
        """The word, and what it means."""
        word = self.words[at]
        return (Span(padded(f" {word.title}", self._title_width)), Span(word.means, "muted"))

    def chosen(self, at: int) -> None:
        """Tell which word was chosen."""
        self._on_choice(self.words[at])


class CorrectionScreen(Dialog[Saying]):
    """What the column is taken for and why, what it could be, and whether that is kept."""

    DEFAULT_CSS = """
    CorrectionScreen > .box { width: 60; }
    CorrectionScreen Static { padding: 0 1; }
    CorrectionScreen .what { text-style: bold; }
    CorrectionScreen .why { color: $text-muted; margin-bottom: 1; }
    CorrectionScreen WordList { width: 100%; }
    CorrectionScreen Horizontal { height: 1; margin-top: 1; }
    CorrectionScreen Label { width: auto; padding: 0 1; color: $text-muted; }
    CorrectionScreen OptionRow { width: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "last(-1)", "For now", show=False, priority=True),
        Binding("right,l", "last(1)", "Keep", show=False, priority=True),
    ]

    def __init__(self, subject: Subject) -> None:
        super().__init__()
        self._subject = subject
        self._words = words_for(subject)

    def compose(self) -> ComposeResult:
        """What is known, the words, and for how long."""
        with Vertical(classes="box") as box:
            box.border_title, box.border_subtitle = "What is this column?", "⏎ say it   ←→ for now or keep   esc back"
            yield Static(visible(f"{self._subject.name}: {self._subject.what}"), classes="what", markup=False)
            yield Static(visible(f"{self._subject.why}."), classes="why", markup=False)
            yield WordList(self._words, self._choose)
            with Horizontal():
                yield Label("holds")
                yield OptionRow(DURATIONS, id="duration")

    def on_mount(self) -> None:
        """Put the cursor on what the column is taken for."""
        words = self.query_one(WordList)
        words.lines_changed()
        words.cursor = next((at for at, word in enumerate(self._words) if word.is_so), 0)
        self.query_one(OptionRow).can_focus = False
        words.focus()

    def action_last(self, by: int) -> None:
        """Have it hold for now, or kept."""
        self.query_one(OptionRow).action_step(by)

    def _choose(self, word: Word) -> None:
        self.dismiss(Saying(word.change, self.query_one(OptionRow).chosen == "keep"))
