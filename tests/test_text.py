from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.text import age, byte_size, cell_width, clipped, padded, plural, squeezed, visible, wrapped, wrapped_name

ANY_TEXT = st.text(alphabet=st.characters(codec="utf-8"), max_size=40).map(visible)
WIDTHS = st.integers(min_value=1, max_value=30)


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_nothing_visible_is_a_control_character(text: str) -> None:
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in visible(text))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("naïve Δ≥0 模式", "naïve Δ≥0 模式"),
        ("\x1b[31m", "␛[31m"),
        ("a\nb\tc", "a⏎b␉c"),
        ("\u202egnp", "\\u202egnp"),
        ("\x9b1m", "\\u009b1m"),
        ("\ud800", "\\ud800"),
    ],
)
def test_control_characters_are_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@settings(max_examples=60, deadline=None)
@given(ANY_TEXT, WIDTHS)
def test_clipped_text_fits(text: str, width: int) -> None:
    assert cell_width(clipped(text, width)) <= width
    assert cell_width(squeezed(text, width)) <= width


@settings(max_examples=60, deadline=None)
@given(ANY_TEXT, WIDTHS, st.sampled_from(["left", "right", "center"]))
def test_padded_text_fills_its_width(text: str, width: int, side: str) -> None:
    assert cell_width(padded(text, width, side)) == max(cell_width(text), width)


def test_squeezed_names_keep_both_ends() -> None:
    assert squeezed("delta_full_minus_reinit_val_router_probe", 16) == "delta_fu…r_probe"


def test_wide_characters_are_never_cut_in_half() -> None:
    assert cell_width(clipped("模式模式", 4)) <= 4
    assert clipped("模式模式", 4).startswith("模")


@settings(max_examples=60, deadline=None)
@given(ANY_TEXT, st.integers(min_value=2, max_value=30))
def test_wrapping_keeps_every_character_but_blanks(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(cell_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_no_break_space_keeps_words_together() -> None:
    assert wrapped("router score\u00a0↑", 8) == ["router", "score\u00a0↑"]


def test_names_break_behind_underscores() -> None:
    assert wrapped_name("delta_full_score", 11, 3) == ["delta_full_", "score"]


@pytest.mark.parametrize(("count", "said"), [(0, "0 runs"), (1, "1 run"), (1200, "1,200 runs")])
def test_a_noun_follows_its_count(count: int, said: str) -> None:
    assert plural(count, "run") == said


def test_an_irregular_plural_is_given() -> None:
    assert plural(2, "entry", "entries") == "2 entries"


@pytest.mark.parametrize(
    ("seconds", "said"), [(-1, "0 s"), (59, "59 s"), (200, "3 min"), (7200, "2 h"), (200_000, "2 d")]
)
def test_an_age_is_in_its_largest_unit(seconds: float, said: str) -> None:
    assert age(seconds) == said


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 B"), (512, "512 B"), (1536, "1.54 kB"), (999_999, "1 MB"), (10**10, "10 GB")]
)
def test_a_size_is_in_its_largest_unit(count: int, said: str) -> None:
    assert byte_size(count) == said
