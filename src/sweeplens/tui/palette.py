"""From the role of some text to the style in which a theme writes it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

from sweeplens.render.palette import SERIES, series_colour
from sweeplens.tui.colours import blend, ground, levels, parse_colour, parse_style

ROLES: dict[str, str] = {
    "title": "bold $foreground",
    "label": "$secondary",
    "muted": "$muted",
    "key": "$primary",
    "number": "$foreground",
    "best": "bold $accent",
    "better": "$success",
    "worse": "$error",
    "missing": "$muted",
    "nonfinite": "bold $error",
    "axis": "$muted",
    "front": "bold $accent",
    "mark": "bold $accent",
    "cursor": "on $cursor",
    "cursor-field": "bold $foreground on $field",
    "cursor-blurred": "on $surface",
    "head": "bold $secondary",
    "head-line": "on $surface",
    "head-cursor": "reverse bold $secondary",
    "pinned": "on $surface",
    "hint": "$muted",
    "tab": "reverse bold $primary",
    "status:complete": "$success",
    "status:incomplete": "$warning",
    "status:diverged": "bold $error",
    "status:missing": "$muted",
    "status:unexpected": "$accent",
}
"""Every fixed role, and how a theme that does not say otherwise writes it in its own colours."""

SCALES: dict[str, tuple[str, ...]] = {
    "series": ("$primary", "$accent", "$success", "$error", "$secondary", "$warning"),
    "heat": ("$primary", "$panel", "$error"),
    "ramp": ("$muted", "$primary", "$accent"),
}
"""Lists of colours: those that names are given, from below zero to above it, and from little to much."""

HEAT_REACH = 6
"""Levels of `heat` on either side of zero."""
RAMP_TOP = 8
"""The highest level of `ramp`."""


def role_style(role: str, theme: Theme) -> Style:
    """How `theme` writes text of `role`; plain for an empty or unknown one.

    `heat:<n>` and `tone:<n>` colour the ground under a readable foreground, `ramp:<n>` and `series:<name>` the text.
    """
    palette = _palettes.get(theme.name)
    if palette is None or palette.theme is not theme:
        palette = _palettes[theme.name] = Palette(theme)
    return palette.style(role)


def role_variable(role: str) -> str:
    """The theme variable that holds what a theme says of a role or of a scale."""
    return f"role-{role}"


class Palette:
    """The styles of one theme, each made once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._styles: dict[str, Style] = {}

    def style(self, role: str) -> Style:
        """The style of `role`; plain for an unknown one."""
        known = self._styles.get(role)
        if known is None:
            known = self._styles[role] = self._made(role)
        return known

    def _made(self, role: str) -> Style:
        kind, _, which = role.partition(":")
        if kind == "series":
            return Style(color=self._series[SERIES.index(series_colour(which)) % len(self._series)])
        if kind == "heat":
            return ground(self._heat[_clamped(which, -HEAT_REACH, HEAT_REACH) + HEAT_REACH])
        if kind == "ramp":
            return Style(color=self._ramp[_clamped(which, 0, RAMP_TOP)])
        if kind == "tone":
            return ground(self._ramp[_clamped(which, 0, RAMP_TOP)])
        return parse_style(self._filled(self.theme.variables.get(role_variable(role)) or ROLES.get(role, "")))

    @cached_property
    def _series(self) -> tuple[Color, ...]:
        return self._scale("series")

    @cached_property
    def _heat(self) -> tuple[Color, ...]:
        return levels(self._scale("heat"), 2 * HEAT_REACH + 1)

    @cached_property
    def _ramp(self) -> tuple[Color, ...]:
        return levels(self._scale("ramp"), RAMP_TOP + 1)

    def _scale(self, name: str) -> tuple[Color, ...]:
        said = self.theme.variables.get(role_variable(name), " ".join(SCALES[name]))
        return tuple(parse_colour(word) for word in self._filled(said).split())

    @cached_property
    def _colours(self) -> dict[str, str]:
        return base_colours(self.theme)

    def _filled(self, text: str) -> str:
        """`text` with each `$name` replaced by the theme's colour of that name."""
        return " ".join(self._colours[word[1:]] if word.startswith("$") else word for word in text.split())


_palettes: dict[str, Palette] = {}

BASES = (
    "primary",
    "secondary",
    "accent",
    "success",
    "warning",
    "error",
    "foreground",
    "background",
    "surface",
    "panel",
)
"""The colours of a Textual theme."""


def base_colours(theme: Theme) -> dict[str, str]:
    """What `$name` can name in a role: the theme's colours, those of `DERIVED` made of them where it has none."""
    colours = {name: getattr(theme, name) for name in BASES}
    if not all(colours.values()):
        made = theme.to_color_system().generate()
        colours = {name: colour or made[name] for name, colour in colours.items()}
    return colours | derived_colours(theme.ansi, colours) | {k: v for k, v in theme.variables.items() if k in DERIVED}


DERIVED = ("muted", "cursor", "field")
"""Further colours of a theme: of what matters less, of the line under the cursor, and of the field in it."""


def derived_colours(ansi: bool, colours: Mapping[str, str]) -> dict[str, str]:
    """Those of them that a theme does not say, made of its other colours."""
    if ansi:
        return dict.fromkeys(DERIVED, "ansi_bright_black")
    back, primary = colours["background"], colours["primary"]
    return {
        "muted": blend(colours["foreground"], back, 0.42),
        "cursor": blend(back, primary, 0.28),
        "field": blend(back, primary, 0.4),
    }


def _clamped(text: str, low: int, high: int) -> int:
    """The level that `text` names, moved into the scale."""
    return min(max(int(text), low), high)
