"""Single characters that say a number or a status, without colour and without numpy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from sweeplens.figures import Direction


@dataclass(frozen=True)
class Glyphs:
    """The characters of one charset."""

    bars: str
    """From an almost empty cell to a full one, growing to the right."""
    levels: str
    """From low to high, growing upwards."""
    shades: str
    """From nothing to full, for magnitudes without colour."""
    markers: str
    """Shapes that can be told apart, for points."""
    statuses: dict[str, str]
    missing: str
    ellipsis: str
    joint: str
    """Between parts of one line."""
    best: str
    higher: str
    lower: str
    rule: str
    mark: str
    frame: tuple[str, str, str, str]
    """Of a pair of axes: its side, a tick on it, the corner, a tick on the bottom."""
    patterns: dict[str, str]
    """How a legend shows each pattern of a line."""
    start: str
    end: str
    diverged: str
    fall: str
    """Before the number of runs that a line is made of from there on."""
    focus: str
    """A point that is read out."""
    plus_minus: str
    about: str
    orders: tuple[str, str]
    """Behind the head of what is ordered by: upwards, downwards."""
    delta: str
    to: str
    dot: str
    """A point beside another one."""
    whisker: tuple[str, str, str, str]
    """Its left end, the line, where it crosses its value, its right end."""

    def spelled(self, text: str) -> str:
        """`text`, its signs as this charset has them."""
        for sign, own in (("±", self.plus_minus), ("≈", self.about), ("Δ", self.delta), ("→", self.to)):
            text = text.replace(sign, own)
        return text


_UNICODE = Glyphs(
    bars="▏▎▍▌▋▊▉█",
    levels="▁▂▃▄▅▆▇█",
    shades=" ░▒▓█",
    markers="●▲■◆○△□▼✚✖",
    statuses={"complete": "●", "incomplete": "◐", "missing": "○", "diverged": "✗", "unexpected": "+"},
    missing="·",
    ellipsis="…",
    joint=" · ",
    best="★",
    higher="↑",
    lower="↓",
    rule="─",
    mark="▸",
    frame=("│", "┤", "└", "┬"),
    patterns={"solid": "─", "dashed": "╌", "dotted": "┈", "thin": "·"},
    start="◇",
    end="◆",
    diverged="✗",
    fall="▽",
    focus="◉",
    plus_minus="±",
    about="≈",
    orders=("▴", "▾"),
    delta="Δ",
    to="→",
    dot="•",
    whisker=("├", "─", "┼", "┤"),
)

_ASCII = Glyphs(
    bars="-=",
    levels="_.-=+*%#",
    shades=" .:*#",
    markers="ox*+#%&^~=",
    statuses={"complete": "#", "incomplete": "~", "missing": ".", "diverged": "x", "unexpected": "+"},
    missing=".",
    ellipsis="~",
    joint=" - ",
    best="*",
    higher="^",
    lower="v",
    rule="-",
    mark=">",
    frame=("|", "+", "+", "+"),
    patterns={"solid": "-", "dashed": "=", "dotted": ".", "thin": "."},
    start="S",
    end="E",
    diverged="X",
    fall="v",
    focus="@",
    plus_minus="+-",
    about="~",
    orders=("/\\", "\\/"),
    delta="delta",
    to="->",
    dot=".",
    whisker=("|", "-", "+", "|"),
)

CHARSETS: dict[str, Glyphs] = {"braille": _UNICODE, "block": _UNICODE, "ascii": _ASCII}
"""What each charset writes; `braille` and `block` differ in how plots draw lines."""


def bar(share: float, width: int, glyphs: Glyphs) -> str:
    """A bar over `share` (0 to 1) of `width` cells, its last cell in fractions; padded to `width`.

    A share that is not finite is blank; any other is at least the smallest stroke.
    """
    if not math.isfinite(share):
        return " " * width
    steps = len(glyphs.bars)
    filled = max(1, round(min(max(share, 0.0), 1.0) * width * steps))
    whole, rest = divmod(filled, steps)
    return (glyphs.bars[-1] * whole + (glyphs.bars[rest - 1] if rest else "")).ljust(width)


def sparkline(values: Sequence[float | None], width: int, glyphs: Glyphs) -> str:
    """The shape of `values` in at most `width` cells, lowest to highest.

    What is missing is a gap; where values stop being finite for good, there is a mark, and nothing behind it.
    """
    whole = len(values) - sum(1 for _ in takewhile(_is_not_finite, reversed(values)))
    is_gone = any(value is not None for value in values[whole:])
    cells = min(len(values), width)
    kept = min(-(-whole * cells // len(values)), cells - 1) if is_gone else cells
    means = _resampled(values[:whole] if is_gone else values, kept)
    finite = [value for value in means if value is not None]
    shape = "".join(" " if v is None else _level(_share(v, min(finite), max(finite)), glyphs) for v in means)
    return (shape + glyphs.diverged).ljust(cells) if is_gone else shape


def _is_not_finite(value: float | None) -> bool:
    return value is None or not math.isfinite(value)


def histogram(counts: Sequence[float | None], width: int, glyphs: Glyphs) -> str:
    """Counts as columns that stand on zero, at most `width` of them; an empty bin is blank."""
    heights = _resampled(counts, width)
    top = max((height for height in heights if height), default=0.0)
    return "".join(_level(height / top, glyphs) if height and height > 0 else " " for height in heights)


def arrow(direction: Direction, glyphs: Glyphs) -> str:
    """The arrow of a direction in the charset; empty where it is unknown."""
    return {Direction.HIGHER: glyphs.higher, Direction.LOWER: glyphs.lower, Direction.UNKNOWN: ""}[direction]


def status_glyph(status: str, glyphs: Glyphs) -> str:
    """The glyph of a cell's status; the mark of something missing where the status is unknown."""
    return glyphs.statuses.get(status, glyphs.missing)


def _level(share: float, glyphs: Glyphs) -> str:
    """The glyph for `share` (0 to 1)."""
    return glyphs.levels[min(int(share * len(glyphs.levels)), len(glyphs.levels) - 1)]


def _share(value: float, low: float, high: float) -> float:
    """Where `value` lies from `low` to `high`; the middle where there is no extent. Halved: the range may overflow."""
    extent = high / 2 - low / 2
    return (value / 2 - low / 2) / extent if extent > 0 else 0.5


def _resampled(values: Sequence[float | None], width: int) -> list[float | None]:
    """`values` averaged into at most `width` buckets of nearly one size."""
    count = min(len(values), width)
    edges = [len(values) * at // count for at in range(count + 1)] if count else []
    return [_mean(values[start:stop]) for start, stop in pairwise(edges)]


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean of the finite values, within their range whatever rounding does; None where there are none."""
    finite = [value for value in values if value is not None and math.isfinite(value)]
    mean = sum(value / len(finite) for value in finite)
    return min(max(mean, min(finite)), max(finite)) if finite else None
