"""What stands beside folded values, as whiskers of bars and of points, and as text."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.figures import Axis, Bar, Bars, Folded, Point, Points
from sweeplens.render import render
from sweeplens.render.bar_strokes import Strokes
from sweeplens.render.base import Cursor, Look, Size
from sweeplens.render.glyphs import CHARSETS
from sweeplens.text import cell_width

CHARS = sorted(CHARSETS)
NUMBERS = st.floats(-1e6, 1e6)


def drawn(figure: Bars | Points, charset: str = "braille", point: int | None = None) -> list[str]:
    lines = render(figure, Size(60, 16), Look(charset, precision=2), Cursor(point=point))
    return ["".join(span.text for span in line).rstrip() for line in lines]


def bars(*values: float | None, log: bool = False, charset: str = "braille") -> list[str]:
    every = tuple(Bar(f"b{at}", value) for at, value in enumerate(values))
    return drawn(Bars("", Axis("score", log=log), (("", every),)), charset)[1:]


@pytest.mark.parametrize(
    ("charset", "line"),
    [("braille", "b0   8 ± 0.5 [(]3/3[)]  █+├─*┼─*┤"), ("ascii", r"b0   8 \+- 0.5 [(]3/3[)]  =+[|]-*\+-*[|]")],
)
def test_a_folded_bar_has_a_whisker_from_end_to_end(charset: str, line: str) -> None:
    folded, plain = bars(Folded(8.0, 3, 3, 0.5), 10.0, charset=charset)
    assert re.fullmatch(line, folded)
    assert len(folded) < len(plain)


def test_an_interval_need_not_lie_evenly_around_its_value() -> None:
    line, _ = bars(Folded(5.0, 3, 3, low=4.5, high=8.0), 10.0)
    left, right = line.split("┼")
    assert left.count("─") < right.count("─")


def test_a_whisker_crosses_zero() -> None:
    line, _ = bars(Folded(1.0, 3, 3, 2.0), 4.0)
    assert line.count("├") == line.count("┤") == 1


def test_a_whisker_without_an_end_on_a_log_axis_has_no_stop_there() -> None:
    line, _ = bars(Folded(1.0, 3, 3, 2.0), 100.0, log=True)
    assert ("├" in line, "┤" in line) == (False, True)


def test_diverged_runs_widen_no_axis_by_their_spread() -> None:
    line, plain = bars(Folded(1.0, 2, 3, 50.0, is_ranked=False), 2.0)
    assert "█" in plain
    assert ("├" in line, "┤" in line, "(2/3!)" in line) == (False, False, True)


def test_one_run_has_no_whisker() -> None:
    line, _ = bars(Folded(1.0, 1, 1), 2.0)
    assert not set("├┼┤") & set(line)


@given(st.lists(st.tuples(NUMBERS, st.floats(0, 1e6), st.booleans()), min_size=1, max_size=5), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_stroke_fills_its_width(values: list[tuple[float, float, bool]], log: bool) -> None:
    folds = [Folded(centre, 2, 2, spread, is_ranked=ranked) for centre, spread, ranked in values]
    for charset in CHARS:
        strokes = Strokes.over([*folds, None, math.nan], Axis("", log=log), 20, CHARSETS[charset])
        assert {cell_width(strokes.stroke(value)) for value in [*folds, None, math.nan]} == {20}


def scatter(*points: Point, log: bool = False) -> Points:
    return Points("", Axis("x"), Axis("y", log=log), points)


@pytest.mark.parametrize("charset", CHARS)
def test_a_folded_point_has_a_whisker_each_way(charset: str) -> None:
    plain = scatter(Point("p", 5, 5), Point("q", 0, 0), Point("r", 10, 10))
    wide = scatter(Point("p", Folded(5, 3, 3, 2), Folded(5, 3, 3, 2)), *plain.points[1:])
    ink = [sum(len(line.replace(" ", "")) for line in drawn(figure, charset)) for figure in (plain, wide)]
    assert ink[1] > ink[0] + 10


def test_whiskers_are_within_the_axes() -> None:
    figure = scatter(Point("p", Folded(1, 2, 2, 1), 1), Point("q", 2, 2))
    assert "    0                           1                          2" in drawn(figure)


def test_a_point_of_fewer_runs_than_expected_says_so() -> None:
    figure = scatter(Point("p", Folded(1, 2, 3, 0.1), Folded(1, 1, 3)), Point("q", 2, 2))
    assert "(1/3!)" in "".join(drawn(figure))
    assert "(3/3)" not in "".join(drawn(scatter(Point("p", Folded(1, 3, 3), 1), Point("q", 2, 2))))


def test_a_count_without_room_at_the_right_stands_at_the_left() -> None:
    figure = scatter(Point("p", Folded(9, 2, 3), 1), Point("q", 0, 0))
    assert any(line.rstrip().endswith("(2/3!)●") for line in drawn(figure))


def test_the_point_under_the_cursor_is_read_out_with_its_spread_and_count() -> None:
    figure = scatter(Point("p", Folded(1, 2, 3, 0.25), 1), Point("q", 2, 2))
    assert "◉ p · x 1 ± 0.25 (2/3!) · y 1" in "\n".join(drawn(figure, point=0))
