"""Text from files, made safe to show: data is never markup and never control."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff\ufff9-\ufffb]"
)
"""C0, C1 and delete, zero-width and bidirectional controls, lone surrogates, interlinear anchors."""

_NAMED = {"\n": "⏎", "\r": "␍", "\t": "␉", "\x1b": "␛", "\x00": "␀", "\x7f": "␡"}


def visible(text: str) -> str:
    """`text` with every control character written as something that can be seen, on one line."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    character = match.group()
    return _NAMED.get(character) or f"\\u{ord(character):04x}"


def clipped(text: str, width: int) -> str:
    """At most `width` characters of `text`, an ellipsis in place of what is left out; for text, never for numbers."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"


def plural(count: int, noun: str, many: str = "") -> str:
    """`1 run`, `3 runs`, `2 entries`: a count and its noun."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"
