from __future__ import annotations

import numpy as np
import pytest

from sweeplens.render.base import Span
from sweeplens.render.canvas import Canvas
from sweeplens.render.glyphs import CHARSETS


def rows(canvas: Canvas) -> list[str]:
    return ["".join(span.text for span in line) for line in canvas.lines()]


def full(canvas: Canvas) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.ones((canvas.dots_high, canvas.dots_wide), dtype=bool)


@pytest.mark.parametrize(("charset", "character"), [("braille", "⣿"), ("block", "█"), ("ascii", "o")])
def test_a_full_canvas_is_full_cells(charset: str, character: str) -> None:
    canvas = Canvas(3, 2, charset)
    canvas.paint(full(canvas), "series:a", "o")
    assert rows(canvas) == [character * 3] * 2


@pytest.mark.parametrize("charset", CHARSETS)
def test_an_empty_canvas_is_blank(charset: str) -> None:
    assert rows(Canvas(3, 1, charset)) == ["   "]


@pytest.mark.parametrize(("dot", "character"), [((0, 0), "⠁"), ((3, 0), "⡀"), ((0, 1), "⠈"), ((3, 1), "⢀")])
def test_each_dot_of_a_cell_has_its_place(dot: tuple[int, int], character: str) -> None:
    canvas = Canvas(1, 1, "braille")
    mask = ~full(canvas)
    mask[dot] = True
    canvas.paint(mask, "")
    assert rows(canvas) == [character]


def test_dots_of_two_series_share_a_cell_in_the_later_role() -> None:
    canvas = Canvas(1, 1, "braille")
    upper = ~full(canvas)
    upper[0, 0] = True
    canvas.paint(upper, "series:a")
    canvas.paint(upper[::-1], "series:b")
    assert canvas.lines() == ((Span("⡁", "series:b"),),)


def test_a_character_lies_on_top_of_dots() -> None:
    canvas = Canvas(3, 1, "braille")
    canvas.paint(full(canvas), "series:a")
    canvas.put(1, 0, "●", "mark")
    assert canvas.lines() == ((Span("⣿", "series:a"), Span("●", "mark"), Span("⣿", "series:a")),)


def test_characters_outside_are_ignored() -> None:
    canvas = Canvas(2, 1, "braille")
    canvas.put(5, 0, "x", "mark")
    assert rows(canvas) == ["  "]


def test_the_cursor_keeps_to_its_column() -> None:
    canvas = Canvas(5, 2, "braille")
    canvas.rule(2, "│", "cursor")
    cursors = [span.text for line in canvas.lines() for span in line if span.role == "cursor"]
    assert cursors == ["│", "│"]


def test_blanks_start_no_style_of_their_own() -> None:
    canvas = Canvas(5, 1, "braille")
    canvas.put(0, 0, "a", "mark")
    canvas.put(4, 0, "b", "mark")
    assert canvas.lines() == ((Span("a   b", "mark"),),)
