"""Which levels of a factor a word of the filter means, and the word that means one level."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sweeplens.data.comparisons import ORDERS, required_number, written_number
from sweeplens.data.metrics import Factor, Level
from sweeplens.data.query import Compare, Filter, Word, level_of, with_level
from sweeplens.lazy import pl


def matching_levels(factor: Factor, where: Word | Compare) -> frozenset[str]:
    """The texts of the levels that `where` means; those of `=` for `!=`.

    A number means every level of that number however it is written, other text the level written or shown so, else the
    levels written so in another case.
    """
    if isinstance(where, Word):
        return _texts_with(factor, (where.text,), where.is_pattern)
    if where.is_pattern or where.operator == "~":
        return _texts_with(factor, where.values, where.is_pattern)
    if where.operator in ORDERS:
        return _texts_beside(factor, ORDERS[where.operator], required_number(where, where.values[0]))
    return frozenset().union(*(_texts_equal(factor, value) for value in where.values))


def _texts_with(factor: Factor, parts: Iterable[str], is_pattern: bool) -> frozenset[str]:
    """Levels whose text has some part in it, or matches the pattern."""
    texts = [level.text for level in factor.levels]
    if is_pattern:
        found = pl.Series(texts, dtype=pl.String).str.contains(next(iter(parts)))
        return frozenset(text for text, has in zip(texts, found, strict=True) if has)
    wanted = [part.casefold() for part in parts]
    return frozenset(text for text in texts if any(part in text.casefold() for part in wanted))


def _texts_beside(factor: Factor, order: Callable[[Any, Any], Any], limit: float) -> frozenset[str]:
    """Levels whose number stands so to `limit`; a level without a number stands nowhere."""
    return frozenset(level.text for level in factor.levels if level.number is not None and order(level.number, limit))


def _texts_equal(factor: Factor, value: str) -> frozenset[str]:
    number = written_number(value)
    found = {
        level.text
        for level in factor.levels
        if value in (level.text, level.head) or (number is not None and level.number == number)
    }
    return frozenset(found or (level.text for level in factor.levels if level.text.casefold() == value.casefold()))


def held_level(factor: Factor, where: Filter) -> Level | None:
    """The one level to which the outermost words of `where` hold `factor`; None where they do not."""
    value = level_of(where, factor.name)
    if value is None:
        return None
    exact = factor.level(value) or next((level for level in factor.levels if level.short == value), None)
    means = _texts_equal(factor, value)
    return exact or next((level for level in factor.levels if level.text in means), None)


def hold_level(factor: Factor, where: Filter, level: Level | None) -> Filter:
    """`where` with `factor` held to `level`, said as shortly as is unambiguous; let go where `level` is None."""
    if level is None:
        return with_level(where, factor.name, None)
    is_clear = _texts_equal(factor, level.head) == {level.text}
    return with_level(where, factor.name, level.head if is_clear else level.text)
