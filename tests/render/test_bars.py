from __future__ import annotations

import math

from sweeplens.figures import Axis, Bar, Bars, Direction
from sweeplens.render import render
from sweeplens.render.base import Lines, Size


def drawn(*bars: Bar, log: bool = False, height: int | None = None) -> list[str]:
    figure = Bars("", Axis("gap", "nats", Direction.LOWER, log), (("", bars),))
    return text_of(render(figure, Size(60, height)))


def text_of(lines: Lines) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def test_the_axis_says_what_is_measured() -> None:
    assert drawn(Bar("a", 1.0))[0] == "gap (nats) ↓"


def test_a_bar_is_as_long_as_its_value() -> None:
    short, long = drawn(Bar("a", 1.0), Bar("b", 2.0))[1:]
    assert abs(2 * short.count("█") - long.count("█")) <= 1


def test_negative_values_go_the_other_way_from_zero() -> None:
    below, above = drawn(Bar("a", -1.0), Bar("b", 1.0))[1:]
    assert below.rindex("█") < above.index("█")


def test_values_without_a_bar_are_still_written() -> None:
    missing, broken = drawn(Bar("a", None), Bar("b", math.nan))[1:]
    assert missing.split() == ["a", "·"]
    assert broken.split() == ["b", "NaN"]


def test_notes_stand_behind_the_bars() -> None:
    assert drawn(Bar("a", 1.0, note="2 of 3"))[1].endswith("2 of 3")


def test_a_log_axis_gives_each_decade_the_same_length() -> None:
    lengths = [line.count("█") for line in drawn(Bar("a", 0.1), Bar("b", 1.0), Bar("c", 10.0), log=True)[1:]]
    assert abs((lengths[2] - lengths[1]) - (lengths[1] - lengths[0])) <= 1


def test_a_log_axis_says_what_it_cannot_show() -> None:
    assert drawn(Bar("a", 1.0), Bar("b", -1.0), log=True)[-1].startswith("1 at or below zero")


def test_bars_that_do_not_fit_are_counted() -> None:
    assert drawn(*(Bar(str(at), 1.0) for at in range(50)), height=10)[-1] == "42 further bars below."


def test_groups_have_names() -> None:
    figure = Bars("", Axis("gap"), (("raw", (Bar(".01", 1.0),)), ("norm", (Bar(".01", 2.0),))))
    assert [line for line in text_of(render(figure, Size(60))) if not line.startswith("  ")] == ["gap", "raw", "norm"]
