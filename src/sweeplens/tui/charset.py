"""Which glyphs a terminal can show, and what stands in for those that it cannot."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Literal, TypeAlias

from rich.cells import cell_len

Charset: TypeAlias = Literal["braille", "block", "ascii"]
CHARSETS: tuple[Charset, ...] = ("braille", "block", "ascii")


def chosen_charset(setting: str, environ: Mapping[str, str] = os.environ) -> Charset:
    """The glyphs that a setting names; those that the terminal's locale allows for `auto`."""
    for charset in CHARSETS:
        if setting == charset:
            return charset
    return detect_charset(environ)


def detect_charset(environ: Mapping[str, str] = os.environ, encoding: str | None = None) -> Charset:
    """`ascii` where the output or the locale is not UTF-8, `block` on a console without braille, else `braille`.

    `encoding` is that of the stream the screen goes to, standard error unless told.
    """
    encoding = encoding or getattr(sys.__stderr__, "encoding", None) or "utf-8"
    if not _is_utf8(encoding) or not _is_utf8(_locale(environ)):
        return "ascii"
    return "block" if environ.get("TERM") == "linux" else "braille"


def _locale(environ: Mapping[str, str]) -> str:
    """What the user said of character types; a `C.UTF-8` that Python itself put there does not count."""
    if environ.get("LC_ALL"):
        return environ["LC_ALL"]
    said = environ.get("LC_CTYPE", "")
    return (said if said not in _COERCED else "") or environ.get("LANG") or "UTF-8"


_COERCED = frozenset({"C.UTF-8", "C.utf8", "UTF-8"})
"""Python's own choices for `LC_CTYPE` where the locale is C (PEP 538)."""


def _is_utf8(name: str) -> bool:
    return "utf8" in name.lower().replace("-", "")


class StandIns(dict[int, str]):
    """A table for `str.translate` that keeps the number of cells: what is not named and not ASCII becomes `?`."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = character if code < 128 else "?" * cell_len(character)
        return self[code]


_DENSITY = " .:-=+*#@"
"""Nothing to full, in eighths."""

_NAMED = {
    "↑▲△▴": "^",
    "↓▼▽▾": "v",
    "←‹◀◂«": "<",
    "→›▶▸»≥": ">",
    "≤": "<",
    "●◉◆■★•▪": "*",
    "○◌◇□☆◐◑◒◓": "o",
    "·": ".",
    "…≈∼": "~",
    "⏎␍": "$",
    "–—−": "-",
    "×✗✕✖": "x",
    "✓±✚": "+",
    "∅": "-",
    "µμ": "u",
    "“”": '"',
    "‘’": "'",
    "\N{NO-BREAK SPACE}": " ",
    "░": ".",
    "▒": "+",
    "▓": "#",
}


def stand_ins(charset: Charset) -> StandIns | dict[int, str] | None:
    """The table that writes a screen with `charset` alone, one cell for one cell; None where nothing changes."""
    if charset == "braille":
        return None
    if charset == "block":
        return _braille(" ░░▒▒▒▓▓█")
    return StandIns(_braille(_DENSITY) | _boxes() | _blocks() | _named())


def _braille(density: str) -> dict[int, str]:
    """Braille by how many of its eight dots are set."""
    return {0x2800 + dots: density[dots.bit_count()] for dots in range(256)}


def _boxes() -> dict[int, str]:
    """Lines and corners of boxes."""
    lines = dict.fromkeys(range(0x2500, 0x2580), "+")
    lines |= dict.fromkeys(map(ord, "─━┄┅┈┉╌╍═╴╶╸╺╼╾"), "-")
    lines |= dict.fromkeys(map(ord, "│┃┆┇┊┋╎╏║╵╷╹╻╽╿"), "|")
    return lines | {ord("╱"): "/", ord("╲"): "\\", ord("╳"): "X"}


def _blocks() -> dict[int, str]:
    """Bars by how much of their cell they fill, quadrants as half full."""
    blocks = dict.fromkeys(range(0x2580, 0x25A0), "#")
    heights = {0x2580 + eighths: _DENSITY[eighths] for eighths in range(1, 9)}
    widths = {0x2588 + (8 - eighths): "=" if eighths > 3 else "-" for eighths in range(1, 8)}
    return blocks | heights | widths


def _named() -> dict[int, str]:
    return {ord(glyph): stand_in for glyphs, stand_in in _NAMED.items() for glyph in glyphs}
