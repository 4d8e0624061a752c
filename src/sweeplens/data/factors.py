"""Columns of text to factors: their levels, in order, one spelling each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sweeplens.data.levels import level_order, number_in, short_form
from sweeplens.data.metrics import Factor, Level
from sweeplens.lazy import pl

MANY_LEVELS = 5_000
"""Above this number of levels they are names: nothing is looked for in them."""

_STEM = re.compile(r"[^\d.+\-−]*")


@dataclass(frozen=True)
class Spelling:
    """The one spelling of each level, in order, and how to come to it."""

    levels: tuple[str, ...]
    of: Mapping[str, str]
    """For each text that is a level spelt otherwise, the level."""

    def level(self, text: str) -> str:
        """The level that `text` means; itself where it is none of them."""
        return self.of.get(text, text)

    def meant(self, text: str) -> str:
        """The level that `text` means however it is spelt (`1e-2` for `beta=.01`); itself where it is none of them."""
        if text in self.levels:
            return text
        same = [level for level in self.levels if _meaning(level) == _meaning(text)]
        return same[0] if same else _only_of_number(text, self.levels) or self.level(text)


def spelling(seen: Iterable[str], declared: Sequence[str] = ()) -> Spelling:
    """Levels in the declared order, then the others; `.01`, `0.01` and `1e-2` are one level, spelt as first seen."""
    distinct = list(dict.fromkeys(seen))
    if len(distinct) > MANY_LEVELS:
        return Spelling(tuple(dict.fromkeys((*declared, *distinct))), {})
    kept: dict[object, str] = {}
    of: dict[str, str] = {}
    for text in distinct:
        level = kept.setdefault(_meaning(text), text)
        if level != text:
            of[text] = level
    in_order = [kept.get(_meaning(text)) or _only_of_number(text, kept.values()) or text for text in declared]
    of |= {text: level for text, level in zip(declared, in_order, strict=True) if text != level}
    return Spelling(tuple(dict.fromkeys((*in_order, *level_order(kept.values())))), of)


def _meaning(text: str) -> object:
    """What makes two texts the same level: what stands before the number, and the number; else the text."""
    number = number_in(text)
    return text if number is None else (_stem(text), number)


def _stem(text: str) -> str:
    match = _STEM.match(text)
    return match.group().strip(" =_:-").lower() if match else ""


def _only_of_number(text: str, levels: Iterable[str]) -> str | None:
    """The one level of the same number, where either is a bare number: `.01` is `beta=.01` where no other is .01."""
    number = number_in(text)
    if number is None:
        return None
    same = [level for level in levels if number_in(level) == number and not (_stem(level) and _stem(text))]
    return same[0] if len(same) == 1 else None


def respelled(column: str, spelt: Spelling) -> pl.Expr:
    """The column with every level in its one spelling, and empty text where nothing stands."""
    filled = pl.col(column).fill_null("")
    return (filled.replace(dict(spelt.of)) if spelt.of else filled).alias(column)


def levels_of(spelt: Spelling, name: str) -> tuple[Level, ...]:
    """The levels with their numbers and short forms."""
    if len(spelt.levels) > MANY_LEVELS:
        return tuple(Level(text) for text in spelt.levels)
    shorts = [short_form(text, name) for text in spelt.levels]
    if len(set(shorts)) < len(shorts):
        shorts = list(spelt.levels)
    return tuple(
        Level(text, number_in(text), "" if short == text else short)
        for text, short in zip(spelt.levels, shorts, strict=True)
    )


def numbers_of(factors: Iterable[Factor]) -> dict[str, pl.Expr]:
    """For each factor whose every level holds a number, that number as an expression over the factor's column."""
    numeric = {
        factor.column: {level.text: level.number for level in factor.levels if level.number is not None}
        for factor in factors
    }
    return {
        factor.column: pl.col(factor.column).replace_strict(
            numeric[factor.column], default=None, return_dtype=pl.Float64
        )
        for factor in factors
        if factor.levels and len(numeric[factor.column]) == len(factor.levels)
    }
