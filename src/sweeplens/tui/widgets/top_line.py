"""The first line: which collection, how whole it is, and the question in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.reactive import reactive

from sweeplens.data.collection import Collection
from sweeplens.render.base import Line, Lines, Span
from sweeplens.render.lines import line_width
from sweeplens.text import squeezed, visible
from sweeplens.tui.widgets.lines import LineWidget, between, clipped_line
from sweeplens.tui.widgets.state_bar import state_bar, state_words
from sweeplens.tui.words import Said

BAR_WIDTH = 10
LEAST_TITLE = 12
"""Cells of the title that are kept for as long as anything else can be shortened."""
DOT = Span(" · ", "muted")


@dataclass(frozen=True)
class TopWords:
    """What the first line says."""

    title: str = "sweeplens"
    collection: Collection | None = None
    question: tuple[Said, ...] = ()
    note: str = ""
    """What is going on: `reading runs`, `changed on disk, ^r reads it again`."""


class TopLine(LineWidget):
    """Collection and state on the left, the question on the right."""

    DEFAULT_CSS = "TopLine { padding: 0 1; }"

    words: reactive[TopWords] = reactive(TopWords())

    def drawn(self, width: int) -> Lines:
        """The one line; where it is narrow, first the state, then the question, then the title is said shorter."""
        for state, question in self._ways():
            room = width - line_width(question) - line_width(state) - 2
            if room >= LEAST_TITLE:
                return (between((*self._title(room), *state), question, width),)
        return (between(self._title(LEAST_TITLE), clipped_line(question, width - LEAST_TITLE - 2), width),)

    def _ways(self) -> Iterator[tuple[Line, Line]]:
        """State and question, from the longest way of saying both to the shortest."""
        *longer, shortest, nothing = self._states()
        whole, short, least = questions(self.words.question)
        yield from ((state, whole) for state in (*longer, shortest))
        yield from ((state, question) for state in (shortest, nothing) for question in (short, least))

    def _title(self, room: int) -> Line:
        note = (DOT, Span(self.words.note, "mark")) if self.words.note else ()
        return (Span(squeezed(visible(self.words.title), max(room - line_width(note), LEAST_TITLE)), "title"), *note)

    def _states(self) -> tuple[Line, ...]:
        """The state from the longest way of saying it to none."""
        collection = self.words.collection
        if collection is None or not collection.expected_cells:
            return ((), ())
        bar, words = state_bar(collection.counts, BAR_WIDTH), state_words(collection)
        short = (words[0]._replace(text=words[0].text.removesuffix(" complete")), *words[1:])
        gap = Span("  ")
        return ((gap, *bar, Span(" "), *words), (gap, *bar, Span(" "), *short), (gap, *short), ())


def questions(parts: Sequence[Said]) -> tuple[Line, Line, Line]:
    """The question in full, in short words, and without what the screen says elsewhere."""
    short = [part._replace(text=part.short or part.text) for part in parts]
    return question_line(parts), question_line(short), question_line([part for part in short if not part.is_elsewhere])


def question_line(parts: Sequence[Said]) -> Line:
    """The parts of a question with dots between them, the first one and the count at the end brightest."""
    spans: list[Span] = []
    for at, part in enumerate(parts):
        is_bright = at == 0 or (part.is_elsewhere and at == len(parts) - 1)
        spans += [DOT] if at else []
        spans.append(Span(visible(part.text), "title" if is_bright else "label"))
    return tuple(spans)
