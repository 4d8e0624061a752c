from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.figures import Direction
from sweeplens.render.glyphs import CHARSETS, Glyphs, arrow, bar, histogram, sparkline, status_glyph
from sweeplens.text import cell_width

FLOATS = st.floats(allow_nan=True, allow_infinity=True)
BLOCKS, ASCII = CHARSETS["block"], CHARSETS["ascii"]


@pytest.mark.parametrize("glyphs", CHARSETS.values(), ids=CHARSETS)
def test_shapes_of_a_charset_can_be_told_apart(glyphs: Glyphs) -> None:
    assert len(set(glyphs.markers)) == len(glyphs.markers)
    assert len(set(glyphs.statuses.values())) == len(glyphs.statuses)


@pytest.mark.parametrize("glyphs", CHARSETS.values(), ids=CHARSETS)
def test_every_glyph_takes_one_cell(glyphs: Glyphs) -> None:
    single = glyphs.bars + glyphs.levels + glyphs.shades + glyphs.markers + "".join(glyphs.statuses.values())
    assert cell_width(single) == len(single)


@settings(max_examples=60, deadline=None)
@given(FLOATS, st.integers(min_value=1, max_value=20), st.sampled_from([BLOCKS, ASCII]))
def test_a_bar_fills_its_width(share: float, width: int, glyphs: Glyphs) -> None:
    assert len(bar(share, width, glyphs)) == width


@pytest.mark.parametrize(
    ("share", "drawn"), [(0.0, "▏   "), (0.5, "██  "), (0.53, "██▏ "), (1.0, "████"), (2.0, "████"), (math.nan, "    ")]
)
def test_a_bar_grows_in_eighths(share: float, drawn: str) -> None:
    assert bar(share, 4, BLOCKS) == drawn


@settings(max_examples=60, deadline=None)
@given(st.lists(FLOATS | st.none(), max_size=50), st.integers(min_value=1, max_value=20))
def test_a_sparkline_has_a_cell_for_each_value_it_has_room_for(values: list[float | None], width: int) -> None:
    assert len(sparkline(values, width, BLOCKS)) == min(len(values), width)
    assert len(histogram(values, width, BLOCKS)) == min(len(values), width)


def test_a_sparkline_rises_with_its_values() -> None:
    drawn = [BLOCKS.levels.index(glyph) for glyph in sparkline(range(8), 8, BLOCKS)]
    assert all(before < after for before, after in pairwise(drawn))


def test_a_gap_in_a_sparkline_is_blank() -> None:
    assert sparkline([1.0, math.nan, None, 2.0], 8, BLOCKS) == "▁  █"


@pytest.mark.parametrize(
    ("values", "drawn"),
    [
        ([1.0, 2.0, math.nan, math.inf], "▁█✗ "),
        ([1.0, math.nan, 2.0, math.nan], "▁ █✗"),
        ([1.0, 2.0, math.nan, None], "▁█✗ "),
        ([math.nan, math.nan], "✗ "),
        ([1.0, 2.0, None, None], "▁█  "),
        ([math.nan, 1.0], " ▅"),
    ],
)
def test_where_values_stop_being_finite_for_good_is_marked(values: list[float | None], drawn: str) -> None:
    assert sparkline(values, 8, BLOCKS) == drawn


def test_a_divergence_at_the_very_end_is_marked_however_many_values_there_are() -> None:
    assert sparkline([*range(99), math.nan], 8, BLOCKS).endswith("█✗")


def test_a_constant_sparkline_is_neither_low_nor_high() -> None:
    assert sparkline([3.0, 3.0], 8, BLOCKS) == "▅▅"


def test_a_histogram_stands_on_zero() -> None:
    assert histogram([0, 5, 10], 8, BLOCKS) == " ▅█"


@pytest.mark.parametrize(
    ("direction", "glyph"), [(Direction.HIGHER, "↑"), (Direction.LOWER, "↓"), (Direction.UNKNOWN, "")]
)
def test_an_unknown_direction_has_no_arrow(direction: Direction, glyph: str) -> None:
    assert arrow(direction, BLOCKS) == glyph


def test_an_unknown_status_looks_like_something_missing() -> None:
    assert status_glyph("odd", BLOCKS) == BLOCKS.missing
