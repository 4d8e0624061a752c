"""What is behind a field of a grid: the filter that keeps it alone."""

from __future__ import annotations

from collections.abc import Sequence

from sweeplens.data.matching import hold_level
from sweeplens.data.metrics import Factor
from sweeplens.data.query import EVERYTHING, Filter, filter_text, with_level


def filter_of(factors: Sequence[Factor], texts: Sequence[str | None]) -> str:
    """The filter that keeps what has these levels, for each factor one; a missing level holds nothing."""
    where: Filter = EVERYTHING
    for factor, text in zip(factors, texts, strict=True):
        level = factor.level(text) if text is not None else None
        where = hold_level(factor, where, level) if level else with_level(where, factor.name, text)
    return filter_text(where)
