"""What a legend of curves says, and where it stands."""

from __future__ import annotations

import pytest

from sweeplens.render.base import Lines
from sweeplens.render.legend_blocks import Entry, Legend
from sweeplens.render.legend_places import below, openly_placed, placed
from sweeplens.render.lines import line_width


def legend(count: int, *notes: str, name: str = "family {}") -> Legend:
    entries = tuple(Entry("─●─", (name.format(at), f".{at}"), "series:a", notes or ("",)) for at in range(count))
    return Legend(("family", "beta"), entries)


def text_of(lines: Lines) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def test_heads_stand_over_their_columns() -> None:
    head, first, *_ = text_of(placed(legend(3), 100, 30).lines).splitlines()
    assert head.index("family") == first.index("family 0")
    assert head.index("beta") == first.index(".0")


def test_entries_run_from_the_top_to_the_bottom() -> None:
    head, *rows = text_of(legend(6).block(0).lines(3, 2)).splitlines()
    assert head.count("family") == 3
    assert [[row.index(f"family {at}") for at in range(nth, 6, 2)] for nth, row in enumerate(rows)] == [[4, 23, 42]] * 2


@pytest.mark.parametrize(("width", "height"), [(78, 20), (94, 32), (150, 50)])
@pytest.mark.parametrize("count", [2, 9, 20, 24])
def test_every_entry_is_shown_where_there_is_room(width: int, height: int, count: int) -> None:
    place = placed(legend(count, "0.5123"), width, height)
    assert all(f"─●─ {'family'} {at} " in text_of(place.lines) for at in range(count))
    assert place.plot[0] + (line_width(max(place.lines, key=line_width)) + 2 if place.is_beside else 0) <= width
    assert place.plot[1] + (0 if place.is_beside else len(place.lines)) <= height


def test_names_are_shortened_before_an_entry_is_left_out() -> None:
    long = "a rather long name of a family that ends in {}"
    text = text_of(placed(legend(20, "0.5123", name=long), 78, 19).lines)
    assert "more" not in text
    assert all(f"{at} .{at}" in text for at in range(20))


def test_what_does_not_fit_in_any_way_is_counted() -> None:
    place = placed(legend(200), 78, 20)
    assert "and 1" in text_of(place.lines)
    assert " more" in text_of(place.lines)
    assert place.plot[1] + len(place.lines) == 20
    assert place.plot[1] > len(place.lines)


def test_it_says_less_where_that_leaves_a_larger_plot() -> None:
    notes = ("a long story about what happened at the end of this run", "short", "")
    assert "short" in text_of(placed(legend(9, *notes), 78, 20).lines)
    assert "long story" in text_of(placed(legend(9, *notes), 200, 50).lines)


def test_without_a_height_everything_is_said() -> None:
    text = text_of(openly_placed(legend(60, "a long story about this run", ""), 78, 20).lines)
    assert text.count("a long story") == 60


def test_a_legend_of_nothing_leaves_all_to_the_plot() -> None:
    assert placed(legend(0), 78, 20).plot == openly_placed(legend(0), 78, 20).plot == (78, 20)


def test_a_legend_beside_the_plot_begins_below_what_its_axis_measures() -> None:
    place = placed(legend(24), 94, 32)
    assert place.is_beside
    drawn = text_of(place.around(((),) * 32)).splitlines()
    assert drawn[0] == ""
    assert "family" in drawn[1]


def test_a_shared_legend_shortens_names_rather_than_leave_lines_out() -> None:
    lines = below(legend(12, name="a family of a long name {}"), 77, 4)
    assert len(lines) <= 4
    assert text_of(lines).count("●") == 12
    assert "more" not in text_of(lines)
