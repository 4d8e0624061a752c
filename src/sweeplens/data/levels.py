"""Levels of a factor: the number that a level's text means, its short form, and the order of levels."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Sequence

from sweeplens.data.numerals import SCALES

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_RAISED = re.compile(r"(?<=\d)([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_SIGN = r"(?:(?<![A-Za-z0-9.)])[+\-−])?"
_NUMBER = re.compile(
    rf"(?P<power>{_SIGN}(?:\d+(?:\.\d+)?\s*[x×*·]\s*)?(?<!\d)\d+(?:\^|\*\*)[+\-]?\d+)"
    rf"|(?P<sign>{_SIGN})(?:(?P<grouped>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?)"
    r"|(?P<pointed>\d+p\d+(?![A-Za-z]))"
    r"|(?P<plain>(?:\d+\.?\d*|\.\d+)(?:[eE][+\-−]?\d+)?(?![\d.])))"
    r"(?P<scale>(?:[KkMBGTmb](?![A-Za-z0-9]))?)"
)
_LONGEST = 200
"""Longer texts are no levels."""
_LOWER_SCALES = {"m": 1e6, "b": 1e9}
_INFINITE = re.compile(r"([+\-−]?)(?:inf|infinity|∞)", re.IGNORECASE)
_COMPARISON = re.compile(r"^\s*[<>≤≥~≈]=?\s*")
_PIECES = re.compile(r"(\d+)")


def number_in(text: str) -> float | None:
    """The number that `text` means, where it holds exactly one; None where it holds none or several.

    `.01`, `beta=.01`, `1e-2`, `0p01`, `beta0p01`, `10³`, `>10⁸`, `2^10`, `d=1024`, `287.74K`, `1.4b`; `resnet50v2x3`,
    `0.05/0.95` and dates hold several.
    """
    if len(text) > _LONGEST:
        return None
    flat = _RAISED.sub(lambda match: "^" + match.group().translate(_SUPERSCRIPTS), text.strip())
    if infinite := _INFINITE.fullmatch(flat):
        return float("-inf" if infinite.group(1) in ("-", "−") else "inf")
    found = list(_NUMBER.finditer(flat))
    if len(found) != 1 or any(c.isdigit() for c in flat[: found[0].start()] + flat[found[0].end() :]):
        return None
    return _value(found[0])


def _value(match: re.Match[str]) -> float | None:
    """The value of one match of `_NUMBER`; None where it is out of a float's reach."""
    try:
        size = _power(match["power"]) if match["power"] else _digits(match)
    except (ArithmeticError, ValueError):
        return None
    return -size if (match["sign"] or "") in ("-", "−") else size


def _digits(match: re.Match[str]) -> float:
    if match["pointed"]:
        size = float(match["pointed"].replace("p", "."))
    else:
        size = float((match["grouped"] or match["plain"]).replace(",", "").replace("−", "-"))
    return size * (SCALES.get(match["scale"]) or _LOWER_SCALES.get(match["scale"], 1.0))


def _power(text: str) -> float:
    """`10^3`, `2**10`, `3x10^-4`, with a sign before it or none."""
    sign = -1.0 if text[0] in "-−" else 1.0
    *factors, power = re.split(r"\s*[x×·]\s*|(?<!\*)\s*\*\s*(?!\*)", text.lstrip("+-−"))
    base, exponent = re.split(r"\^|\*\*", power)
    factor = factors[0] if factors else "1"
    if base == "10":
        return sign * float(f"{factor}e{exponent}")
    return sign * float(factor) * math.pow(float(base), float(exponent))


def same_number(a: str, b: str) -> bool:
    """Whether two texts mean one and the same number: `.01`, `beta=0.01`, `1e-2` and `0p01` do."""
    first, second = number_in(a), number_in(b)
    return first is not None and first == second


def short_form(text: str, factor_name: str) -> str:
    """`text` without its factor's name before it: `.01` for `beta=.01` of the factor `beta` (or `beta_label`)."""
    for name in (factor_name, *re.split(r"[\W_]+", factor_name)):
        if name and (
            match := re.match(rf"{re.escape(name)}(?:\s*[=:]\s*|[ _\-](?=[\d.])|(?=[\d.]))", text, re.IGNORECASE)
        ):
            return text[match.end() :] or text
    return text


def level_order(texts: Iterable[str]) -> list[str]:
    """Distinct levels in the order to show them.

    By their numbers where each has one and what stands around the numbers is of one kind; names that differ in numbers
    alone (`run_2`, `run_10`) naturally; otherwise as they first appear.
    """
    distinct = list(dict.fromkeys(texts))
    numbers = [number_in(text) for text in distinct]
    if all(number is not None for number in numbers) and len(_stems(distinct)) <= 1:
        return [text for _, text in sorted(zip(numbers, distinct, strict=True), key=lambda pair: pair[0] or 0.0)]
    if len({_PIECES.sub("0", text) for text in distinct}) == 1:
        return sorted(distinct, key=natural_key)
    return distinct


def _stems(texts: Sequence[str]) -> set[str]:
    """What stands before the numbers, bare numbers left out of account."""
    stems = (re.split(r"[+\-−.]?\d", _COMPARISON.sub("", text), maxsplit=1)[0].strip(" =_:-").lower() for text in texts)
    return {stem for stem in stems if stem}


def natural_key(text: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts `run_2` before `run_10`."""
    return tuple(_piece_key(piece) for piece in _PIECES.split(text) if piece)


def _piece_key(piece: str) -> tuple[int, str]:
    """Numbers of fewer digits first, whatever their length, and all of them before words."""
    digits = piece.lstrip("0")
    return (len(digits), digits) if piece.isdecimal() else (sys.maxsize, piece.lower())
