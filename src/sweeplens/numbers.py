"""Numbers as people read them: rounded for documents, aligned for columns."""

from __future__ import annotations

import math
from collections.abc import Iterable

DOCUMENT_DECIMALS = 4
DOCUMENT_DIGITS = 6
NOISE = 1e-12
"""Below this share of its column's scale a value is the noise of floating-point arithmetic."""
SMALL = 1e-4
LARGE = 1e7
"""Columns write what is smaller or larger, and not whole, as a power of ten."""


def document_number(value: float, scale: float = 0.0, decimals: int | None = None) -> str:
    """`value` with at most four decimals and six significant digits, trailing zeros dropped: `214.284`, `0.5502`, `12`.

    What would print as 0 is written as `3e-05`, unless it is noise beside `scale`, that of its column.
    `decimals` fixes the number of decimals instead. NaN and infinities are `NaN`, `Inf` and `-Inf`.
    """
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        return non_finite(value)
    if value == math.floor(value) and abs(value) < 1e15:
        return str(int(value))
    text = f"{value:.{_decimals(value) if decimals is None else decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if float(text) == 0:
        return "0" if abs(value) <= NOISE * scale else f"{value:.{DOCUMENT_DIGITS}g}"
    return text if abs(value) < 1e15 else f"{value:.{DOCUMENT_DIGITS}g}"


def whole(value: float) -> float:
    """`value` as an integer where it is one and no other value rounds to it; as it is otherwise, -0.0 too."""
    is_whole = value.is_integer() and abs(value) < 2**53 and str(value) != "-0.0"
    return int(value) if is_whole else value


def non_finite(value: float) -> str:
    """`NaN`, `Inf` or `-Inf`."""
    if math.isnan(value):
        return "NaN"
    return "Inf" if value > 0 else "-Inf"


def _decimals(value: float) -> int:
    """How many decimals six significant digits leave, at most four."""
    whole_digits = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    return max(0, min(DOCUMENT_DECIMALS, DOCUMENT_DIGITS - whole_digits))


def column_scale(values: Iterable[object]) -> float:
    """The largest magnitude among `values` that is written without a power of ten; 0 where there is none.

    One huge value among ordinary ones makes no noise of them.
    """
    magnitudes = (abs(value) for value in values if isinstance(value, int | float))
    return float(max((each for each in magnitudes if each < LARGE), default=0.0))
