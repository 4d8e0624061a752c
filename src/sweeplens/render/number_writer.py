"""What writes the fields of a column of numbers: points below points, the best marked, a bar beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.figures import Column, Direction, Unranked, Value, WithinNoise, Written, is_finite
from sweeplens.render.bar_range import BarRange
from sweeplens.render.base import Look, Span
from sweeplens.render.digits import Digits, digits_for
from sweeplens.render.glyphs import CHARSETS, Glyphs, bar
from sweeplens.text import clipped, padded, visible

BAR_WIDTH = 8


@dataclass(frozen=True)
class NumberWriter:
    """Numbers with their decimal points one below the other, a mark for the best and a bar beside them."""

    column: Column
    digits: Digits
    glyphs: Glyphs
    fraction: int
    """Cells behind the units, with the point."""
    number_width: int
    bars: BarRange
    is_right: bool = True

    @classmethod
    def of(cls, column: Column, sample: Sequence[Value], look: Look, limit: int) -> NumberWriter:
        """A writer for `column`."""
        digits = digits_for(sample, look)
        glyphs = CHARSETS[look.charset]
        texts = [_number_text(value, digits, glyphs) for value in sample]
        fraction = max(map(_fraction, texts), default=0)
        widest = max(
            (len(text) + fraction - _fraction(text) if _is_plain(text) else len(text) for text in texts), default=1
        )
        return cls(column, digits, glyphs, fraction, widest, BarRange.of(sample if column.bar else ()))

    @property
    def note(self) -> str:
        """What the head says of the bars."""
        return self.bars.note

    @property
    def width(self) -> int:
        """The widest number, the place of the mark, and the bar."""
        return self.number_width + self._tail

    @property
    def _marks(self) -> bool:
        return self.column.mark_best and self.column.direction is not Direction.UNKNOWN

    @property
    def _tail(self) -> int:
        return self._marks + self.column.mark_noise + (1 + BAR_WIDTH) * self.column.bar

    def spans(self, value: Value, width: int, is_best: bool) -> tuple[Span, ...]:
        """`0.5502★ ▇▇▇▇▇▇▇▇`, the number as near to its neighbours' points as its width allows."""
        spans = [Span(self._aligned(value, width - self._tail), _number_role(value, self.column, is_best))]
        if self._marks:
            spans.append(Span(self.glyphs.best if is_best else " ", "best" if is_best else ""))
        if self.column.mark_noise:
            spans.append(Span(self.glyphs.about if isinstance(value, WithinNoise) else " ", "muted"))
        if self.column.bar:
            spans.append(Span(" " + bar(self.bars.share(value), BAR_WIDTH, self.glyphs), "ramp:4"))
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


def _number_text(value: Value, digits: Digits, glyphs: Glyphs) -> str:
    """What is written of a value in a column of numbers; text that strayed into it stays text."""
    if value is None or (isinstance(value, Sequence) and not isinstance(value, str)):
        return glyphs.missing
    if isinstance(value, Written):
        return visible(value.text)
    return visible(value) if isinstance(value, str) else digits.text(value)


def _number_role(value: Value, column: Column, is_best: bool) -> str:
    if is_best:
        return "best"
    if isinstance(value, WithinNoise | Unranked):
        return "muted"
    if column.is_difference and column.direction is not Direction.UNKNOWN and is_finite(value) and value:
        return "better" if (value > 0) == (column.direction is Direction.HIGHER) else "worse"  # type: ignore[operator]
    return "missing" if value is None else "number" if is_finite(value) or isinstance(value, str) else "nonfinite"


def _is_plain(text: str) -> bool:
    """Whether `text` is a number without an exponent, whose point can stand below the others."""
    return text.lstrip("-").replace(".", "", 1).isdigit()


def _fraction(text: str) -> int:
    """Characters from the point on; 0 where there is none, or an exponent."""
    return len(text) - text.index(".") if _is_plain(text) and "." in text else 0
