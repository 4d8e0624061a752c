from __future__ import annotations

import re

import pytest

from sweeplens.figures import FIGURES, Figure
from sweeplens.render import DRAWINGS, render
from sweeplens.render.base import Cursor, Lines, Look, Size
from sweeplens.render.lines import line_width
from tests.gallery import GALLERY, HOSTILE_TABLE, KINDS

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]")
CURSOR = Cursor(x=100.0, point=2, cell=(0, 1), frame=2.5)
CHARSETS = ("braille", "block", "ascii")


def text_of(lines: Lines) -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)


@pytest.mark.parametrize("kind", FIGURES)
def test_every_kind_of_figure_can_be_drawn(kind: type) -> None:
    assert kind in DRAWINGS


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("size", [Size(80), Size(80, 24), Size(250, 80), Size(40, 12), Size(20, 6)])
@pytest.mark.parametrize("figure", GALLERY.values(), ids=GALLERY)
def test_no_drawing_is_larger_than_its_place(figure: Figure, size: Size, charset: str) -> None:
    lines = render(figure, size, Look(charset))
    assert max((line_width(line) for line in lines), default=0) <= size.width
    assert size.height is None or len(lines) <= size.height


@pytest.mark.parametrize("figure", GALLERY.values(), ids=GALLERY)
def test_a_cursor_changes_no_size(figure: Figure) -> None:
    lines = render(figure, Size(80, 24), Look(), CURSOR)
    assert max((line_width(line) for line in lines), default=0) <= 80
    assert len(lines) <= 24


@pytest.mark.parametrize("figure", GALLERY.values(), ids=GALLERY)
def test_what_is_drawn_controls_no_terminal(figure: Figure) -> None:
    assert not any(CONTROL.search(span.text) for line in render(figure, Size(100)) for span in line)


@pytest.mark.parametrize("figure", KINDS.values(), ids=KINDS)
def test_ascii_drawings_are_ascii(figure: Figure) -> None:
    assert text_of(render(figure, Size(100), Look("ascii"))).isascii()


@pytest.mark.parametrize("figure", GALLERY.values(), ids=GALLERY)
def test_every_figure_says_something(figure: Figure) -> None:
    if figure.as_table().title:
        assert text_of(render(figure, Size(80))).strip()


def test_markup_in_a_cell_is_text() -> None:
    drawn = text_of(render(HOSTILE_TABLE, Size(200)))
    assert "[bold]markup[/bold]" in drawn
    assert "␛[31mred" in drawn
