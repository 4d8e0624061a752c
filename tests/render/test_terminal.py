from __future__ import annotations

import re

import pyte
import pytest

from sweeplens.figures import Figure
from sweeplens.render import render
from sweeplens.render.base import Line, Look, Size, Span
from sweeplens.render.palette import SERIES, TRUECOLOUR, series_colour, sgr
from sweeplens.render.terminal import ansi, colours_of, plain
from tests.gallery import KINDS

LINE: Line = (Span("a", "best"), Span("b", "best"), Span(" "), Span("c"))
ROLES = (
    *[
        "title",
        "label",
        "muted",
        "key",
        "number",
        "best",
        "better",
        "worse",
        "missing",
        "nonfinite",
        "axis",
        "front",
        "cursor",
        "mark",
    ],
    *(f"status:{status}" for status in ("complete", "incomplete", "diverged", "missing", "unexpected")),
    *(f"heat:{level}" for level in range(-6, 7)),
    *(f"{kind}:{level}" for kind in ("ramp", "tone") for level in range(9)),
    "series:any",
)


def test_plain_text_has_no_trailing_blanks() -> None:
    assert plain(((Span("a "), Span("  ")), ())) == "a\n\n"


def test_neighbours_in_one_style_start_it_once() -> None:
    assert ansi((LINE,), 16) == "\x1b[0;1;32mab \x1b[0mc\n"


def test_no_colours_are_no_escapes() -> None:
    assert ansi((LINE,), 0) == "ab c\n"


@pytest.mark.parametrize("colours", [TRUECOLOUR, 256, 16])
@pytest.mark.parametrize("figure", KINDS.values(), ids=KINDS)
def test_a_terminal_shows_the_same_characters(figure: Figure, colours: int) -> None:
    lines = render(figure, Size(80, 24), Look(colours=colours))
    screen = pyte.Screen(80, 30)
    pyte.Stream(screen).feed(ansi(lines, colours).replace("\n", "\r\n"))
    assert [row.rstrip() for row in screen.display[: len(lines)]] == plain(lines).splitlines()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("colours", [TRUECOLOUR, 256, 16, 0])
def test_every_role_is_written_in_every_number_of_colours(role: str, colours: int) -> None:
    style = sgr(role, colours)
    assert re.fullmatch(r"[\d;]*", style)
    assert colours >= 256 or "38;" not in style
    assert colours == TRUECOLOUR or ";2;" not in style


def test_levels_of_heat_differ_where_there_are_colours_for_them() -> None:
    assert len({sgr(f"heat:{level}", 256) for level in range(-6, 7)}) == 13


def test_a_name_keeps_its_colour() -> None:
    first = [series_colour(f"name {at}") for at in range(30)]
    assert [series_colour(f"name {at}") for at in range(30)] == first
    assert set(first) <= set(SERIES)


def test_the_first_ten_names_differ() -> None:
    from sweeplens.render.palette import _Slots

    slots = _Slots(10)
    assert len({slots.slot(f"seed={at}") for at in range(10)}) == 10


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({}, 0),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0),
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "xterm-kitty"}, 256),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, TRUECOLOUR),
        ({"TERM": "xterm"}, 16),
        ({"TERM": "linux"}, 16),
    ],
)
def test_the_environment_says_how_many_colours_there_are(environ: dict[str, str], colours: int) -> None:
    assert colours_of(environ) == colours


@pytest.mark.parametrize("level", range(9))
def test_text_on_a_tone_is_read(level: int) -> None:
    text, *ground = sgr(f"tone:{level}", TRUECOLOUR).split(";48;2;")
    channels = [int(channel) / 255 for channel in ground[0].split(";")]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    contrast = 1.05 / (luminance + 0.05) if text == "97" else (luminance + 0.05) / 0.05
    assert contrast >= 4.5
