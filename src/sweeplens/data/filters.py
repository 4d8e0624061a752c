"""What a filter says, as frozen values: which words were written, not yet which rows they keep."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Operator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">=", "~", ":"]


@dataclass(frozen=True)
class Word:
    """Rows of which some level contains this text, whatever the case."""

    text: str
    is_pattern: bool = False
    """The text is a regular expression that some level matches (`/^S?NLE$/`)."""


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


def all_of(parts: Iterable[Filter]) -> Filter:
    """Rows that every part keeps: flat, without repeats, and the part itself where there is only one."""
    flat = dict.fromkeys(inner for part in parts for inner in (part.parts if isinstance(part, All) else (part,)))
    return next(iter(flat)) if len(flat) == 1 else All(tuple(flat))


def any_of(parts: Iterable[Filter]) -> Filter:
    """Rows that some part keeps: flat, without repeats, and the part itself where there is only one."""
    flat = dict.fromkeys(inner for part in parts for inner in (part.parts if isinstance(part, Any) else (part,)))
    return next(iter(flat)) if len(flat) == 1 else Any(tuple(flat))


def both(first: Filter, second: Filter) -> Filter:
    """Rows that both keep, flat and without repeats: asking twice changes nothing."""
    return all_of((first, second))


def level_of(where: Filter, factor: str) -> str | None:
    """The one level to which the filter's outermost words hold `factor` (`beta=.01`); None where they do not."""
    held = [part.values[0] for part in outermost(where) if isinstance(part, Compare) and _holds(part, factor)]
    return held[0] if len(held) == 1 else None


def with_level(where: Filter, factor: str, level: str | None) -> Filter:
    """`where` with `factor` held to one level, in place of the one it was held to; let go where `level` is None."""
    kept = [part for part in outermost(where) if not _holds(part, factor)]
    return all_of(kept if level is None else [*kept, Compare(factor, "=", (level,))])


def outermost(where: Filter) -> tuple[Filter, ...]:
    """The parts that every kept row has to satisfy."""
    return where.parts if isinstance(where, All) else (where,)


def _holds(part: Filter, factor: str) -> bool:
    """Whether `part` holds `factor` to one level."""
    return (
        isinstance(part, Compare)
        and part.name == factor
        and part.operator == "="
        and len(part.values) == 1
        and not part.is_pattern
    )
