"""How one column is written: its head and its fields, each exactly as wide as the column.

Text is clipped with an ellipsis where it must be; a number never is. Missing, NaN and Inf look different.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.figures import Column, Value
from sweeplens.render.base import Look, Span
from sweeplens.render.course_writer import CourseWriter
from sweeplens.render.digits import NARROWEST
from sweeplens.render.folded_writer import FoldedWriter
from sweeplens.render.glyphs import CHARSETS, Glyphs, arrow
from sweeplens.render.number_writer import NumberWriter
from sweeplens.render.writers import WRITERS, Writer
from sweeplens.text import NAME_PART, cell_width, padded, squeezed, visible, wrapped_name

TEXT_LIMIT = 40
"""Cells that a text takes at most, unless its column is asked for in another width."""
HEAD_LIMIT = 20
"""Cells to which a head may widen its column."""

NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class ColumnFormat:
    """How one column is written; made by `column_format`."""

    column: Column
    width: int
    """Cells that the head and every field take."""
    writer: Writer
    glyphs: Glyphs

    def field(self, value: Value, *, is_best: bool = False) -> tuple[Span, ...]:
        """`value` in exactly `width` cells; the best one of its column in the role `best`, with a mark."""
        return self.writer.spans(value, self.width, is_best)

    @property
    def least(self) -> int:
        """The fewest cells in which no field loses a number; fewer than all its parts take where some are drawn."""
        return self.writer.least if isinstance(self.writer, CourseWriter) else self.writer.width

    def fits(self, value: Value) -> bool:
        """Whether a number is written with all its digits; text, which may be clipped, always fits."""
        return not isinstance(self.writer, NumberWriter) or self.writer.fits(value, self.width)

    def head(self, marker: str = "") -> tuple[Span, ...]:
        """The label with unit and direction in exactly `width` cells, `marker` (of the order, say) behind it."""
        tail = f" {self.note}{marker}" if self.note else marker
        text = _head_text(self.column, self.width - cell_width(tail), self.glyphs) + tail
        return (Span(padded(text, self.width, self._head_side), "label"),)

    def head_lines(self, height: int) -> list[tuple[Span, ...]]:
        """The head over at most `height` lines of exactly `width` cells each."""
        lines = wrapped_name(_unbroken_head(self), self.width, height, self.glyphs.ellipsis)
        texts = [padded(line, self.width, self._head_side).replace(NO_BREAK, " ") for line in lines]
        return [(Span(text, "label"),) for text in texts]

    @property
    def note(self) -> str:
        """What the head says of bars beside the numbers that do not start at zero: `from 0.48`."""
        return self.writer.note if isinstance(self.writer, NumberWriter | FoldedWriter) else ""

    @property
    def _head_side(self) -> str:
        return "right" if self.writer.is_right and not self.column.bar else "left"


def column_format(
    column: Column,
    sample: Sequence[Value],
    look: Look | None = None,
    *,
    is_whole: bool = False,
    limit: int = TEXT_LIMIT,
    head_limit: int = HEAD_LIMIT,
) -> ColumnFormat:
    """How to write `column`, judged by a `sample` of its values.

    `is_whole` says that the sample is all of the column; where it is not, numbers get at least the width in which every
    float can be written. Text takes at most `limit` cells, and a head widens its column to `head_limit` cells at most.
    """
    look = look or Look()
    glyphs = CHARSETS[look.charset]
    writer = WRITERS[column.kind](column, sample, look, limit)
    spare = NARROWEST if writer.is_right and not is_whole else 1
    made = ColumnFormat(column, max(writer.width, spare), writer, glyphs)
    return replace(made, width=max(made.width, min(head_width(made), head_limit)))


def head_width(made: ColumnFormat) -> int:
    """Cells of the whole head on one line."""
    return cell_width(_unbroken_head(made))


def narrowest_head(made: ColumnFormat, height: int, most: int) -> int:
    """The fewest cells in which the head stands on `height` lines, its parts unbroken; `most` where none are enough."""
    text = _unbroken_head(made)
    widest = max((cell_width(part) for _, part in NAME_PART.findall(text)), default=0)
    lines = (len(wrapped_name(text, width, len(text) + 1)) for width in range(widest, most))
    return next((width for width, count in zip(range(widest, most), lines, strict=True) if count <= height), most)


def _unbroken_head(made: ColumnFormat) -> str:
    """The head with its arrow kept beside the word before it, behind it what is said of bars."""
    head = _whole_head(made.column, made.glyphs)
    before, space, last = head.rpartition(" ")
    head = f"{before}{NO_BREAK}{last}" if space and len(last) == 1 else head
    return f"{head} {made.note.replace(' ', NO_BREAK)}" if made.note else head


def _whole_head(column: Column, glyphs: Glyphs) -> str:
    """Label, unit and arrow: `KL (nats) ↓`."""
    unit = f"({visible(column.unit)})" if column.unit else ""
    label = glyphs.spelled(visible(column.head))
    return " ".join(part for part in (label, unit, arrow(column.direction, glyphs)) if part)


def _head_text(column: Column, width: int, glyphs: Glyphs) -> str:
    """The head in at most `width` cells: the unit gives way first, then the middle of the label, never the arrow."""
    whole = _whole_head(column, glyphs)
    if cell_width(whole) <= width:
        return whole
    tail = arrow(column.direction, glyphs)
    tail = f" {tail}" if tail else ""
    return squeezed(glyphs.spelled(visible(column.head)), width - len(tail), glyphs.ellipsis) + tail
