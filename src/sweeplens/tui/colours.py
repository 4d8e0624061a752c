"""Colours as theme files write them: parsed, blended into levels, and told how readable they are."""

from __future__ import annotations

from collections.abc import Sequence

from rich.color import Color
from rich.style import Style
from textual.color import Color as CssColour
from textual.color import ColorParseError, Gradient

BLACK = Color.parse("#000000")
WHITE = Color.parse("#ffffff")
OWN_BLACK = Color.parse("black")
OWN_WHITE = Color.parse("bright_white")
_DARK = frozenset({0, 1, 4, 5, 8})
"""Numbers of the terminal's own colours on which white is read better than black."""


def parse_colour(text: str) -> Color:
    """A colour written as `#rrggbb`, as a CSS name, or as one of the terminal's own: `ansi_bright_blue`.

    Raises `ValueError` where it is none of these.
    """
    try:
        return CssColour.parse(text).rich_color
    except ColorParseError as error:
        raise ValueError(f"{text} is no colour") from error


def parse_style(text: str) -> Style:
    """Words and colours as a style: `bold #ffcc00`, `reverse`, `#000000 on ansi_cyan`.

    Raises `ValueError` where a word is neither a colour nor an attribute.
    """
    attributes: dict[str, bool] = {}
    grounds: list[Color | None] = [None, None]
    is_ground = False
    for word in text.split():
        if word in _ATTRIBUTES:
            attributes[word] = True
        elif word == "on":
            is_ground = True
        else:
            grounds[is_ground] = parse_colour(word)
    return Style(color=grounds[0], bgcolor=grounds[1], **attributes)  # type: ignore[arg-type]


_ATTRIBUTES = frozenset({"bold", "dim", "italic", "underline", "reverse", "strike"})


def levels(stops: Sequence[Color], count: int) -> tuple[Color, ...]:
    """`count` colours from the first stop to the last: blended, or the nearest stop where one is the terminal's own."""
    if len(stops) == count:
        return tuple(stops)
    places = [at / (count - 1) for at in range(count)]
    if any(stop.triplet is None for stop in stops):
        return tuple(stops[round(place * (len(stops) - 1))] for place in places)
    blend = Gradient.from_colors(*(CssColour.from_rich_color(stop) for stop in stops), quality=4 * count)
    return tuple(blend.get_color(place).rich_color for place in places)


def blend(one: str, other: str, share: float) -> str:
    """The colour that lies at `share` (0 to 1) of the way from `one` to `other`, as `#rrggbb`."""
    return CssColour.parse(one).blend(CssColour.parse(other), share, alpha=1).hex


def ground(colour: Color) -> Style:
    """Text on `colour`, black or white, whichever is read better."""
    if colour.triplet is None:
        return Style(color=_on_own(colour), bgcolor=colour)
    return Style(color=max((BLACK, WHITE), key=lambda text: contrast(text, colour)), bgcolor=colour)


def _on_own(colour: Color) -> Color:
    """The terminal's own colour that is read on another of its own."""
    if colour.is_default:
        return colour
    return OWN_WHITE if colour.number in _DARK else OWN_BLACK


def contrast(one: Color, other: Color) -> float:
    """Contrast ratio of two colours, from 1 to 21 (WCAG 2.1, relative luminance)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    red, green, blue = (_linear(channel / 255) for channel in colour.get_truecolor())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
