"""The colours of a plain terminal: for each role what it is written with, chosen for each number of colours.

Readable on dark and on light grounds, and for eyes that do not tell red from green: better is blue, worse is orange.
"""

from __future__ import annotations

from threading import Lock

TRUECOLOUR = 1 << 24

BOLD, DIM, UNDERLINE, REVERSE = "1", "2", "4", "7"

_INKS: dict[str, tuple[str, str, str]] = {
    "blue": ("38;2;58;134;216", "38;5;68", "34"),
    "orange": ("38;2;217;119;24", "38;5;172", "33"),
    "green": ("38;2;34;150;98", "38;5;29", "32"),
    "pink": ("38;2;196;94;150", "38;5;169", "35"),
    "gold": ("38;2;176;140;18", "38;5;136", "93"),
    "cyan": ("38;2;42;152;176", "38;5;31", "36"),
    "red": ("38;2;204;70;62", "38;5;167", "31"),
    "violet": ("38;2;132;106;212", "38;5;98", "94"),
    "olive": ("38;2;110;136;52", "38;5;64", "92"),
    "brown": ("38;2;156;110;84", "38;5;137", "95"),
    "grey": ("38;2;128;128;128", "38;5;244", "90"),
}
"""Each ink in 2^24, 256 and 16 colours."""

_ROLES: dict[str, tuple[str, ...]] = {
    "title": (BOLD,),
    "label": (BOLD,),
    "muted": ("grey",),
    "key": ("cyan",),
    "best": (BOLD, "green"),
    "better": ("blue",),
    "worse": ("orange",),
    "missing": ("grey",),
    "nonfinite": (BOLD, "red"),
    "axis": ("grey",),
    "front": (BOLD, "gold"),
    "cursor": (REVERSE,),
    "mark": (BOLD, "gold"),
    "status:complete": ("green",),
    "status:incomplete": ("gold",),
    "status:diverged": (BOLD, "red"),
    "status:missing": ("grey",),
    "status:unexpected": ("violet",),
}

_DARK = 3
"""Levels of the scale on which light text is read better."""

SERIES = ("blue", "orange", "green", "pink", "gold", "cyan", "red", "violet", "olive", "brown")
"""The inks that names are given."""

_COLD = ((33, 102, 172), (67, 147, 195), (116, 173, 209), (146, 197, 222), (178, 212, 232), (209, 229, 240))
_WARM = ((253, 231, 214), (253, 219, 199), (250, 194, 160), (244, 165, 130), (224, 130, 80), (202, 96, 32))
_HEAT_RGB = (*_COLD, (235, 235, 235), *_WARM)
"""From far below zero to far above it: blue, grey, orange (after ColorBrewer's RdBu)."""
HEAT_256 = (25, 67, 74, 110, 152, 195, 254, 224, 223, 216, 209, 173, 166)
RAMP_256 = (24, 25, 31, 37, 36, 71, 107, 143, 178)
"""The same scales in the palette of 256 colours, whose dark tones are too few for levels."""
_RAMP_RGB = (
    (59, 82, 139),
    (49, 104, 142),
    (44, 124, 142),
    (38, 142, 140),
    (31, 161, 135),
    (64, 176, 112),
    (110, 186, 78),
    (160, 190, 50),
    (200, 180, 40),
)
"""From little to much, without the dark end of viridis, which no dark ground shows."""


def sgr(role: str, colours: int) -> str:
    """The parameters of the escape sequence that starts text of `role`; empty for plain text and unknown roles."""
    if not role or not colours:
        return ""
    kind, _, which = role.partition(":")
    if kind == "heat":
        return _ground(int(which) + 6, colours)
    if kind == "ramp":
        return _ramp(int(which), colours)
    if kind == "tone":
        return _tone(int(which), colours)
    names = (series_colour(which),) if kind == "series" else _ROLES.get(role, ())
    return ";".join(_ink(name, colours) for name in names)


def _ink(name: str, colours: int) -> str:
    inks = _INKS.get(name)
    return name if inks is None else inks[0 if colours >= TRUECOLOUR else 1 if colours >= 256 else 2]


def _ground(level: int, colours: int) -> str:
    """Dark or light text on the level's colour; with few colours bold says how far from zero, and the sign the rest."""
    if colours < 256:
        return BOLD if abs(level - 6) > 3 else ""
    text = "97" if level in (0, 12) else "30"
    red, green, blue = _HEAT_RGB[level]
    return f"{text};48;2;{red};{green};{blue}" if colours >= TRUECOLOUR else f"{text};48;5;{HEAT_256[level]}"


def _ramp(level: int, colours: int) -> str:
    if colours < 256:
        return "36"
    red, green, blue = _RAMP_RGB[level]
    return f"38;2;{red};{green};{blue}" if colours >= TRUECOLOUR else f"38;5;{RAMP_256[level]}"


def _tone(level: int, colours: int) -> str:
    """Light text on the darker half of the scale, dark on the other; with few colours the shade says the level."""
    if colours < 256:
        return ""
    text = "97" if level < _DARK else "30"
    red, green, blue = _RAMP_RGB[level]
    return f"{text};48;2;{red};{green};{blue}" if colours >= TRUECOLOUR else f"{text};48;5;{RAMP_256[level]}"


class _Slots:
    """Which of the series' inks a name has: the one its letters ask for, the next free one where that is taken.

    The first ten names differ, and most names have the same ink tomorrow.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._slots: dict[str, int] = {}
        self._lock = Lock()

    def slot(self, name: str) -> int:
        """The place of `name` among the inks; kept from its first asking on."""
        with self._lock:
            if name not in self._slots:
                self._slots[name] = self._free(sum(name.encode("utf-8", "replace")) % self._count)
            return self._slots[name]

    def _free(self, wanted: int) -> int:
        taken = set(self._slots.values()) if len(self._slots) < self._count else set()
        return next(
            (wanted + on) % self._count for on in range(self._count) if (wanted + on) % self._count not in taken
        )


_series = _Slots(len(SERIES))


def series_colour(name: str) -> str:
    """The ink of a name: the same whenever it is asked for, and another for each of the first ten names."""
    return SERIES[_series.slot(name)]
