"""The text after `/`: words to a filter, and a filter back to words.

Words side by side are and, `|` is or and binds weaker, `!` or `-` before a word is not. A bare word is part of any level;
`name op value` compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Operator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">=", "~", ":"]


@dataclass(frozen=True)
class Word:
    """Rows of which some level contains this text, whatever the case."""

    text: str


@dataclass(frozen=True)
class Compare:
    """Rows in which a factor, metric or other column stands so to one of the values."""

    name: str
    operator: Operator
    values: tuple[str, ...]
    is_pattern: bool = False
    """The single value is a regular expression (`family=/^dist/`)."""


@dataclass(frozen=True)
class Not:
    """Rows that the inner filter leaves out."""

    inner: Filter


@dataclass(frozen=True)
class All:
    """Rows that every part keeps; every row where there is no part."""

    parts: tuple[Filter, ...] = ()


@dataclass(frozen=True)
class Any:
    """Rows that some part keeps."""

    parts: tuple[Filter, ...]


Filter: TypeAlias = "Word | Compare | Not | All | Any"

EVERYTHING = All()
"""The filter that keeps every row."""


def parse_filter(text: str) -> Filter:
    """The filter that `text` means; `QueryError` with the place where it stops being one."""
    raise NotImplementedError


def filter_text(where: Filter) -> str:
    """The words that mean `where`; `parse_filter` of them gives it back."""
    raise NotImplementedError


def both(first: Filter, second: Filter) -> Filter:
    """Rows that both keep, flat and without repeats: asking twice changes nothing."""
    raise NotImplementedError


def level_of(where: Filter, factor: str) -> str | None:
    """The one level to which the filter's outermost words hold `factor` (`beta=.01`); None where they do not."""
    raise NotImplementedError


def with_level(where: Filter, factor: str, level: str | None) -> Filter:
    """`where` with `factor` held to one level, in place of the one it was held to; let go where `level` is None."""
    raise NotImplementedError
