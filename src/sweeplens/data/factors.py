"""Columns of text to factors: their levels, in order, one spelling each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sweeplens.data.levels import level_order, number_in, short_form
from sweeplens.data.metrics import Factor, Level
from sweeplens.lazy import pl

MANY_LEVELS = 5_000
"""Above this number of levels they are names: nothing is looked for in them."""

_BARE = re.compile(r"[+\-−]?(?:\d+\.?\d*|\.\d+)(?:[eE][+\-]?\d+)?|\d+p\d+")


@dataclass(frozen=True)
class Spelling:
    """The one spelling of each level of a factor, in order, and how to come to it."""

    levels: tuple[str, ...]
    name: str
    of: Mapping[str, str]
    """For each text seen that is a level spelt otherwise, the level."""

    def meant(self, text: str) -> str:
        """The level that `text` means however it is spelt (`1e-2` for `beta=.01`); itself where it is none of them."""
        if text in self._known:
            return self._known[text]
        return self._by_meaning.get(_meaning(text, self.name)) or self._only_of_number(text) or text

    def _only_of_number(self, text: str) -> str | None:
        """The one level of the same number, where either is a bare one: `.01` is `b=.01` if no other holds .01."""
        number = number_in(text)
        same = self._by_number.get(number, ()) if number is not None else ()
        found = same if _BARE.fullmatch(text) else [level for level in same if _BARE.fullmatch(level)]
        return found[0] if len(found) == 1 else None

    @cached_property
    def _known(self) -> dict[str, str]:
        return {**{level: level for level in self.levels}, **self.of}

    @cached_property
    def _by_number(self) -> dict[float, list[str]]:
        """The levels that hold a number, by it."""
        numbered: dict[float, list[str]] = {}
        for level in self.levels:
            if (number := number_in(level)) is not None:
                numbered.setdefault(number, []).append(level)
        return numbered

    @cached_property
    def _by_meaning(self) -> dict[object, str]:
        return {_meaning(level, self.name): level for level in reversed(self.levels)}


def spelling(seen: Iterable[str], name: str, declared: Sequence[str] = ()) -> Spelling:
    """Levels of the factor `name`: the declared ones in their order, then the others.

    `.01`, `0.01`, `1e-2` and `name=.01` are one level, spelt as it is first seen, the declared ones too.
    """
    distinct = list(dict.fromkeys(seen))
    if len(distinct) > MANY_LEVELS:
        return Spelling(tuple(dict.fromkeys((*declared, *distinct))), name, {})
    kept: dict[object, str] = {}
    of: dict[str, str] = {}
    for text in distinct:
        level = kept.setdefault(_meaning(text, name), text)
        if level != text:
            of[text] = level
    found = Spelling(tuple(level_order(kept.values())), name, of)
    in_order = [found.meant(text) for text in declared]
    return Spelling(tuple(dict.fromkeys((*in_order, *found.levels))), name, of)


def _meaning(text: str, name: str) -> object:
    """What makes two texts the same level: a number, bare or behind the factor's name; else the text."""
    bare = short_form(text, name)
    number = number_in(bare) if _BARE.fullmatch(bare) else None
    return text if number is None else number


def respelled(column: str, spelt: Spelling) -> pl.Expr:
    """The column with every level in its one spelling, and empty text where nothing stands."""
    filled = pl.col(column).fill_null("")
    return (filled.replace(dict(spelt.of)) if spelt.of else filled).alias(column)


def as_known(column: str, spelt: Spelling, is_filled: bool) -> pl.Expr:
    """The column with every text as the level that it means, whoever wrote it; with empty text for nothing if asked."""

    def meant(texts: pl.Series) -> pl.Series:
        levels = {text: spelt.meant(text) for text in texts.unique().drop_nulls()}
        others = {text: level for text, level in levels.items() if level != text}
        return texts.replace(others) if others else texts

    known = pl.col(column).map_batches(meant, return_dtype=pl.String, is_elementwise=True)
    return (known.fill_null("") if is_filled else known).alias(column)


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


def in_level_order(frame: pl.DataFrame, factors: Sequence[Factor]) -> pl.DataFrame:
    """The rows of `frame` by their levels' order, the first factor slowest; a level that is not known comes last."""
    places = [
        pl.col(factor.column).replace_strict(
            {level.text: at for at, level in enumerate(factor.levels)}, default=len(factor.levels)
        )
        for factor in factors
    ]
    return frame.sort(places, maintain_order=True) if places else frame
