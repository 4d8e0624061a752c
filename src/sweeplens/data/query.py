"""The text after `/`: words to a filter, and a filter back to words.

Words side by side are and, `|` is or and binds weaker, `!` or `-` before a word is not, parentheses group. A bare word
is part of any level; `name=value`, with `!= < <= > >= ~` in place of `=`, compares; `/.../` is a regular expression;
quotes make text of anything; `status:`, `n:` and `has:` ask about the cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sweeplens.data.filter_reader import FilterReader
from sweeplens.data.filters import (
    EVERYTHING,
    All,
    Any,
    Compare,
    Filter,
    Not,
    Operator,
    Word,
    both,
    level_of,
    with_level,
)

__all__ = [
    "EVERYTHING",
    "All",
    "Any",
    "Compare",
    "Filter",
    "Not",
    "Operator",
    "Word",
    "both",
    "filter_text",
    "level_of",
    "parse_filter",
    "with_level",
]


def parse_filter(text: str) -> Filter:
    """The filter that `text` means; `QueryError` with the place where it stops being one."""
    reader = FilterReader(text)
    found = reader.alternatives() if reader.peek() else EVERYTHING
    if reader.peek():
        raise reader.error("This ) closes nothing; put text with brackets in quotes")
    return found


def filter_text(where: Filter) -> str:
    """The words that mean `where`; `parse_filter` of them gives it back, flat and without repeats."""
    if isinstance(where, All):
        return " ".join(map(_inner_text, where.parts))
    return " | ".join(map(_part_text, where.parts)) if isinstance(where, Any) and where.parts else _inner_text(where)


def _part_text(where: Filter) -> str:
    """`where` as one side of `|`."""
    return filter_text(where) if isinstance(where, All) and where.parts else _inner_text(where)


def _inner_text(where: Filter) -> str:
    """`where` as one word, in parentheses where it is several."""
    if isinstance(where, Not):
        return f"!{_inner_text(where.inner)}"
    if isinstance(where, All):
        return f"({filter_text(where)})"
    if isinstance(where, Any):
        return f"({filter_text(where)})" if where.parts else "!()"
    if isinstance(where, Word):
        return _pattern_text(where.text) if where.is_pattern else _quoted(where.text, r'[\s|()"\'=<>~:!]|^[-/]|^$')
    return _comparison_text(where)


def _comparison_text(where: Compare) -> str:
    name = _quoted(where.name, r'[\s|()"\'=<>~:!]|^[-/]|^$')
    values: Iterable[str] = (_quoted(value, r'[\s|()"\',]|^[=/~]|^$') for value in where.values)
    written = _pattern_text(where.values[0]) if where.is_pattern else ",".join(values)
    return f"{name}{where.operator}{written}"


def _quoted(text: str, needs: str) -> str:
    r"""`text`, between quotes where it has something that `needs` finds."""
    if not re.search(needs, text):
        return text
    return '"' + re.sub(r'([\\"])', r"\\\1", text) + '"'


def _pattern_text(pattern: str) -> str:
    """The regular expression between slashes, its own slashes escaped."""
    return "/" + re.sub(r"\\.|/", lambda found: "\\/" if found[0] == "/" else found[0], pattern, flags=re.DOTALL) + "/"
