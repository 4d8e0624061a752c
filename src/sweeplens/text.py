"""Text from files, made safe to show and measured in terminal cells: data is never markup and never control."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""C0, C1 and delete, soft hyphens, zero-width and bidirectional controls, surrogates, interlinear anchors, tags."""

_NAMED = {"\n": "⏎", "\r": "␍", "\t": "␉", "\x1b": "␛", "\x00": "␀", "\x7f": "␡"}


def visible(text: str) -> str:
    """`text` with every control character written as something that can be seen, on one line."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    character = match.group()
    return _NAMED.get(character) or f"\\u{ord(character):04x}"


def cell_width(text: str) -> int:
    """How many terminal cells `text` takes; a wide character takes two, a combining one none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # its tables cost 20 ms that ASCII never needs

    return cell_len(text)


def _cropped(text: str, width: int) -> str:
    """The first `width` cells of `text`; a wide character that would be cut in half is a space."""
    if text.isascii():
        return text[:width]
    from rich.cells import set_cell_size

    return set_cell_size(text, width)


def clipped(text: str, width: int, ellipsis: str = "…") -> str:
    """At most `width` cells of `text`, an ellipsis in place of what is left out; for text, never for numbers."""
    if cell_width(text) <= width:
        return text
    return (_cropped(text, max(width - len(ellipsis), 0)) + ellipsis)[: max(width, 0)]


def squeezed(text: str, width: int, ellipsis: str = "…") -> str:
    """At most `width` cells of `text` with its middle left out: names that begin alike stay apart."""
    if cell_width(text) <= width:
        return text
    tail = max((width - len(ellipsis)) // 2, 0)
    end = _cropped(text[::-1], tail)[::-1]
    return clipped(text, width - tail, ellipsis) + end if tail else clipped(text, width, ellipsis)


def padded(text: str, width: int, align: str = "left") -> str:
    """`text` filled with spaces to `width` cells; as it is where it is wider already.

    `align` is `left`, `right` or `center`.
    """
    missing = max(width - cell_width(text), 0)
    before = {"left": 0, "right": missing, "center": missing // 2}[align]
    return " " * before + text + " " * (missing - before)


def wrapped(text: str, width: int) -> list[str]:
    """`text` broken between words into lines of at most `width` cells; a longer word is broken where it must be.

    A no-break space keeps two words together.
    """
    return _filled([(" ", word) for word in re.findall(r"[^ \t\n]+", text)], width)


NAME_PART = re.compile(r"( ?)([^ _-]*[_-]+|[^ _-]+)")
"""A part of a name that is not broken, and the blank before it."""


def wrapped_name(text: str, width: int, height: int, ellipsis: str = "…") -> list[str]:
    """A name on at most `height` lines, broken between words and behind `_` and `-`; the last one is squeezed."""
    parts = NAME_PART.findall(text)
    lines = _filled(parts, width)
    if len(lines) <= height:
        return lines
    return [*lines[: height - 1], squeezed("".join(lines[height - 1 :]), width, ellipsis)]


def _filled(parts: list[tuple[str, str]], width: int) -> list[str]:
    """Lines of as many parts as fit, each part after its glue; at least one line."""
    lines, line = [], ""
    for glue, part in parts:
        if line and cell_width(line + glue + part) <= width:
            line += glue + part
            continue
        lines += [line] if line else []
        *whole, line = broken(part, max(width, 2))
        lines += whole
    return [*lines, line] if line or not lines else lines


def broken(text: str, width: int) -> list[str]:
    """`text`, blanks and all, in pieces of at most `width` cells; at least one piece."""
    pieces, piece = [], ""
    for character in text:
        if cell_width(piece + character) > width:
            pieces.append(piece)
            piece = ""
        piece += character
    return [*pieces, piece]


def plural(count: int, noun: str, many: str = "") -> str:
    """`1 run`, `3 runs`, `2 entries`: a count and its noun."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def age(seconds: float) -> str:
    """`12 s`, `3 min`, `5 h`, `2 d`: a duration in its largest whole unit."""
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit}"
    return f"{max(int(seconds), 0)} s"


def byte_size(count: int) -> str:
    """`512 B`, `1.5 kB`, `12 MB`: a number of bytes in the largest unit that it fills, to three digits."""
    for unit, length in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= 0.9995 * length:
            return f"{count / length:.3g} {unit}"
    return f"{count} B"
