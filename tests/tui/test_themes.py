from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.style import Style
from textual.app import App
from textual.theme import BUILTIN_THEMES, Theme

from sweeplens.errors import SettingsError
from sweeplens.resources import themes_dir
from sweeplens.settings import Settings
from sweeplens.tui.colours import contrast, parse_colour
from sweeplens.tui.palette import HEAT_REACH, RAMP_TOP, ROLES, role_style
from sweeplens.tui.themes import all_themes, for_colours, load_theme, theme_of

SHIPPED = [load_theme(file) for file in sorted(themes_dir().glob("*.toml"))]
COLOURED = [theme for theme in SHIPPED if not theme.ansi]
READABLE = 4.5
"""The contrast that WCAG 2.1 asks of text (level AA)."""
VISIBLE = 3.0
"""The contrast that it asks of what is drawn."""


def by_name(theme: Theme) -> str:
    return theme.name


def ground(theme: Theme, role: str = "") -> Style:
    return Style(bgcolor=parse_colour(str(theme.background))) + role_style(role, theme)


@pytest.mark.parametrize("theme", COLOURED, ids=by_name)
@pytest.mark.parametrize("role", [role for role in ROLES if not role.startswith(("cursor", "head-cursor", "pinned"))])
def test_text_of_every_role_can_be_read(theme: Theme, role: str) -> None:
    ink, back = role_style(role, theme).color, ground(theme).bgcolor
    if ink:
        assert back
        assert contrast(ink, back) >= READABLE


@pytest.mark.parametrize("theme", COLOURED, ids=by_name)
@pytest.mark.parametrize("role", ["number", "key", "best", "nonfinite", "missing", "mark"])
@pytest.mark.parametrize("cursor", ["cursor", "cursor-field", "cursor-blurred", "pinned"])
def test_text_can_be_read_under_the_cursor(theme: Theme, role: str, cursor: str) -> None:
    style = ground(theme) + role_style(role, theme) + role_style(cursor, theme)
    assert style.color
    assert style.bgcolor
    assert contrast(style.color, style.bgcolor) >= VISIBLE


@pytest.mark.parametrize("theme", COLOURED, ids=by_name)
def test_drawings_stand_out_and_numbers_on_heat_can_be_read(theme: Theme) -> None:
    back = parse_colour(str(theme.background))
    for role in (*(f"series:{at}" for at in range(10)), *(f"ramp:{level}" for level in range(2, RAMP_TOP + 1))):
        ink = role_style(role, theme).color
        assert ink
        assert contrast(ink, back) >= VISIBLE, role
    for level in range(-HEAT_REACH, HEAT_REACH + 1):
        style = role_style(f"heat:{level}", theme)
        assert style.color
        assert style.bgcolor
        assert contrast(style.color, style.bgcolor) >= READABLE, level


@pytest.mark.parametrize("theme", COLOURED, ids=by_name)
def test_levels_of_heat_and_of_the_ramp_differ(theme: Theme) -> None:
    heat = {role_style(f"heat:{level}", theme).bgcolor for level in range(-HEAT_REACH, HEAT_REACH + 1)}
    ramp = {role_style(f"ramp:{level}", theme).color for level in range(RAMP_TOP + 1)}
    assert len(heat) == 2 * HEAT_REACH + 1
    assert len(ramp) == RAMP_TOP + 1


def test_the_set_is_dark_light_for_the_colour_blind_of_high_contrast_and_without_colours() -> None:
    names = {theme.name for theme in SHIPPED}
    assert {"okabe-dark", "okabe-light", "contrast", "ansi"} <= names
    assert sum(theme.dark for theme in COLOURED) >= 2
    assert sum(not theme.dark for theme in COLOURED) >= 2
    assert Settings().theme in names


@pytest.mark.parametrize("theme", [theme for theme in SHIPPED if theme.name.startswith("okabe")], ids=by_name)
def test_better_and_worse_differ_without_red_or_green(theme: Theme) -> None:
    better, worse = role_style("better", theme).color, role_style("worse", theme).color
    assert better
    assert worse
    assert better.triplet
    assert worse.triplet
    assert better.triplet.blue > better.triplet.red
    assert worse.triplet.red > worse.triplet.blue


@pytest.mark.parametrize("theme", [theme for theme in SHIPPED if theme.ansi], ids=by_name)
def test_a_theme_of_the_terminals_own_colours_names_no_other(theme: Theme) -> None:
    roles = (
        *ROLES,
        "series:a",
        *(f"heat:{level}" for level in range(-6, 7)),
        *(f"{kind}:{level}" for kind in ("ramp", "tone") for level in range(9)),
    )
    for role in roles:
        style = role_style(role, theme)
        assert all(colour is None or colour.triplet is None for colour in (style.color, style.bgcolor)), role
    assert role_style("cursor", theme).reverse


SMALL = [theme_of({"ansi": ansi, "colours": {"primary": "ansi_blue"}}, f"small-{ansi}") for ansi in (False, True)]


@pytest.mark.parametrize("theme", [*SHIPPED, *SMALL, *BUILTIN_THEMES.values()], ids=by_name)
async def test_every_theme_can_be_worn(theme: Theme) -> None:
    app: App[None] = App()
    async with app.run_test():
        app.register_theme(theme)
        app.theme = theme.name
        for role in (*ROLES, "series:raw", "heat:-6", "heat:0", "heat:6", "ramp:0", "ramp:8", "no such role"):
            role_style(role, theme)


@pytest.mark.parametrize("theme", COLOURED, ids=by_name)
def test_with_256_colours_the_levels_still_differ(theme: Theme) -> None:
    fitted = for_colours(theme, 256)
    heat = [role_style(f"heat:{level}", fitted) for level in range(-HEAT_REACH, HEAT_REACH + 1)]
    shown = [style.bgcolor.downgrade(ColorSystem.EIGHT_BIT).number for style in heat if style.bgcolor]
    assert len(set(shown)) == len(heat)
    assert all(style.color and style.bgcolor and contrast(style.color, style.bgcolor) >= READABLE for style in heat)
    assert for_colours(theme, 1 << 24) is theme


def test_a_name_keeps_its_colour_in_every_theme_and_order() -> None:
    theme, other = COLOURED[:2]
    first = [role_style(f"series:{name}", theme) for name in ("raw", "dist norm")]
    assert first[0] != first[1]
    role_style("series:a newcomer", other)
    assert [role_style(f"series:{name}", theme) for name in ("dist norm", "raw")] == first[::-1]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[colours]\naccent = '#ffffff'", "colours.primary"),
        ("[colours]\nprimary = '#12'", "colours.primary"),
        ("[colours]\nprimary = 'red'\nsurfase = 'blue'", "colours.surfase; there are surface"),
        ("[colours]\nprimary = 3", "colours.primary is 3"),
        ("[colours]\nprimary = 'red'\n[roles]\nbest = 'bald red'", "roles.best = 'bald red'"),
        ("[colours]\nprimary = 'red'\n[roles]\nbest = '$nothing'", "roles.best"),
        ("[colours]\nprimary = 'red'\n[scales]\nheat = ['red', 'rad']", "scales.heat"),
        ("[colours]\nprimary = 'red'\n[widgets]\nborder = 'round'", "widgets.border"),
        ("dark = 'yes'\n[colours]\nprimary = 'red'", "dark is 'yes'"),
        ("colour = 1", "colour"),
        ("colours = 1", "colours is 1"),
        ("[colours", "]"),
    ],
)
def test_a_wrong_theme_file_is_refused_by_file_and_key(tmp_path: Path, text: str, names: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as refused:
        load_theme(file)
    assert str(file) in str(refused.value)
    assert names in str(refused.value)


def test_a_small_theme_file_is_enough(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[colours]\nprimary = '#ff8800'\n[roles]\nbest = 'bold $primary'\n")
    theme = load_theme(file)
    assert theme.name == "mine"
    assert role_style("best", theme) == Style(bold=True, color="#ff8800")


def test_a_user_s_theme_takes_the_place_of_a_shipped_one_and_a_wrong_one_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWEEPLENS_CONFIG_DIR", str(tmp_path))
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "ember.toml").write_text("[colours]\nprimary = '#010203'\n")
    (tmp_path / "themes" / "broken.toml").write_text("[colours]\nprimary = 'nothing'\n")
    themes, faults = all_themes()
    assert next(theme.primary for theme in themes if theme.name == "ember") == "#010203"
    assert len(themes) == len(SHIPPED)
    assert ["broken.toml" in str(fault) for fault in faults] == [True]
