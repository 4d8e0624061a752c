"""Words side by side: what fits, what is clipped, what a click hits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sweeplens.data.collection import Status
from sweeplens.panes import PANES
from sweeplens.render.base import Line, Span
from sweeplens.render.lines import line_width
from sweeplens.tui.facets import Facet
from sweeplens.tui.widgets.collection_list import CollectionList, Entry
from sweeplens.tui.widgets.facet_panel import FacetPanel
from sweeplens.tui.widgets.key_line import KeyLine, key_spots
from sweeplens.tui.widgets.lines import between, clipped_line
from sweeplens.tui.widgets.pane_tabs import PaneTabs
from sweeplens.tui.widgets.top_line import TopLine, TopWords
from sweeplens.tui.words import Said
from tests.builders import collection_of, factor

WORDS = st.text("abc 世é", max_size=12)
LINES = st.lists(st.builds(Span, WORDS, st.just("")), max_size=4).map(tuple)


def text(line: Line) -> str:
    return "".join(span.text for span in line)


@settings(max_examples=60)
@given(LINES, st.integers(0, 30))
def test_a_clipped_line_is_never_wider_and_whole_where_it_fits(line: Line, width: int) -> None:
    clipped = clipped_line(line, width)
    assert line_width(clipped) <= width
    assert text(clipped) == text(line) or line_width(line) > width


@settings(max_examples=60)
@given(LINES, LINES, st.integers(0, 60))
@example((), (Span("abc"),), 4)
def test_two_ends_share_a_line_without_touching(left: Line, right: Line, width: int) -> None:
    shared = between(left, right, width)
    assert line_width(shared) <= width
    if line_width(left) + line_width(right) < width:
        assert line_width(shared) == width
        assert text(shared).startswith(text(left))
        assert text(shared).endswith(text(right))


# Footer


def footer(width: int) -> str:
    line = KeyLine()
    line.set_reactive(
        KeyLine.spots, key_spots([("b", "beta", "beta"), ("m", "metric", "metric"), ("?", "help", "help")])
    )
    return text(line.drawn(width)[0])


def test_the_footer_shows_as_many_keys_as_fit_and_always_the_help() -> None:
    assert footer(80) == "b beta  m metric  ? help"
    assert footer(20) == "b beta  ? help"
    assert footer(7) == "? help"


def test_an_empty_footer_is_empty() -> None:
    assert KeyLine().drawn(80) == ((),)


# Tabs


def tabs(width: int, chosen: str = "") -> str:
    line = PaneTabs()
    line.set_reactive(PaneTabs.panes, PANES)
    line.set_reactive(PaneTabs.chosen, chosen)
    return text(line.drawn(width)[0])


def test_tabs_have_whole_names_where_there_is_room_and_short_ones_where_there_is_not() -> None:
    assert all(f"{pane.key} {pane.title}" in tabs(200) for pane in PANES)
    assert all(f"{pane.key} {pane.short}" in tabs(80) for pane in PANES if not pane.is_document)
    assert line_width_of(tabs(80)) <= 80


@pytest.mark.parametrize("width", [80, 120])
def test_a_document_without_room_for_its_name_keeps_its_key(width: int) -> None:
    assert all(tabs(width).split()[-1] == pane.key for pane in PANES if pane.is_document)


def line_width_of(words: str) -> int:
    return line_width((Span(words),))


@pytest.mark.parametrize("pane", PANES, ids=lambda pane: pane.id)
def test_the_chosen_tab_is_there_however_narrow_it_is(pane: object) -> None:
    chosen = next(each for each in PANES if each is pane)
    assert chosen.short in tabs(40, chosen.id)


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_choosing_a_pane_moves_no_tab(width: int) -> None:
    panes = [pane for pane in PANES if not pane.is_document]
    assert len({line_width_of(tabs(width, pane.id)) for pane in panes}) == 1 or width == 40


# The first line


SWEEP = replace(
    collection_of({"beta": ["1", "2"], "score": [0.1, None]}, [factor("beta", ["1", "2"])]), title="A sweep of betas"
)


def top(width: int, **words: object) -> str:
    line = TopLine()
    said = TopWords("A sweep of betas", SWEEP, (Said("score ↑"), Said("beta<=.1"), Said("1/2 rows")))
    line.set_reactive(TopLine.words, replace(said, **words))  # type: ignore[arg-type]
    return text(line.drawn(width)[0])


def test_the_first_line_says_collection_state_and_question() -> None:
    said = top(100)
    assert said.startswith("A sweep of betas")
    assert "1/2" in said
    assert said.endswith("score ↑ · beta<=.1 · 1/2 rows")


@pytest.mark.parametrize("width", [30, 50, 60, 80])
def test_on_a_narrow_screen_the_question_is_said_longest(width: int) -> None:
    assert line_width_of(top(width)) <= width
    assert "beta<=.1" in top(width) or width < 40


FOLDED = (
    Said("validation accuracy ↑"),
    Said("family~raw", is_elsewhere=True),
    Said("mean ± standard error over seed", "mean ± standard error"),
    Said("NaN excluded"),
    Said("12/24 rows", is_elsewhere=True),
)


def test_where_there_is_no_room_what_the_screen_says_elsewhere_goes_first() -> None:
    assert top(160, question=FOLDED).endswith(" · ".join(part.text for part in FOLDED))
    assert top(110, question=FOLDED).endswith("family~raw · mean ± standard error · NaN excluded · 12/24 rows")
    assert top(80, question=FOLDED).endswith("validation accuracy ↑ · mean ± standard error · NaN excluded")


@pytest.mark.parametrize("width", range(30, 170, 7))
def test_the_first_line_is_never_wider_than_the_screen(width: int) -> None:
    assert line_width_of(top(width, question=FOLDED)) <= width


def test_what_is_going_on_is_said_beside_the_title() -> None:
    assert "changed on disk" in top(120, note="changed on disk")


def test_before_there_is_a_collection_there_is_only_its_name() -> None:
    assert top(80, collection=None, question=()).strip() == "A sweep of betas"


# The list


def entry(**counts: int) -> Entry:
    return Entry(Path("x"), "x", {status: counts.get(status.value, 0) for status in Status}, runs=7)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (entry(complete=12), "12/12 █"),
        (entry(complete=5, incomplete=2, missing=2), "5/9 ◐"),
        (entry(complete=5, diverged=1, missing=3), "5/9 ✗"),
        (entry(complete=1, missing=1), "1/2 ○"),
        (entry(unexpected=3), "7 runs"),
        (Entry(Path("x"), "x"), "·"),
        (Entry(Path("x"), "x", is_broken=True), "unreadable"),
    ],
)
def test_the_state_of_a_collection_is_a_count_and_the_mark_of_the_worst(shown: Entry, said: str) -> None:
    assert text(shown.state()) == said


def test_markup_and_controls_in_a_name_are_shown_as_they_are() -> None:
    shown = CollectionList()
    shown.set_reactive(CollectionList.entries, (Entry(Path("x"), "[red]\x1b[31m\nname"),))
    assert "[red]␛[31m⏎name" in text(shown.line(0, 60))


# The factors


def test_levels_are_shown_short_with_their_counts_and_the_chosen_one_marked() -> None:
    beta = factor("beta", ["beta=.01", "beta=.1"])
    panel = FacetPanel()
    panel.set_reactive(FacetPanel.keys, {"beta": "b"})
    panel.lay_out((Facet(beta, {"beta=.01": 4}, beta.levels[0]),))
    assert [text(panel.line(at, 20)) for at in range(3)] == [
        "b beta          held",
        "● .01              4",
        "  .1               ·",
    ]


def test_of_a_factor_with_many_levels_the_first_ones_and_the_chosen_one_are_shown() -> None:
    run = factor("run", [f"run {at}" for at in range(40)])
    panel = FacetPanel()
    panel.lay_out((Facet(run, {}, run.levels[30]),))
    shown = [text(panel.line(at, 30)).strip() for at in range(panel.line_count())]
    assert shown[1].startswith("run 0")
    assert any(line.startswith("● run 30") for line in shown)
    assert shown[-1] == "… 27 more levels"
    assert not panel.can_stop(panel.line_count() - 1)
