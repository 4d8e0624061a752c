"""What writes the fields of one kind of column: each knows the width its values need, and fills a width it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from sweeplens.figures import Column, Direction, Value, is_finite
from sweeplens.render.base import Look, Span
from sweeplens.render.digits import Digits, digits_for
from sweeplens.render.glyphs import CHARSETS, Glyphs, bar, histogram, sparkline, status_glyph
from sweeplens.text import cell_width, clipped, padded, squeezed, visible

BAR_WIDTH = 8
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
        text = _shown_text(self.column, value)
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
class NumberWriter:
    """Numbers with their decimal points one below the other, a mark for the best and a bar beside them."""

    column: Column
    digits: Digits
    glyphs: Glyphs
    fraction: int
    """Cells behind the units, with the point."""
    number_width: int
    low: float
    high: float
    is_right: bool = True

    @classmethod
    def of(cls, column: Column, sample: Sequence[Value], look: Look, limit: int) -> NumberWriter:
        """A writer for `column`."""
        digits = digits_for(sample, look)
        glyphs = CHARSETS[look.charset]
        finite = [float(value) for value in sample if is_finite(value)]  # type: ignore[arg-type]
        texts = [_number_text(value, digits, glyphs) for value in sample]
        fraction = max(map(_fraction, texts), default=0)
        widest = max(
            (len(text) + fraction - _fraction(text) if _is_plain(text) else len(text) for text in texts), default=1
        )
        return cls(column, digits, glyphs, fraction, widest, min(finite, default=0.0), max(finite, default=0.0))

    @property
    def width(self) -> int:
        """The widest number, the place of the mark, and the bar."""
        return self.number_width + self._tail

    @property
    def _marks(self) -> bool:
        return self.column.mark_best and self.column.direction is not Direction.UNKNOWN

    @property
    def _tail(self) -> int:
        return self._marks + (1 + BAR_WIDTH) * self.column.bar

    def spans(self, value: Value, width: int, is_best: bool) -> Spans:
        """`0.5502★ ▇▇▇▇▇▇▇▇`, the number as near to its neighbours' points as its width allows."""
        spans = [Span(self._aligned(value, width - self._tail), _number_role(value, is_best))]
        if self._marks:
            spans.append(Span(self.glyphs.best if is_best else " ", "best" if is_best else ""))
        if self.column.bar:
            spans.append(Span(" " + bar(self._share(value), BAR_WIDTH, self.glyphs), "ramp:4"))
        return tuple(spans)

    def fits(self, value: Value, width: int) -> bool:
        """Whether `width` cells hold all digits of `value`."""
        return len(_number_text(value, self.digits, self.glyphs)) <= width - self._tail

    def _aligned(self, value: Value, width: int) -> str:
        text = _number_text(value, self.digits, self.glyphs)
        if len(text) > width and not isinstance(value, str):
            text = self.digits.fitted(value, width)  # type: ignore[arg-type]
        behind = self.fraction - _fraction(text) if _is_plain(text) else 0
        text = padded(clipped(text, width, self.glyphs.ellipsis), width - max(behind, 0), "right")
        return padded(text, width)

    def _share(self, value: Value) -> float:
        """The bar's length: over the range, or over the largest magnitude where zero lies in between."""
        if not is_finite(value):
            return float("nan")
        number = float(value)  # type: ignore[arg-type]
        if self.low < 0 < self.high:
            return abs(number) / max(-self.low, self.high)
        extent = self.high / 2 - self.low / 2
        return (number / 2 - self.low / 2) / extent if extent else 1.0


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


def _number_text(value: Value, digits: Digits, glyphs: Glyphs) -> str:
    """What is written of a value in a column of numbers; text that strayed into it stays text."""
    if value is None or _is_series(value):
        return glyphs.missing
    return visible(value) if isinstance(value, str) else digits.text(value)  # type: ignore[arg-type]


def _number_role(value: Value, is_best: bool) -> str:
    if is_best:
        return "best"
    return "missing" if value is None else "number" if is_finite(value) or isinstance(value, str) else "nonfinite"


def _is_plain(text: str) -> bool:
    """Whether `text` is a number without an exponent, whose point can stand below the others."""
    return text.lstrip("-").replace(".", "", 1).isdigit()


def _fraction(text: str) -> int:
    """Characters from the point on; 0 where there is none, or an exponent."""
    return len(text) - text.index(".") if _is_plain(text) and "." in text else 0
