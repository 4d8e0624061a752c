"""No two lines of a plot look alike without colour, however many there are."""

from __future__ import annotations

import pytest

from sweeplens.figures import Pattern, Series
from sweeplens.render.base import Look
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.marks import marks_of


def lines(count: int, *patterns: Pattern) -> list[Series]:
    return [Series(f"line {at}", (), (), pattern=patterns[at % len(patterns)]) for at in range(count)]


@pytest.mark.parametrize("count", [1, 3, 10, 11, 24, 30, 31, 60, 250])
@pytest.mark.parametrize("patterns", [("solid",), ("solid", "dashed", "dotted"), ("dotted", "solid")])
@pytest.mark.parametrize("charset", CHARSETS)
def test_every_line_has_a_mark_of_its_own(count: int, patterns: tuple[Pattern, ...], charset: str) -> None:
    marks = marks_of(lines(count, *patterns), Look(charset))
    assert len(marks) == len(set(marks.values())) == count


def test_markers_alone_are_enough_for_few_lines() -> None:
    marks = marks_of(lines(10, "solid"), Look())
    assert len({mark.text for mark in marks.values()}) == 10
    assert {mark.pattern for mark in marks.values()} == {"solid"}


def test_a_pattern_that_means_something_is_kept() -> None:
    patterns: tuple[Pattern, ...] = ("solid", "dashed", "dotted")
    for count in (9, 24, 60):
        series = lines(count, *patterns)
        marks = marks_of(series, Look())
        assert all(marks[line.name].pattern == line.pattern for line in series)


def test_numbers_follow_where_markers_and_patterns_are_used_up() -> None:
    assert [mark.text for mark in marks_of(lines(31, "solid"), Look()).values()] == [str(at) for at in range(1, 32)]


def test_lines_behind_others_take_no_mark() -> None:
    behind = [Series(f"seed {at}", (), (), pattern="thin") for at in range(40)]
    assert list(marks_of([*behind, *lines(2, "solid")], Look())) == ["line 0", "line 1"]
