from __future__ import annotations

import math
from dataclasses import replace

import pytest

from sweeplens.figures import Field, Grid, Ordering
from sweeplens.render import render
from sweeplens.render.base import Cursor, Lines, Look, Size
from tests.gallery import STATES


def heat(*rows: tuple[float | None, ...], normalise: str = "all", centred: bool = True) -> Grid:
    labels = tuple(f"row {at}" for at in range(len(rows)))
    columns = tuple(f"c{at}" for at in range(len(rows[0])))
    fields = tuple(tuple(Field(value) for value in row) for row in rows)
    return Grid("", "", "", labels, columns, fields, normalise, centred)  # type: ignore[arg-type]


def text_of(lines: Lines) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def roles(lines: Lines, kind: str) -> list[int]:
    return [int(span.role.partition(":")[2]) for line in lines for span in line if span.role.startswith(kind)]


def test_every_field_holds_its_true_value_and_sign() -> None:
    assert text_of(render(heat((-0.2149, 0.0033, 0.0)), Size(80)))[1].split()[2:] == ["-0.2149", "+0.0033", "0"]


def test_colours_are_centred_on_zero() -> None:
    assert roles(render(heat((-2.0, 0.0, 1.0, 2.0)), Size(80)), "heat") == [-6, 0, 3, 6]


def test_colours_are_relative_to_their_row_where_rows_differ_in_scale() -> None:
    grid = heat((-1.0, 1.0), (-1000.0, 1000.0), normalise="row")
    assert roles(render(grid, Size(80)), "heat") == [-6, 6, -6, 6]


def test_colours_are_relative_to_all_where_rows_compare() -> None:
    assert roles(render(heat((-1.0, 1.0), (-6.0, 6.0)), Size(80)), "heat") == [-1, 1, -6, 6]


def test_what_is_not_finite_bounds_no_colour() -> None:
    lines = render(heat((1.0, math.inf, math.nan, None, -1.0)), Size(80))
    assert roles(lines, "heat") == [6, -6]
    assert text_of(lines)[1].split()[2:] == ["+1", "Inf", "NaN", "·", "-1"]


def test_an_uncentred_grid_is_coloured_from_its_lowest_to_its_highest() -> None:
    assert roles(render(heat((1.0, 2.0, 3.0), centred=False), Size(80)), "tone") == [0, 4, 8]


@pytest.mark.parametrize("colours", [16, 0])
def test_shades_say_the_size_where_colours_are_few(colours: int) -> None:
    row = text_of(render(heat((-2.0, 0.0, 2.0)), Size(80), Look(colours=colours)))[1]
    assert row.count("█") == 2


def test_statuses_are_glyphs_with_a_legend_that_counts() -> None:
    lines = text_of(render(STATES, Size(80)))
    assert any("● 3/3" in line and "○ 3/3" in line for line in lines)
    assert lines[-1].split("  ")[0] == "● complete 1"


def test_columns_that_do_not_fit_go_on_below() -> None:
    wide = heat(tuple(float(at) for at in range(40)))
    lines = text_of(render(wide, Size(60)))
    assert sum(line.startswith("row 0") for line in lines) > 1
    assert "+39" in lines[-1]


def test_the_field_under_the_cursor_stands_in_brackets() -> None:
    plain, pointed = (
        render(heat((1.0, 2.0, 3.0)), Size(80), None, cursor) for cursor in (Cursor(), Cursor(cell=(0, 1)))
    )
    assert "[" in text_of(pointed)[1]
    assert len(text_of(plain)[1]) == len(text_of(pointed)[1])


@pytest.mark.parametrize(
    ("ordering", "line", "sign"),
    [
        (Ordering(("a", "b"), "gap", by=("gap", True)), 0, "task ▾"),
        (Ordering(("a", "b"), "gap", by=("b", False)), 0, "c1 ▴"),
        (Ordering(("x", "y"), of="columns", by=("y", True)), 2, "row 1 ▾"),
    ],
)
def test_a_sign_stands_by_the_head_of_what_a_grid_is_ordered_by(ordering: Ordering, line: int, sign: str) -> None:
    grid = replace(heat((1.0, 2.0), (3.0, 4.0)), row_head="task", ordering=ordering)
    lines = text_of(render(grid, Size(80)))
    assert sign in lines[line]
    assert sum(text.count(sign[-1]) for text in lines) == 1


@pytest.mark.parametrize(("colours", "text"), [(1 << 24, "+0.5≈"), (0, "≈ +0.5")])
def test_a_difference_within_noise_has_no_colour_and_is_marked(colours: int, text: str) -> None:
    fields = (Field(0.5, within_noise=True), Field(-1.0))
    lines = render(Grid("", "", "", ("row",), ("a", "b"), (fields,), centred=True), Size(80), Look(colours=colours))
    (marked,) = [span for line in lines for span in line if span.role == "muted" and span.text.strip()]
    assert marked.text.strip() == text


def labelled(*rows: str) -> Grid:
    values = tuple((0.1234,) * 6 for _ in rows)
    return replace(heat(*values), row_labels=rows)


def test_labels_are_squeezed_where_all_columns_are_side_by_side_then() -> None:
    lines = text_of(render(labelled("linear_equation_solving", "base_conversion"), Size(72)))
    assert len(lines) == 3
    label = lines[1].split()[0]
    assert (len(label), label[:9], label[-8:]) == (18, "linear_eq", "_solving")


def test_labels_that_would_become_alike_are_not_squeezed_so_far() -> None:
    lines = text_of(render(labelled("linear_equation_x_solving", "linear_equation_y_solving"), Size(72)))
    assert len(lines) == 7
    assert len({line.split()[0] for line in lines if line.startswith("linear")}) == 2
