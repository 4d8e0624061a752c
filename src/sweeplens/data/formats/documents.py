"""JSON as text says it: documents one after another, numbers kept as they are written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Document: TypeAlias = "Mapping[str, Document] | Sequence[Document] | str | bool | None"

_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)
_SPACE = re.compile(r"[\s,;\x1e]*")


class Numeral(str):
    """A number as it is written in a document, NaN and Infinity included."""

    __slots__ = ()


_DECODER = json.JSONDecoder(parse_float=Numeral, parse_int=Numeral, parse_constant=Numeral, strict=False)


def documents_in(text: str) -> Iterator[Document]:
    """The documents that follow one another in a text, with line ends, commas or nothing between them.

    Raises `ValueError` where the text is no JSON, at the place where that shows; deep nesting included.
    """
    at = _SPACE.match(text, 0).end()  # type: ignore[union-attr]
    while at < len(text):
        try:
            document, at = _DECODER.raw_decode(text, at)
        except RecursionError:
            raise ValueError("it is nested too deeply") from None
        yield document
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr]


def without_trailing_commas(text: str) -> str:
    """The text without commas before a closing bracket, which people leave behind and JSON forbids."""
    return _TRAILING_COMMA.sub(lambda match: match.group(1) or "", text)


def flattened(document: Mapping[str, Document], prefix: str = "") -> dict[str, str | None]:
    """One row of text from a nested document: `{"a": {"b": 1}}` gives `{"a.b": "1"}`; lists stay lists, as text."""
    row: dict[str, str | None] = {}
    for key, value in document.items():
        if isinstance(value, Mapping) and value:
            row.update(flattened(value, f"{prefix}{key}."))
        else:
            row[f"{prefix}{key}"] = text_of(value)
    return row


def text_of(value: Document) -> str | None:
    """A value as the text of a field: None for null, `True` and `False`, numbers as they are written, lists as JSON."""
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return str(value) if isinstance(value, bool) else _nested(value)


def _nested(value: Document) -> str:
    """A value as JSON on one line."""
    if isinstance(value, Numeral):
        return str(value)
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {_nested(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, str) or not isinstance(value, Sequence):
        return json.dumps(value, ensure_ascii=False)
    return "[" + ", ".join(map(_nested, value)) + "]"


def is_scalar(value: Document) -> bool:
    """Whether a value fits into one field."""
    return value is None or isinstance(value, str | bool)
