from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweeplens.render.glyphs import CHARSETS as GLYPHS
from sweeplens.text import cell_width
from sweeplens.tui.charset import Charset, chosen_charset, detect_charset, stand_ins


@pytest.mark.parametrize(
    ("environ", "encoding", "expected"),
    [
        ({"LANG": "en_GB.UTF-8"}, "utf-8", "braille"),
        ({"LANG": "de_DE.utf8", "LC_CTYPE": ""}, "UTF-8", "braille"),
        ({}, "utf-8", "braille"),
        ({"LANG": "C"}, "utf-8", "ascii"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", "ascii"),
        ({"LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}, "utf-8", "ascii"),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, "utf-8", "braille"),
        ({"LC_CTYPE": "en_GB.UTF-8", "LANG": "C"}, "utf-8", "braille"),
        ({"LANG": "en_GB.UTF-8"}, "latin-1", "ascii"),
        ({"LANG": "en_GB.UTF-8", "TERM": "linux"}, "utf-8", "block"),
    ],
)
def test_the_locale_and_the_output_tell_the_charset(environ: dict[str, str], encoding: str, expected: str) -> None:
    assert detect_charset(environ, encoding) == expected


def test_a_setting_goes_before_what_is_detected() -> None:
    assert chosen_charset("block", {"LANG": "C"}) == "block"
    assert chosen_charset("auto", {"LANG": "C"}) == "ascii"


@given(st.text())
def test_ascii_replaces_everything_and_keeps_the_cells_of_each_character(text: str) -> None:
    table = stand_ins("ascii")
    assert table is not None
    assert text.translate(table).isascii()
    for character in text:
        if unicodedata.category(character)[0] not in "CM":
            assert len(character.translate(table)) == cell_width(character)


@pytest.mark.parametrize("charset", ["block", "ascii"])
def test_more_dots_of_braille_never_look_lighter(charset: Charset) -> None:
    table = stand_ins(charset)
    assert table is not None
    order = " ░▒▓█" if charset == "block" else " .:-=+*#@"
    growing = [chr(0x2800 + (1 << dots) - 1).translate(table) for dots in range(9)]
    ranks = [order.index(glyph) for glyph in growing]
    assert ranks == sorted(ranks)
    assert ranks[0] == 0
    assert ranks[-1] == len(order) - 1


@pytest.mark.parametrize("glyph", sorted(set(GLYPHS["braille"].markers + "↑↓‹›…·▸●◉▪★▾▴◐✗─│╭╮╰╯┤├█▌▄")))
def test_every_glyph_of_the_screen_has_a_stand_in(glyph: str) -> None:
    table = stand_ins("ascii")
    assert table is not None
    assert glyph.translate(table) not in ("?", " ")


def test_braille_needs_no_stand_ins() -> None:
    assert stand_ins("braille") is None
