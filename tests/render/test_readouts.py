"""What a cursor reads out."""

from __future__ import annotations

import pytest

from sweeplens.figures import Axis, Curves, Document, Field, Figure, Grid, Plot, Series, Slider
from sweeplens.render import render
from sweeplens.render.base import Cursor, Line, Lines, Look, Size
from sweeplens.render.field_readout import field_line, field_under
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.lines import line_width
from sweeplens.render.tracks import tracked

GAPS = Grid(
    "Gaps", "task", "setting", ("sum", "task b"), ("one", "two"),
    ((Field(0.1 + 0.2), Field(-1 / 3)), (Field(0.0), Field(None))), centred=True,
)  # fmt: skip
CELLS = (Field(status="incomplete", text="2/3"), Field(status="complete"))
STATES = Grid("Cells", "family", "beta", ("raw",), ("1", "2"), (CELLS,), normalise="status")


def text_of(line: Line) -> str:
    return "".join(span.text for span in line)


def texts_of(lines: Lines) -> list[str]:
    return [text_of(line).rstrip() for line in lines]


@pytest.mark.parametrize(
    ("figure", "cell", "said"),
    [
        (GAPS, (0, 0), "◉ task sum · setting one · +0.3"),
        (GAPS, (0, 1), "◉ task sum · setting two · -0.333333333333"),
        (GAPS, (1, 0), "◉ task b · setting one · 0"),
        (GAPS, (1, 1), "◉ task b · setting two · nothing there"),
        (STATES, (0, 0), "◉ family raw · beta 1 · ◐ incomplete 2/3"),
        (Document("State", (STATES,), grid=STATES), (0, 1), "◉ family raw · beta 2 · ● complete"),
        (GAPS, (9, 9), ""),
        (GAPS, None, ""),
        (Document("Words", (STATES,)), (0, 0), ""),
    ],
)
def test_a_field_is_read_out_with_its_row_column_and_exact_value(
    figure: Figure, cell: tuple[int, int] | None, said: str
) -> None:
    assert text_of(field_line(figure, Cursor(cell=cell), 80, Look())) == said
    assert (field_under(figure, Cursor(cell=cell)) is None) == (not said)


def test_the_cursor_of_a_document_stands_in_its_grid_alone() -> None:
    document = Document("State", (GAPS, STATES), grid=STATES)
    (line,) = (line for line in texts_of(render(document, Size(80), None, Cursor(cell=(0, 0)))) if "[" in line)
    assert line.startswith("raw")


def test_a_grid_says_at_which_of_its_checkpoints_it_stands() -> None:
    grid = Grid("G", "r", "c", ("a",), ("x",), ((Field(1.0),),), slider=Slider("step", (1.0, 2.0, 3.0), 2.0, 3.0))
    said = texts_of(render(grid, Size(60)))[1]
    assert said.startswith("step 2 · checkpoint 2 of 3  ─")
    track = said.rpartition("  ")[2]
    assert abs(track.index("◉") - len(track) / 2) <= 1


@pytest.mark.parametrize("width", [4, 10, 19, 20, 200])
@pytest.mark.parametrize("place", [0, 3, 9])
def test_a_track_fits_and_has_its_place_inside(width: int, place: int) -> None:
    line = tracked("ten of ten", place, 10, width, CHARSETS["braille"])
    assert line_width(line) <= width
    assert text_of(line).count("◉") == int(width >= 20)


@pytest.mark.parametrize(("width", "said"), [(120, "●0.1 ▲0.2 ■0.3"), (26, "+3")])
def test_small_multiples_read_out_as_many_lines_as_fit(width: int, said: str) -> None:
    names = ["a", "b", "c"]
    series = tuple(Series(name, (1.0, 2.0), (at / 10, at / 10)) for at, name in enumerate(names, start=1))
    many = tuple(Series(f"{at}", (1.0, 2.0), (at / 7, 1.0)) for at in range(8))
    shown = series if width > 100 else many
    figure = Curves("c", tuple(Plot(f"plot {at}", Axis("step"), Axis("y"), shown) for at in range(2)))
    lines = texts_of(render(figure, Size(width, 30), None, Cursor(x=1.0)))
    assert any(line.startswith(said) if width > 100 else "+" in line for line in lines)
    assert max(map(len, lines)) <= width
