"""How numbers are written in tables: the words and patterns that reading values, headers and levels share."""

from __future__ import annotations

import re

MISSING_WORDS = frozenset(
    ["none", "null", "na", "n/a", "n.a.", "<na>", "#n/a", "nil", "nat", "-", "--", "---", "–", "—", "−", "undefined"]
)
"""Words for nothing, in lower case; an empty field is nothing too."""

NAN_WORDS = ("nan", "+nan", "-nan", "-nan(ind)", "nan(ind)", "1.#qnan", "1.#ind", "-1.#ind", "#nan")
"""How writers spell NaN, in lower case."""

TRUE_WORDS = ("true",)
FALSE_WORDS = ("false",)

UNITS = (
    r"%|‰|ms|[uµμ]s|ns|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|"
    r"[KkMGTP]i?B|bytes?|[kMG]?W|[kM]?Wh|[kM]?J|[kMG]?Hz|[KMGTP]?FLOPs?|[KMGTP]?FLOPS|it/s|fps|FPS|px|dB|°C|x|×"
)
"""Units that may stand behind a number, as alternatives of a regular expression."""

SCALES = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "G": 1e9, "T": 1e12}
"""What a letter behind a number multiplies it by."""

_DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:['\u00a0\u202f’]\d{3})+|\d+)"
_NUMBER = rf"(?:[+\-−]?(?:{_DIGITS}(?:\.\d*)?|\.\d+)(?:[eE][+\-−]?\d+)?|(?i:[+\-−]?(?:nan|inf(?:inity)?|∞)))"
_OPEN = r"(?:\*{1,2}|__|(?:torch\.)?tensor\(|array\(|(?:np|numpy)\.float\d*\()?"
_CLOSE = r"(?:\*{1,3}|__|[†‡]|(?:,\s?(?:device|dtype|grad_fn|requires_grad)=[^)]*)*\))?"

CELL = (
    rf"^{_OPEN}(?P<currency>[$€£]?)\s?(?P<value>{_NUMBER})\s?(?P<scale>[KkMBGT]?)\s?(?P<unit>(?:{UNITS})?)"
    rf"(?:\s*(?:±|\+/-|\+-|\$?\\pm\$?)\s*(?P<spread>{_NUMBER})(?P<spread_scale>[KkMBGT]?)"
    rf"|\s*\((?:±|\+/-)?\s*(?P<bracket>{_NUMBER})\))?\s?(?P<last_unit>(?:{UNITS})?){_CLOSE}$"
)
"""One field that holds one number: grouped, scaled, with unit, spread, or marks around it; for Python and polars."""

_CELL = re.compile(CELL)


def is_missing(text: str | None) -> bool:
    """Whether a field holds nothing, or a word for nothing."""
    return text is None or not (stripped := text.strip()) or stripped.lower() in MISSING_WORDS


def is_number(text: str | None) -> bool:
    """Whether a field reads as one number (NaN and infinities included)."""
    if text is None:
        return False
    stripped = text.strip()
    return bool(_CELL.match(stripped)) or stripped.lower() in NAN_WORDS


def may_be_number(text: str) -> bool:
    """Whether a field reads as one number if a comma in it may stand before decimals."""
    return is_number(text) or is_number(text.replace(",", "."))
