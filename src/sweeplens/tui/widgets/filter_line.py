"""The filter: a draft that is typed, the last good one that is applied, and how many rows it keeps."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widgets import Input

from sweeplens.render.base import Lines, Span
from sweeplens.text import cell_width, visible
from sweeplens.tui.widgets.lines import LineWidget, clipped_line

GAP = "  "


class FilterInput(Input):
    """Where the draft is typed; Enter and Esc are the screen's."""

    BINDINGS: ClassVar = [binding for binding in Input.BINDINGS if getattr(binding, "key", "") != "enter"]


class FilterSays(LineWidget):
    """What has become of the draft: the number of rows, what of it was not asked, or why it is no filter."""

    count: reactive[str] = reactive("", layout=True)
    error: reactive[str] = reactive("", layout=True)
    note: reactive[str] = reactive("", layout=True)

    def drawn(self, width: int) -> Lines:
        """The reason in red or the note, the count behind it."""
        count = Span(self.count, "title")
        if not self._said:
            return ((count,),)
        said = Span(self._said, "worse" if self.error else "mark")
        return ((*clipped_line((said,), width - len(self.count) - len(GAP)), Span(GAP), count),)

    def get_content_width(self, *_: object) -> int:
        """As wide as what it says."""
        return len(self.count) + (cell_width(self._said) + len(GAP) if self._said else 0)

    @property
    def _said(self) -> str:
        return visible(self.error or self.note)


class FilterLine(Horizontal):
    """`/`, the draft, and what became of it."""

    DEFAULT_CSS = """
    FilterLine { height: 1; padding: 0 1; }
    FilterLine FilterSlash { width: 2; }
    FilterLine FilterInput { width: 1fr; }
    FilterLine FilterSays { width: auto; max-width: 70%; }
    """

    def compose(self) -> ComposeResult:
        """The prompt, the input, and what it says."""
        yield FilterSlash()
        yield FilterInput(compact=True, select_on_focus=False)
        yield FilterSays()

    @property
    def input(self) -> FilterInput:
        """Where the draft is typed."""
        return self.query_one(FilterInput)

    @property
    def says(self) -> FilterSays:
        """What has become of the draft."""
        return self.query_one(FilterSays)

    def show(self, text: str) -> None:
        """Put a filter into the line that was not typed there."""
        if self.input.value != text:
            self.input.value = text
            self.input.cursor_position = len(text)


class FilterSlash(LineWidget):
    """The prompt."""

    def drawn(self, width: int) -> Lines:
        """The key that brings one here."""
        return ((Span("/", "key"),),)
