"""What writes the fields of a column of folded metrics: the centre, what is around it, and what it was made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.figures import Column, Folded, Value, is_finite
from sweeplens.render.base import Look, Span
from sweeplens.render.number_writer import NumberWriter
from sweeplens.text import padded

_MOST_DECIMALS = 12


@dataclass(frozen=True)
class FoldedWriter:
    """Centres as numbers, behind them what is around them and how many runs are finite of those expected."""

    centres: NumberWriter
    around_width: int
    count_width: int
    is_right: bool = True

    @classmethod
    def of(cls, column: Column, sample: Sequence[Value], look: Look, limit: int) -> FoldedWriter:
        """A writer for `column`, with the decimals in which its spreads have two digits."""
        folds = [value for value in sample if isinstance(value, Folded)]
        precision = _decimals(folds) if look.precision is None else look.precision
        centres = NumberWriter.of(column, sample, replace(look, precision=precision), limit)
        around = (len(_around(fold, centres)) for fold in folds)
        return cls(centres, max(around, default=0), max((len(fold.count) for fold in folds), default=0))

    @property
    def note(self) -> str:
        """What the head says of the bars."""
        return self.centres.note

    @property
    def width(self) -> int:
        """The widest of each part, side by side."""
        return self.centres.width + self._behind

    @property
    def _behind(self) -> int:
        return sum(1 + width for width in (self.around_width, self.count_width) if width)

    def spans(self, value: Value, width: int, is_best: bool) -> tuple[Span, ...]:
        """`0.812 ± 0.013 (3/3) ▇▇▇▇▇`; the centre with its bar alone where the width does not hold all of it."""
        if width < self.width:
            return self.centres.spans(value, width, is_best)
        spans = self.centres.spans(value, width - self._behind, is_best)
        centre, bar = (spans[:-1], spans[-1:]) if self.centres.column.bar else (spans, ())
        if not isinstance(value, Folded):
            return (*centre, Span(" " * self._behind), *bar)
        around = _around(value, self.centres)
        role = "muted" if value.is_whole else "nonfinite"
        beside = (Span(f" {padded(around, self.around_width)}", "number"),) if self.around_width else ()
        return (*centre, *beside, Span(f" {padded(value.count, self.count_width)}", role), *bar)


def _around(fold: Folded, centres: NumberWriter) -> str:
    """What is around a centre, in the digits of the column; with one digit where these would write nothing of it."""
    decimals = centres.digits.decimals
    least = 0.0 if decimals is None else 0.5 * 10.0**-decimals

    def number(value: float) -> str:
        text = centres.digits.text(value)
        return f"{value:.1g}" if "e" in text or 0 < abs(value) < least else text

    return fold.around(number, centres.glyphs.plus_minus)


def _decimals(folds: Sequence[Folded]) -> int | None:
    """Decimals that write the middle one of the spreads with two digits; None where there is none to go by."""
    spreads = sorted(
        (fold.high - fold.low) / 4 if fold.low is not None and fold.high is not None else fold.spread or 0.0
        for fold in folds
    )
    known = [spread for spread in spreads if is_finite(spread) and spread > 0]
    if not known:
        return None
    return max(0, min(_MOST_DECIMALS, 1 - math.floor(math.log10(known[len(known) // 2]))))
