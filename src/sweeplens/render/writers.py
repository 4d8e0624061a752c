"""What writes the fields of one kind of column: each knows the width its values need, and fills a width it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from sweeplens.figures import Column, Value
from sweeplens.render.base import Look, Span
from sweeplens.render.course_writer import CourseWriter
from sweeplens.render.folded_writer import FoldedWriter
from sweeplens.render.glyphs import CHARSETS, Glyphs, histogram, sparkline, status_glyph
from sweeplens.render.number_writer import NumberWriter
from sweeplens.text import cell_width, clipped, padded, squeezed, visible

SPARK_WIDTH = 16

Spans: TypeAlias = "tuple[Span, ...]"


class Writer(Protocol):
    """Writes the values of one column."""

    @property
    def width(self) -> int:
        """The cells that the sample needs."""
        ...

    @property
    def is_right(self) -> bool:
        """Whether what is written stands at the right."""
        ...

    def spans(self, value: Value, width: int, is_best: bool) -> Spans:
        """`value` in exactly `width` cells."""
        ...


@dataclass(frozen=True)
class TextWriter:
    """Text, shortened as the column says and clipped where it must be; a key keeps both its ends."""

    column: Column
    glyphs: Glyphs
    width: int
    is_right: bool = False

    @classmethod
    def of(cls, column: Column, sample: Sequence[Value], look: Look, limit: int) -> TextWriter:
        """A writer for `column`, no wider than `limit`."""
        longest = max((cell_width(_shown_text(column, value)) for value in sample), default=0)
        return cls(column, CHARSETS[look.charset], min(longest, limit))

    def spans(self, value: Value, width: int, is_best: bool) -> Spans:
        """`value` as text at the left."""
        text = self.glyphs.spelled(_shown_text(self.column, value))
        role = "missing" if not text else "key" if self.column.is_key else ""
        shorten = squeezed if self.column.is_key else clipped
        return (Span(padded(shorten(text or self.glyphs.missing, width, self.glyphs.ellipsis), width), role),)


@dataclass(frozen=True)
class StatusWriter:
    """The status of a cell: a glyph and the word."""

    glyphs: Glyphs
    width: int
    is_right: bool = False

    @classmethod
    def of(cls, column: Column, sample: Sequence[Value], look: Look, limit: int) -> StatusWriter:
        """A writer for `column`, no wider than `limit`."""
        longest = max((cell_width(_text(value)) for value in sample), default=0)
        return cls(CHARSETS[look.charset], min(longest + 2, limit))

    def spans(self, value: Value, width: int, is_best: bool) -> Spans:
        """`● complete`, in the role of its status."""
        word = _text(value)
        text = f"{status_glyph(word, self.glyphs)} {word}".rstrip()
        return (Span(padded(clipped(text, width, self.glyphs.ellipsis), width), f"status:{word}"),)


@dataclass(frozen=True)
class SeriesWriter:
    """A small series as a sparkline, or counts as a histogram."""

    glyphs: Glyphs
    draw: Callable[[Sequence[float | None], int, Glyphs], str]
    width: int
    is_right: bool = False

    @classmethod
    def sparks(cls, column: Column, sample: Sequence[Value], look: Look, limit: int) -> SeriesWriter:
        """A writer of sparklines."""
        return cls(CHARSETS[look.charset], sparkline, min(_longest(sample), SPARK_WIDTH))

    @classmethod
    def histograms(cls, column: Column, sample: Sequence[Value], look: Look, limit: int) -> SeriesWriter:
        """A writer of histograms."""
        return cls(CHARSETS[look.charset], histogram, min(_longest(sample), SPARK_WIDTH))

    def spans(self, value: Value, width: int, is_best: bool) -> Spans:
        """The series drawn at the left, or the mark of a missing one."""
        if not _is_series(value):
            return (Span(padded(self.glyphs.missing, width), "missing"),)
        return (Span(padded(self.draw(value, min(width, SPARK_WIDTH), self.glyphs), width), "ramp:5"),)  # type: ignore[arg-type]


WRITERS: dict[str, Callable[[Column, Sequence[Value], Look, int], Writer]] = {
    "text": TextWriter.of,
    "level": TextWriter.of,
    "number": NumberWriter.of,
    "folded": FoldedWriter.of,
    "course": CourseWriter.of,
    "integer": NumberWriter.of,
    "status": StatusWriter.of,
    "spark": SeriesWriter.sparks,
    "histogram": SeriesWriter.histograms,
}
"""How each kind of column is written."""


def _text(value: Value) -> str:
    """A value as text that is safe to show; nothing where it is missing."""
    return "" if value is None else visible(str(value))


def _shown_text(column: Column, value: Value) -> str:
    """What the screen writes of a text value."""
    return _text(column.short.get(value, value) if isinstance(value, str) else value)


def _is_series(value: Value) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _longest(sample: Iterable[Value]) -> int:
    return max((len(value) for value in sample if _is_series(value)), default=1)  # type: ignore[arg-type]
