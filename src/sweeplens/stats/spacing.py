"""How the levels of a factor are spaced, and so which axis shows them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

Spacing: TypeAlias = Literal["linear", "log", "even"]

DECADE = 10.0
"""Two numbers are log-spaced where one is so many times the other."""


def spacing(numbers: Sequence[float | None]) -> Spacing:
    """The axis on which these levels are spaced most evenly; `even`, one beside the other, where they are no numbers.

    Levels that are log-spaced but for a zero, which no log axis has a place for, stand one beside the other too.
    """
    known = sorted({number for number in numbers if number is not None and math.isfinite(number)})
    if len(known) < len(numbers) or len(known) < 2:
        return "even"
    if known[0] > 0:
        return "log" if _is_log_spaced(known) else "linear"
    has_zero_alone = known[0] == 0 and len(known) > 2
    return "even" if has_zero_alone and _is_log_spaced(known[1:]) else "linear"


def _is_log_spaced(ascending: Sequence[float]) -> bool:
    """Whether the logarithms of positive numbers are spaced more evenly than the numbers."""
    if len(ascending) == 2:
        return ascending[1] >= DECADE * ascending[0]
    return _unevenness([math.log(number) for number in ascending]) < _unevenness(ascending)


def _unevenness(ascending: Sequence[float]) -> float:
    """The largest gap over the smallest."""
    gaps = [after - before for before, after in pairwise(ascending)]
    return max(gaps) / min(gaps) if min(gaps) > 0 else math.inf
