"""The application on the sample collections: what a user presses, and what they see then."""

from __future__ import annotations

import pytest

from sweeplens.errors import QueryError, UsageError
from sweeplens.figures import Notice
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane
from sweeplens.settings import Settings
from sweeplens.tui.app import SweeplensApp
from sweeplens.tui.screens.main import MainScreen
from tests.tui.driving import SUM, Driven, driven, opening


def selection(it: Driven) -> object:
    return it.main.inquiry.selection


def table_lines(it: Driven) -> list[str]:
    return [line for line in it.screen().splitlines() if "tokcc a.25" in line and "│" in line]


# Opening


async def test_it_opens_on_the_state_of_the_collection() -> None:
    async with driven() as it:
        assert it.main.inquiry.pane is PANES[0]
        assert "12/12 complete" in it.line(0)
        assert "12 have final metrics" in it.screen()


async def test_it_opens_on_what_the_command_line_asks_for() -> None:
    async with driven(pane="extremes", where="beta=.01", theme="linen") as it:
        assert it.main.inquiry.pane.id == "extremes"
        assert "beta=.01 · 4/12 rows" in it.line(0)
        assert it.app.theme == "linen"


async def test_it_opens_as_it_was_left() -> None:
    async with driven() as it:
        await it.burst("4b>T", "down", "enter")
        theme = it.app.theme
        await it.quit()
    async with driven(first="") as it:
        assert it.main.inquiry.pane.id == "extremes"
        assert "beta=.01 · 4/12 rows" in it.line(0)
        assert it.main.inquiry.selection.rows == 10
        assert it.app.theme == theme
        assert it.main.opened is not None
        assert it.main.opened.name == SUM


async def test_a_place_can_be_opened_anew() -> None:
    async with driven() as it:
        await it.burst("4b")
        await it.quit()
    async with driven(reset_view=True) as it:
        assert it.main.inquiry.pane is PANES[0]
        assert "12/12 rows" in it.line(0)


@pytest.mark.parametrize(
    ("asked", "error", "sentence"),
    [
        ({"theme": "nothing"}, UsageError, "There is no theme called nothing; there are "),
        ({"where": "(beta"}, QueryError, "not closed"),
    ],
)
def test_what_is_not_there_is_refused_before_anything_is_drawn(
    asked: dict[str, str], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        SweeplensApp(opening(**asked), Settings())


async def test_a_pane_that_there_is_not_ends_the_application_with_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    app = SweeplensApp(opening(pane="nothing"), Settings())
    async with app.run_test() as pilot:
        for _ in range(100):
            if app.return_code is not None:
                break
            await pilot.pause(0.05)
    assert app.return_code == 2
    assert "There is no pane called nothing; there are state, " in capsys.readouterr().err


async def test_without_colours_a_theme_without_colours_is_worn_but_not_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with driven() as it:
        assert it.app.theme == "ansi"
        await it.quit()
    monkeypatch.delenv("NO_COLOR")
    async with driven() as it:
        assert it.app.theme == Settings().theme


# Keys


async def test_keys_after_the_filter_in_the_same_burst_are_commands_again() -> None:
    async with driven() as it:
        await it.burst("4/beta=.01", "enter", "jj", "enter")
        assert "4/12 rows" in it.line(0)
        assert "raw at beta=.01" in it.screen()
        await it.burst("escape", "3")
        assert it.main.inquiry.pane.id == "distributions"


async def test_cursor_keys_behind_a_panes_key_move_in_that_pane() -> None:
    async with driven() as it:
        await it.burst("2jj")
        assert it.main.figure_view.table.cursor_row == 2
        await it.burst("1", "2k", "enter")
        assert "raw at beta=.1" in it.screen()


@pytest.mark.parametrize("pane", PANES, ids=lambda pane: pane.id)
async def test_every_pane_has_a_key_and_an_answer(pane: Pane) -> None:
    async with driven() as it:
        await it.burst(pane.key)
        assert it.main.inquiry.pane is pane
        assert it.main.shown is not None
        assert it.main.shown.pane is pane
        assert not (isinstance(it.main.shown.figure, Notice) and it.main.shown.figure.level == "error")
        assert it.main.focused is it.main.figure_view.part


async def test_views_are_gone_through_and_kept_by_pane() -> None:
    async with driven(pane="extremes") as it:
        first = it.screen()
        await it.burst("v")
        second = it.screen()
        assert first != second
        await it.burst("34")
        assert it.screen() == second


async def test_metrics_are_stepped() -> None:
    async with driven(pane="extremes") as it:
        await it.burst("m")
        assert "within-task router probe ↑" in it.line(0)
        await it.burst("M")
        assert "matched router score ↑" in it.line(0)


async def test_rows_are_sorted_by_the_column_under_the_cursor() -> None:
    async with driven(pane="cells") as it:
        await it.burst("right", "right", "S")
        assert it.main.inquiry.selection.sort == ("matched_router_score", True)
        assert "sorted by matched router score, largest first" in it.line(0)
        assert "tokcc a.25" in it.screen().splitlines()[it.screen().splitlines().index(table_lines(it)[0])]
        await it.burst("s")
        assert it.main.inquiry.selection.sort == ("matched_router_score", False)


async def test_more_and_fewer_rows() -> None:
    async with driven(pane="extremes") as it:
        before = len(table_lines(it))
        await it.burst("<<")
        assert len(table_lines(it)) < before


async def test_a_mark_is_seen_in_every_pane() -> None:
    async with driven(pane="extremes") as it:
        await it.burst("space")
        assert it.main.inquiry.selection.marked == {6}
        await it.burst("2", "up")
        assert "● tokcc a.25" in it.screen()
        await it.burst("4", "home", "space")
        assert it.main.inquiry.selection.marked == frozenset()


async def test_keys_can_be_moved() -> None:
    keys = {"next_metric": "f5", "factor.beta": "z", "pane.cells": "f2"}
    async with driven(settings=Settings(watch_seconds=0, keys=keys)) as it:
        await it.burst("mb2")
        assert it.main.inquiry.selection.metric is None
        assert "12/12 rows" in it.line(0)
        await it.burst("f5", "z", "f2")
        assert it.main.inquiry.selection.metric == "within_task_router_probe"
        assert "beta=.01" in it.line(0)
        assert it.main.inquiry.pane.id == "cells"
        assert "z beta" in it.screen()


async def test_keys_that_cannot_be_moved_so_are_told() -> None:
    async with driven(settings=Settings(watch_seconds=0, keys={"fold": "m", "fould": "f9"})) as it:
        told = [each.message for each in it.app._notifications]
        assert any("fould" in sentence for sentence in told)
        assert any("both on m" in sentence for sentence in told)


async def test_what_is_not_possible_is_neither_in_the_footer_nor_done() -> None:
    async with driven() as it:
        footer = it.screen().splitlines()[-1]
        assert "x clear" not in footer
        await it.burst("xA")
        assert it.main.inquiry.selection.fold is None
        await it.burst("b")
        assert "x clear" in it.screen().splitlines()[-1]


async def test_an_unexpected_key_does_nothing() -> None:
    async with driven() as it:
        before = it.screen()
        await it.burst("ZQ~")
        assert it.screen() == before


# Parts


async def test_tab_goes_through_the_parts_and_escape_back_to_the_pane() -> None:
    async with driven() as it:
        main = it.main
        seen = []
        for _ in range(4):
            seen.append(main.focused)
            await it.burst("tab")
        assert seen[0] is seen[3] is main.figure_view.part
        assert seen[1] is main.listed
        await it.burst("escape")
        assert main.focused is main.figure_view.part
        await it.burst("shift+tab", "escape", "escape", "escape")
        assert isinstance(it.app.screen, MainScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60), (40, 10), (20, 5)])
async def test_every_pane_fits_every_screen(size: tuple[int, int]) -> None:
    async with driven(size=size) as it:
        for pane in PANES:
            await it.burst(pane.key)
            lines = it.screen().splitlines()
            assert len(lines) <= size[1]
            assert all(len(line) <= size[0] for line in lines)


async def test_the_side_panel_folds_on_a_narrow_screen_and_on_its_key() -> None:
    async with driven(size=(80, 24)) as it:
        assert "Collections" not in it.screen()
        await it.burst("\\")
        assert "Collections" in it.screen()
        await it.burst("tab", "\\")
        assert "Collections" not in it.screen()
        assert it.main.focused is it.main.figure_view.part


async def test_the_screen_follows_its_size() -> None:
    async with driven() as it:
        assert "Collections" in it.screen()
        await it.pilot.resize_terminal(80, 24)
        await it.settle()
        assert "Collections" not in it.screen()
        await it.pilot.resize_terminal(200, 60)
        await it.settle()
        assert "sum-token-aggregation_20260503" in it.screen()


async def test_a_click_does_what_its_key_does() -> None:
    async with driven() as it:
        at = it.line(1).index("Extremes")
        await it.pilot.click(offset=(at, 1))
        await it.settle()
        assert it.main.inquiry.pane.id == "extremes"
        at = it.line(39).index("b beta")
        await it.pilot.click(offset=(at, 39))
        await it.settle()
        assert "beta=.01" in it.line(0)


async def test_another_collection_is_opened_from_the_list() -> None:
    async with driven() as it:
        await it.burst("tab", "home", "enter")
        assert it.main.opened is not None
        assert it.main.opened.name == "bare-table_demo"
        assert "sum-token" not in it.line(0)
