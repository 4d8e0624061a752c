"""Which digits the numbers of one column are written with: enough to tell them apart, and no more."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sweeplens.figures import is_finite
from sweeplens.numbers import (
    DOCUMENT_DECIMALS,
    DOCUMENT_DIGITS,
    LARGE,
    NOISE,
    SMALL,
    column_scale,
    document_number,
    non_finite,
)
from sweeplens.render.base import Look

_MOST_DECIMALS = 12
_MOST_DIGITS = 15
NARROWEST = 7
"""Every float can be written in so many characters: `-1e-300`."""


@dataclass(frozen=True)
class Digits:
    """How the numbers of one column are written."""

    decimals: int | None = None
    """None where the rule of documents tells the values apart."""
    mantissa: int = 2
    """Decimals of what is written as a power of ten."""
    scale: float = 0.0
    """The magnitude beside which noise is told."""
    plain: bool = False
    """Whether powers of ten are written only where documents write them: for integers, and where that is asked for."""

    def text(self, value: float) -> str:
        """`value` in full: `0.5502`, `3e-05`, `1.2e+09`, `12`, `NaN`, `-Inf`."""
        if not is_finite(value):
            return non_finite(value)
        if self.plain or _is_plain(value, self.scale):
            return document_number(value, self.scale, self.decimals)
        return _scientific(value, self.mantissa)

    def fitted(self, value: float, width: int) -> str:
        """`value` in at most `width` characters: rounded where it must be, never clipped; `###` where nothing fits."""
        texts = (self.text(value), *_rounded(value))
        return next((text for text in texts if len(text) <= width), "#" * width)


def digits_for(values: Iterable[object], look: Look | None = None) -> Digits:
    """How to write a column of which `values` is a sample: as `look` asks, else with digits that tell them apart."""
    look = look or Look()
    finite = sorted(float(value) for value in values if is_finite(value))  # type: ignore[arg-type]
    scale = column_scale(finite)
    plain = [value for value in finite if _is_plain(value, scale)]
    powers = [value for value in finite if not _is_plain(value, scale)]
    whole = all(value == math.floor(value) and abs(value) < 10.0**_MOST_DIGITS for value in finite)
    if look.as_document:
        return Digits(look.precision, 0, scale, True)
    if look.precision is not None:
        return Digits(look.precision, look.precision, scale, whole)
    return Digits(_decimals(plain), _mantissa(powers), scale, whole)


def _is_plain(value: float, scale: float) -> bool:
    """Whether `value` is written without a power of ten: noise is, as 0."""
    return abs(value) <= NOISE * scale or SMALL <= abs(value) < LARGE


def _decimals(plain: Sequence[float]) -> int | None:
    """The decimals that tell `plain` apart; None where those of documents do."""
    top = max((abs(value) for value in plain), default=0.0)
    if not top:
        return None
    wanted = max(_for_three_digits(top), _for_spread(plain, top))
    if wanted <= max(0, min(DOCUMENT_DECIMALS, DOCUMENT_DIGITS - _whole_digits(top))):
        return None
    return min(wanted, _MOST_DECIMALS, _MOST_DIGITS - _whole_digits(top))


def _for_three_digits(top: float) -> int:
    return math.ceil(-math.log10(top)) + 2 if top < 1 else 0


def _for_spread(ordered: Sequence[float], top: float) -> int:
    """Two digits of the whole spread, and one of each half's, so that an outlier does not hide what differs."""
    middle = len(ordered) // 2
    halves = [_spread(part, top) for part in (ordered[: middle + 1], ordered[middle:])]
    return max(_places(_spread(ordered, top), 1), *(_places(half, 0) for half in halves))


def _spread(ordered: Sequence[float], top: float) -> float:
    """Highest less lowest; 0 where that is no more than the noise of arithmetic."""
    spread = ordered[-1] - ordered[0] if ordered else 0.0
    return spread if spread > NOISE * top else 0.0


def _places(spread: float, more: int) -> int:
    return math.ceil(-math.log10(spread)) + more if spread else 0


def _mantissa(powers: Sequence[float]) -> int:
    """Decimals of a mantissa that tell `powers` apart: at least two."""
    spread = max(powers, default=0.0) / 2 - min(powers, default=0.0) / 2
    if not spread:
        return 2
    top = max(abs(value) for value in powers) / 2
    return min(max(math.ceil(math.log10(top / spread)) + 1, 2), _MOST_DIGITS - 1)


def _whole_digits(value: float) -> int:
    return len(str(int(abs(value)))) if abs(value) >= 1 else 0


def _rounded(value: float) -> Iterator[str]:
    """`value` with fewer and fewer digits: decimals first where three digits remain, then those of a power of ten."""
    if 1 <= abs(value) < LARGE:
        yield from (f"{value:.{places}f}" for places in range(3, max(2 - _whole_digits(value), -1), -1))
    yield from (_scientific(value, places) for places in range(5, -1, -1))


def _scientific(value: float, places: int) -> str:
    """`value` as a power of ten with at most `places` decimals: `1.2e-05`."""
    mantissa, _, exponent = f"{value:.{places}e}".partition("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}e{exponent}"
