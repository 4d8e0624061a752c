from __future__ import annotations

import pytest

from sweeplens.export import Options
from sweeplens.export.plot import write_plot
from sweeplens.figures import Axis, Column, Curves, Figure, Plot, table_of
from tests.gallery import BARS, CURVES, EMPTY, FRAMES, GRID, NAN, ODD, ORDINARY, POINTS, STATES, curves, line


def drawn(figure: Figure) -> list[str]:
    return write_plot(figure, Options()).splitlines()


def bar_of(lines: list[str], label: str) -> int:
    return next(each for each in lines if label in each).count("#")


def test_a_table_is_bars_over_its_keys() -> None:
    lines = drawn(ORDINARY)
    assert bar_of(lines, "raw") < bar_of(lines, "dist norm") < bar_of(lines, "tokcc a.25")
    assert any("matched score ↑" in each for each in lines)


def test_the_column_that_orders_a_table_is_drawn() -> None:
    table = table_of(
        "T", (Column("k", kind="level", is_key=True), Column("a"), Column("b")), [("x", 1, 2)], sorted_by=("b", True)
    )
    assert drawn(table)[-1].strip() == "b"


def test_what_has_no_bar_is_counted() -> None:
    assert "1 value missing or not finite." in drawn(ORDINARY)
    assert "2 values missing or not finite." in drawn(BARS)


def test_many_bars_are_cut_and_counted() -> None:
    table = table_of("T", (Column("k", kind="level", is_key=True), Column("a")), [(str(at), at) for at in range(100)])
    assert drawn(table)[-1] == "40 further bars left out."


@pytest.mark.parametrize("figure", [CURVES, POINTS, FRAMES])
def test_every_series_has_a_marker_and_a_name(figure: Figure) -> None:
    lines = drawn(figure)
    assert any(each.startswith("o ") for each in lines)
    assert any(each.startswith("+ ") for each in lines)


def test_many_series_have_characters_of_their_own() -> None:
    lines = drawn(ODD["many series"])
    keys = [each[0] for each in lines if each[1:].startswith(" series ")]
    assert len(keys) == len(set(keys)) == 40


def test_what_lies_beyond_the_ends_of_an_axis_is_not_drawn() -> None:
    blown = line(1.0, 2.0, 1e9)
    plot = Plot("", Axis("x"), Axis("y", low=0.0, high=4.0), (blown,))
    assert not any("e+" in each or "1.0e9" in each for each in drawn(Curves("C", (plot,))))


def test_a_gap_is_not_joined() -> None:
    whole = "".join(drawn(curves(line(0, 0, 0, 0)))).count("o")
    parted = "".join(drawn(curves(line(0, 0, NAN, 0)))).count("o")
    assert parted < whole


def test_a_grid_is_a_bar_a_field() -> None:
    assert bar_of(drawn(GRID), "loss · raw .01") > bar_of(drawn(GRID), "score · raw .01")


def test_a_grid_of_statuses_is_a_bar_a_status() -> None:
    assert bar_of(drawn(STATES), "complete") > 0


@pytest.mark.parametrize(
    "name", ["all NaN", "infinite", "huge values", "largest values", "smallest values", "log of negatives", "one point"]
)
def test_no_value_ends_the_process(name: str) -> None:
    assert drawn(ODD[name])


@pytest.mark.parametrize("name", ["curves without points", "points"])
def test_nothing_to_draw_is_said(name: str) -> None:
    assert "Nothing finite to draw." in drawn(EMPTY[name])


def test_a_plot_says_nothing_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    for figure in (*ODD.values(), *EMPTY.values()):
        drawn(figure)
    assert capsys.readouterr().out == ""


def test_a_spike_among_many_points_is_drawn() -> None:
    values = [0.0] * 20_000
    values[12_345] = 1.0
    assert "o" in drawn(curves(line(*values)))[2]


def test_a_log_axis_has_powers_of_ten() -> None:
    lines = drawn(ODD["log"])
    assert any("loss (log)" in each for each in lines)
    assert [each.split("┤")[0].strip() for each in lines if "┤" in each] == [
        "1e+05",
        "1e+03",
        "10",
        "0.1",
        "0.001",
        "1e-05",
    ]
