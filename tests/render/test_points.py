from __future__ import annotations

import pytest

from sweeplens.figures import Axis, Point, Points
from sweeplens.render import render
from sweeplens.render.base import Cursor, Lines, Look, Size
from tests.gallery import NAN, ODD, POINTS


def text_of(lines: Lines) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def drawn(points: Points, size: Size | None = None, look: Look | None = None, point: int | None = None) -> str:
    return text_of(render(points, size or Size(80, 24), look, Cursor(point=point)))


def scatter(*points: Point, log: bool = False) -> Points:
    return Points("", Axis("x", log=log), Axis("y"), points)


def test_each_shape_has_a_marker_and_each_colour_a_letter() -> None:
    text = drawn(POINTS)
    assert "● .01" in text
    assert "▲ .1" in text
    assert "a raw" in text
    assert "b norm" in text


def test_letters_stand_beside_their_points() -> None:
    assert "●a" in drawn(POINTS)


def test_colours_have_markers_where_there_are_no_shapes() -> None:
    text = drawn(scatter(Point("p", 0, 0, "raw"), Point("q", 1, 1, "norm")))
    assert "● raw" in text
    assert "▲ norm" in text


def test_the_front_is_drawn_and_named() -> None:
    assert "Pareto front" in drawn(POINTS)
    assert "Pareto front" not in drawn(scatter(Point("p", 0, 0, "raw"), Point("q", 1, 1, "norm")))


def test_the_point_under_the_cursor_is_read_out() -> None:
    text = drawn(POINTS, point=3)
    assert "◉ norm .01 · KL (nats) ↓ 0.6 · recon ↓ 1.02 · on the front" in text
    assert text.count("◉") == 2


def test_the_cursor_lies_on_top() -> None:
    text = drawn(scatter(Point("p", 0, 0, "a"), Point("q", 0, 0, "b"), Point("r", 1, 1, "b")), point=0)
    assert text.count("◉") == 2


def test_marked_points_have_their_role() -> None:
    lines = render(scatter(Point("p", 0, 0, "a", marked=True), Point("q", 1, 1, "b")), Size(80, 24))
    assert any(span.role == "mark" for line in lines for span in line)


def test_points_without_a_place_are_counted() -> None:
    text = drawn(scatter(Point("p", NAN, 0), Point("q", -1, 0), Point("r", 1, 1), log=True))
    assert "2 points without a place" in text


def test_nothing_to_draw_is_said() -> None:
    assert "There are no points to draw." in drawn(scatter())


def test_points_that_lie_under_another_one_are_counted() -> None:
    assert "1 point under another one." in drawn(
        scatter(Point("p", 0, 0), Point("q", 0, 0), Point("r", 1, 1)), Size(80)
    )


@pytest.mark.parametrize(("charset", "glyph"), [("braille", "⠁"), ("block", "▘")])
def test_many_points_are_dots(charset: str, glyph: str) -> None:
    figure = ODD["many points"]
    assert isinstance(figure, Points)
    text = drawn(figure, look=Look(charset))
    assert "●" not in text
    assert glyph in text


def test_higher_is_drawn_higher() -> None:
    rows = drawn(scatter(Point("p", 0, 0, "low"), Point("q", 1, 1, "high"))).splitlines()
    assert next(at for at, row in enumerate(rows) if "▲" in row) < next(at for at, row in enumerate(rows) if "●" in row)


def test_a_point_under_another_one_has_no_letter() -> None:
    figure = scatter(Point("p", 1, 1, "raw", "x"), Point("q", 1, 1, "norm", "x"), Point("r", 0, 0, "raw", "y"))
    plot = drawn(figure).splitlines()
    assert any("b●" in line for line in plot)
    assert not any("a●" in line or "ab" in line for line in plot)
