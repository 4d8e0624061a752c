"""JSON as a text says it: documents one after another, numbers kept as they are written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, TypeGuard

Document: TypeAlias = "Mapping[str, Document] | Sequence[Document] | str | bool | None"

_STRAY_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)
_HALF = r"\\u[dD][{}][0-9a-fA-F]{{2}}"
_HALVES = re.compile(_HALF.format("89a-fA-F"))
_PAIR_OR_HALF = re.compile(rf"({_HALF.format('89abAB')}{_HALF.format('c-fC-F')}|\\[^u])|{_HALVES.pattern}")
"""An escape: in a group one that is whole, outside of it half of a UTF-16 surrogate pair."""
_BETWEEN = re.compile(r"[\s,;\x1e]*")


class Numeral(str):
    """A number as it is written in a document, NaN and Infinity included."""

    __slots__ = ()


_DECODER = json.JSONDecoder(parse_float=Numeral, parse_int=Numeral, parse_constant=Numeral, strict=False)


def documents_in(text: str) -> Iterator[Document]:
    """The documents that follow one another in a text, with line ends, commas or nothing between them.

    A character only half of which is written is read as U+FFFD, for no text can hold it.
    Raises `ValueError` at the place where the text stops being JSON, or is nested too deeply.
    """
    text = without_half_characters(text)
    at = _behind_gap(text, 0)
    while at < len(text):
        try:
            document, at = _DECODER.raw_decode(text, at)
        except RecursionError:
            raise ValueError("it is nested too deeply") from None
        yield document
        at = _behind_gap(text, at)


def _behind_gap(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def without_half_characters(text: str) -> str:
    """JSON as long as `text` in which an escaped surrogate without its other half is U+FFFD."""
    return _PAIR_OR_HALF.sub(lambda match: match.group(1) or r"\ufffd", text) if _HALVES.search(text) else text


def without_stray_commas(text: str) -> str:
    """The text without commas before a closing bracket, which people leave behind and JSON forbids."""
    return _STRAY_COMMA.sub(lambda match: match.group(1) or "", text)


def is_list(value: Document) -> TypeGuard[Sequence[Document]]:
    """Whether a value is a list."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def is_scalar(value: Document) -> bool:
    """Whether a value fits into one field."""
    return value is None or isinstance(value, str | bool)


def flattened(document: Mapping[str, Document], prefix: str = "") -> dict[str, str | None]:
    """One row of text from a nested document: `{"a": {"b": 1}}` gives `{"a.b": "1"}`; lists stay lists, as text."""
    row: dict[str, str | None] = {}
    for key, value in document.items():
        if isinstance(value, Mapping) and value:
            row.update(flattened(value, f"{prefix}{key}."))
        else:
            row[f"{prefix}{key}"] = field_of(value)
    return row


def field_of(value: Document) -> str | None:
    """A value as a field: None for null, `True` and `False`, numbers as written, lists and mappings as JSON."""
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return str(value) if isinstance(value, bool) else _as_json(value)


def _as_json(value: Document) -> str:
    """A value as JSON on one line."""
    if isinstance(value, Numeral):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_as_json(key)}: {_as_json(item)}" for key, item in value.items()) + "}"
    if is_list(value):
        return "[" + ", ".join(map(_as_json, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
