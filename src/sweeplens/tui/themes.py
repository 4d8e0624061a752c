"""Themes: one TOML file each, the shipped ones and the user's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rich.color import Color
from textual.theme import Theme

from sweeplens.errors import SettingsError
from sweeplens.render.palette import HEAT_256, RAMP_256, TRUECOLOUR
from sweeplens.resources import themes_dir
from sweeplens.settings import config_dir, parse_toml
from sweeplens.tui.colours import parse_colour, parse_style
from sweeplens.tui.palette import BASES, DERIVED, ROLES, SCALES, role_variable

WIDGETS = (
    "border",
    "border-blurred",
    "block-cursor-foreground",
    "block-cursor-background",
    "block-cursor-blurred-foreground",
    "block-cursor-blurred-background",
    "footer-background",
    "footer-foreground",
    "footer-key-foreground",
    "footer-description-foreground",
    "input-cursor-foreground",
    "input-cursor-background",
    "input-selection-foreground",
    "input-selection-background",
    "scrollbar",
    "scrollbar-active",
    "scrollbar-background",
    "scrollbar-hover",
)
"""Colours of single widgets that a theme can set; Textual makes them of its other colours."""
SECTIONS: dict[str, tuple[str, ...]] = {
    "colours": (*BASES, *DERIVED),
    "widgets": WIDGETS,
    "roles": tuple(ROLES),
    "scales": tuple(SCALES),
}
"""The tables of a theme file and the keys of each."""
TOP = ("name", "dark", "ansi")
OF_THE_TERMINAL = {"ansi-background": "ansi_black", "ansi-foreground": "ansi_white", "surface-active": "transparent"}
"""What Textual looks up in a theme of the terminal's own colours, and does not make itself."""


def all_themes() -> tuple[list[Theme], list[SettingsError]]:
    """The shipped themes and the user's, who may take a shipped name; and what is wrong with files that hold none."""
    read = [_read(file) for file in _files((themes_dir(), config_dir() / "themes"))]
    themes = {theme.name: theme for theme in read if isinstance(theme, Theme)}
    return list(themes.values()), [fault for fault in read if isinstance(fault, SettingsError)]


def theme_called(name: str) -> Theme | None:
    """The theme of this name, the user's before the shipped one; None where no file holds one."""
    files = (folder / f"{name}.toml" for folder in (config_dir() / "themes", themes_dir()))
    read = (_read(file) for file in files if file.is_file())
    named = (theme for theme in read if isinstance(theme, Theme) and theme.name == name)
    return next(named, None) or next((theme for theme in all_themes()[0] if theme.name == name), None)


def for_colours(theme: Theme, colours: int) -> Theme:
    """The theme on a terminal of so many colours: its scales in tones that are there, where these are 256."""
    if theme.ansi or not 16 < colours < TRUECOLOUR:
        return theme
    scales = {"heat": HEAT_256, "ramp": RAMP_256}
    tones = {role_variable(name): " ".join(map(_tone, numbers)) for name, numbers in scales.items()}
    return replace(theme, variables=theme.variables | tones)


def _tone(number: int) -> str:
    """One of the 256 colours as `#rrggbb`, which a terminal of 256 colours shows as it is."""
    return Color.from_ansi(number).get_truecolor().hex


def _read(file: Path) -> Theme | SettingsError:
    try:
        return load_theme(file)
    except SettingsError as fault:
        return fault


def _files(folders: Iterable[Path]) -> list[Path]:
    return [file for folder in folders for file in sorted(folder.glob("*.toml"))]


def load_theme(file: Path) -> Theme:
    """The theme in `file`, roles and scales among its variables; `SettingsError` names the file and the wrong key."""
    try:
        return theme_of(parse_toml(file.read_text(encoding="utf-8")), file.stem)
    except (OSError, ValueError) as error:
        raise SettingsError(f"{file} is no theme: {error}.") from error


def theme_of(raw: Mapping[str, Any], name: str) -> Theme:
    """The theme that a parsed file describes, called `name` unless it says so; `ValueError` names a wrong key."""
    _refuse_unknown("", raw, (*TOP, *SECTIONS))
    colours = _section(raw, "colours", parse_colour)
    if "primary" not in colours:
        raise ValueError("colours.primary is missing, the one colour that every theme has")
    roles = _section(raw, "roles", _parse_spec) | _section(raw, "scales", _parse_spec)
    is_ansi = _of_kind("ansi", raw.get("ansi", False), bool)
    variables = (OF_THE_TERMINAL if is_ansi else {}) | _section(raw, "widgets", parse_colour)
    variables |= {key: colour for key, colour in colours.items() if key in DERIVED}
    return Theme(
        name=_of_kind("name", raw.get("name", name), str),
        dark=_of_kind("dark", raw.get("dark", True), bool),
        ansi=is_ansi,
        variables=variables | {role_variable(key): text for key, text in roles.items()},
        **{key: colour for key, colour in colours.items() if key in BASES},  # type: ignore[arg-type]
    )


def _section(raw: Mapping[str, Any], section: str, parse: Callable[[str], object]) -> dict[str, str]:
    """The texts of a section, a list of colours joined by spaces; each word of them is what `parse` takes."""
    table = _of_kind(section, raw.get(section, {}), dict)
    _refuse_unknown(f"{section}.", table, SECTIONS[section])
    texts = {key: _text(f"{section}.{key}", value) for key, value in table.items()}
    for key, text in texts.items():
        _try(f"{section}.{key}", text, parse)
    return texts


def _text(key: str, value: object) -> str:
    if isinstance(value, list):
        return " ".join(_of_kind(key, word, str) for word in value)
    return str(_of_kind(key, value, str))


def _try(key: str, text: str, parse: Callable[[str], object]) -> None:
    try:
        parse(text)
    except ValueError as error:
        raise ValueError(f"{key} = {text!r}: {error}") from error


def _parse_spec(text: str) -> None:
    """Check words that may name the theme's own colours as `$primary`."""
    named = {f"${name}" for name in (*BASES, *DERIVED)}
    for word in text.split():
        if word not in named:
            parse_style(word)


def _of_kind(key: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"{key} is {value!r}, and should be {_KINDS[kind]}")
    return value


_KINDS = {str: "a text", bool: "true or false", dict: "a table"}


def _refuse_unknown(where: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, n=3, cutoff=0.4) or known[:6]
            raise ValueError(f"there is no key {where}{key}; there are {', '.join(near)}")
