"""What writes the fields of a column of courses: the best value and its step, the last value, and the shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.figures import Column, Course, Folded, Value, at_steps
from sweeplens.numbers import document_number
from sweeplens.render.base import Look, Span
from sweeplens.render.folded_writer import FoldedWriter
from sweeplens.render.glyphs import CHARSETS, Glyphs, sparkline
from sweeplens.render.number_writer import NumberWriter
from sweeplens.text import padded

SHAPE_WIDTH = 12
NARROWEST_SHAPE = 4
LONG = 1e6
"""Steps from here on are written as powers of ten."""


@dataclass(frozen=True)
class CourseWriter:
    """`0.061 @4100 → 0.085 ▇▅▂▁▁▂`, each part below its like."""

    earlier: NumberWriter
    earlier_at: int
    """Cells of the steps before the arrow."""
    last: NumberWriter | FoldedWriter
    last_at: int
    shape: int
    glyphs: Glyphs
    is_right: bool = False

    @classmethod
    def of(cls, column: Column, sample: Sequence[Value], look: Look, limit: int) -> CourseWriter:
        """A writer for `column`, the values before and behind the arrow in the same digits."""
        courses = [value for value in sample if isinstance(value, Course)]
        earlier, last = _writers(column, courses, look, limit)
        wide = [[len(part) for part in _parts(course)] for course in courses] or [[0, 0, 0]]
        earlier_at, last_at, shape = map(max, zip(*wide, strict=True))
        return cls(earlier, earlier_at, last, last_at, min(shape, SHAPE_WIDTH), CHARSETS[look.charset])

    @property
    def width(self) -> int:
        """All parts side by side."""
        return self.least + (1 + self.shape if self.shape else 0)

    @property
    def least(self) -> int:
        """All parts but the shape, which gives way where there is no room."""
        behind = sum(1 + width for width in (self.earlier_at, self.last_at) if width)
        return self.earlier.width + self.last.width + behind + len(self._arrow)

    @property
    def _arrow(self) -> str:
        return f" {self.glyphs.to} "

    def spans(self, value: Value, width: int, is_best: bool) -> tuple[Span, ...]:
        """All parts, the shape in the room that is left; the last value alone where the width does not hold them."""
        if not isinstance(value, Course) or width < self.least:
            last = value.last if isinstance(value, Course) else value
            return _filled(self.last.spans(last, min(width, self.last.width), is_best), width)
        (earlier,), (earlier_at, last_at, _) = (
            self.earlier.spans(value.earlier, self.earlier.width, False),
            _parts(value),
        )
        before = earlier.text + _behind(earlier_at, self.earlier_at) + self._arrow
        room = min(width - self.least - 1, self.shape)
        shape = sparkline(value.shape, room, self.glyphs) if room >= min(self.shape, NARROWEST_SHAPE) else ""
        after = (Span(_behind(last_at, self.last_at), "muted"), Span(f" {shape}" if shape else "", "ramp:5"))
        return _filled((Span(before, "muted"), *self.last.spans(value.last, self.last.width, is_best), *after), width)


def _parts(course: Course) -> tuple[str, str, Sequence[float | None]]:
    """The steps before and behind the arrow as text, and the shape."""
    return at_steps(course.earlier_at, _step), at_steps(course.last_at, _step), course.shape


def _behind(text: str, width: int) -> str:
    """A part behind another one; nothing where its column has none."""
    return f" {padded(text, width)}" if width else ""


def _writers(
    column: Column, courses: Sequence[Course], look: Look, limit: int
) -> tuple[NumberWriter, NumberWriter | FoldedWriter]:
    """What writes the values before and behind the arrow."""
    earlier, last = [course.earlier for course in courses], [course.last for course in courses]
    plain = replace(column, mark_best=False)
    if not any(isinstance(value, Folded) for value in last):
        both = NumberWriter.of(column, [*earlier, *last], look, limit)
        return replace(both, column=plain), both
    folded = FoldedWriter.of(column, last, look, limit)
    digits = replace(look, precision=folded.centres.digits.decimals)
    return NumberWriter.of(plain, earlier, digits, limit), folded


def _filled(spans: tuple[Span, ...], width: int) -> tuple[Span, ...]:
    """The spans, with blanks behind them up to `width` cells."""
    left = width - sum(len(span.text) for span in spans)
    return (*spans, Span(" " * left)) if left > 0 else spans


def _step(step: float) -> str:
    return document_number(step) if abs(step) < LONG else f"{step:.4g}"
