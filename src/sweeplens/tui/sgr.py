"""Text attributes as terminals take them: what an escape sequence makes of a style, and the shortest way to another."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Pen(NamedTuple):
    """How a terminal writes."""

    ink: str = ""
    """Parameters of the foreground, `31` or `38;2;255;0;0`; empty for the terminal's own."""
    ground: str = ""
    attributes: frozenset[str] = frozenset()
    """Parameters that are on: `1` for bold, `7` for reverse."""


PLAIN = Pen()

_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "21": "24", "5": "25", "6": "25", "7": "27", "8": "28", "9": "29"}
_OFF |= {"51": "54", "52": "54", "53": "55"}
"""What switches an attribute off, and every other one with the same code."""
_EXTENDED = {"5": 2, "2": 4}
"""Parameters behind 38 or 48, by the kind of colour."""


@lru_cache(4096)
def after(pen: Pen, parameters: str) -> Pen:
    """The pen after `ESC [ parameters m`."""
    codes = parameters.split(";")
    at = 0
    while at < len(codes):
        code = codes[at]
        taken = _EXTENDED.get(codes[at + 1], 0) if code in ("38", "48", "58") and at + 1 < len(codes) else 0
        pen = _applied(pen, code.partition(":")[0] or "0", ";".join(codes[at : at + taken + 1]))
        at += taken + 1
    return pen


def _applied(pen: Pen, code: str, whole: str) -> Pen:
    """The pen after one code; `whole` is the code with what belongs to it."""
    if not code.strip("0"):
        return PLAIN
    number = int(code)
    if code == "38" or 30 <= number <= 37 or 90 <= number <= 97:
        return pen._replace(ink=whole)
    if code == "48" or 40 <= number <= 47 or 100 <= number <= 107:
        return pen._replace(ground=whole)
    if code in ("39", "49"):
        return pen._replace(ink="") if code == "39" else pen._replace(ground="")
    if code in _OFF.values():
        return pen._replace(attributes=frozenset(a for a in pen.attributes if _OFF.get(a) != code))
    return pen._replace(attributes=pen.attributes | {whole})


@lru_cache(8192)
def change(old: Pen | None, new: Pen) -> str:
    """The shortest escape sequence that makes `new` of `old`; `old` is None where it is not known."""
    if old == new:
        return ""
    fresh = ["0", *_added(PLAIN, new)] if new != PLAIN else [""]
    ways = [fresh] if old is None else [fresh, _steps(old, new)]
    return f"\x1b[{min((';'.join(way) for way in ways), key=len)}m"


def _steps(old: Pen, new: Pen) -> list[str]:
    """Codes that switch off what is too much, then on what is missing."""
    off = {_OFF.get(attribute, "0") for attribute in old.attributes - new.attributes}
    if "0" in off:
        return ["0", *_added(PLAIN, new)]
    left = frozenset(attribute for attribute in old.attributes if _OFF.get(attribute) not in off)
    return [*sorted(off), *_added(old._replace(attributes=left), new)]


def _added(old: Pen, new: Pen) -> list[str]:
    """Codes for the attributes and colours of `new` that `old` does not have."""
    codes = sorted(new.attributes - old.attributes)
    if new.ink != old.ink:
        codes.append(new.ink or "39")
    if new.ground != old.ground:
        codes.append(new.ground or "49")
    return codes
