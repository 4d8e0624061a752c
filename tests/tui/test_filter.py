"""The filter as it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.query import filter_text
from tests.tui.driving import Driven, driven


def says(it: Driven) -> tuple[str, str]:
    """What stands beside the draft: the count and the reason."""
    return it.main.filter_line.says.count, it.main.filter_line.says.error


def draft(it: Driven) -> str:
    return it.main.filter_line.input.value


async def test_the_filter_is_live_while_it_is_typed() -> None:
    async with driven(pane="extremes") as it:
        seen = []
        for part in ("/", "beta=.1", " ", "family~tok"):
            await it.burst(part)
            seen.append(says(it)[0])
        assert seen == ["12/12 rows", "4/12 rows", "4/12 rows", "2/12 rows"]
        assert it.main.is_typing


async def test_enter_keeps_the_filter_and_goes_back_to_the_pane() -> None:
    async with driven(pane="extremes") as it:
        await it.burst("/beta=.1", "enter")
        assert not it.main.is_typing
        assert it.main.focused is it.main.figure_view.part
        assert (draft(it), says(it)[0]) == ("beta=.1", "4/12 rows")


async def test_escape_brings_the_filter_before_it_back() -> None:
    async with driven(where="family=raw") as it:
        await it.burst("/ beta=.1", "escape")
        assert filter_text(it.main.inquiry.selection.where) == draft(it) == "family=raw"
        assert says(it) == ("3/12 rows", "")


async def test_while_the_text_is_no_filter_the_last_good_one_stays_with_the_reason() -> None:
    async with driven() as it:
        await it.burst("/beta=.1", " (matched_router_score>.511")
        assert filter_text(it.main.inquiry.selection.where) == "beta=.1"
        assert says(it)[0] == "4/12 rows"
        assert says(it)[1]
        await it.burst(")")
        assert says(it) == ("2/12 rows", "")


async def test_a_name_that_is_not_there_is_told() -> None:
    async with driven() as it:
        await it.burst("/beta=.1", " bate=.1")
        count, error = says(it)
        assert count == "0/12 rows"
        assert "bate" in error


async def test_a_text_that_is_no_filter_is_not_kept_but_can_be_mended_or_left() -> None:
    async with driven(where="beta=1") as it:
        await it.burst("/ bate=.1", "enter")
        assert it.main.is_typing
        await it.burst("escape")
        assert filter_text(it.main.inquiry.selection.where) == draft(it) == "beta=1"
        assert says(it) == ("4/12 rows", "")


async def test_the_words_that_were_typed_stay_as_they_were_typed() -> None:
    async with driven() as it:
        await it.burst('/ beta="1"   family~tok', "enter")
        assert draft(it) == ' beta="1"   family~tok'


async def test_a_factors_key_steps_its_levels_and_shows_the_count() -> None:
    async with driven(pane="cells") as it:
        seen = []
        for _ in range(4):
            await it.burst("b")
            seen.append((draft(it), says(it)[0]))
        assert seen == [
            ("beta=.01", "4/12 rows"),
            ("beta=.1", "4/12 rows"),
            ("beta=1", "4/12 rows"),
            ("", "12/12 rows"),
        ]


async def test_keys_of_factors_add_up_and_are_let_go() -> None:
    async with driven() as it:
        await it.burst("bf")
        assert draft(it) == "beta=.01 family=raw"
        await it.burst("]")
        assert draft(it) == 'beta=.01 family="dist norm"'
        await it.burst("&")
        assert draft(it) == ""
        await it.burst("b/", " matched_router_score>99", "enter", "x")
        assert (draft(it), says(it)[0]) == ("", "12/12 rows")


async def test_the_facets_mark_the_level_and_count_what_is_shown() -> None:
    async with driven() as it:
        await it.burst("b")
        screen = it.screen()
        assert "● .01" in screen
        assert "b beta" in screen


async def test_a_level_that_is_clicked_is_held_and_clicked_again_let_go() -> None:
    async with driven() as it:
        await it.burst("tab", "tab", "down", "down", "enter")
        assert draft(it) == 'family="dist norm"'
        await it.burst("enter")
        assert draft(it) == ""


@pytest.fixture
def by_task(tmp_path: Path) -> Path:
    """Runs of two modes and settings, and a history of each by task."""
    points = [(m, s, t, step) for m in ("old", "new") for s in ("p", "q") for t in ("maze", "walk") for step in (1, 2)]
    rows = [f"{m},{s},{t},{step},{step}.{'5' if m == 'new' else '25'}" for m, s, t, step in points]
    (tmp_path / "summary.csv").write_text("mode,setting,acc\nold,p,0.51\nold,q,0.52\nnew,p,0.53\nnew,q,0.54\n")
    (tmp_path / "tasks.csv").write_text("mode,setting,task,step,acc\n" + "\n".join(rows) + "\n")
    return tmp_path


async def test_a_task_that_only_a_history_has_is_typed_for_dynamics_and_left_out_of_runs(by_task: Path) -> None:
    async with driven(paths=(by_task,), first="", pane="dynamics") as it:
        await it.burst("/task=maze", " mode=new", "enter")
        assert says(it) == ("2/4 rows", "")
        assert it.main.filter_line.says.note == ""
        assert "walk" not in it.screen()
        await it.burst("2")
        assert "task=maze is left out: the runs have no task." in it.screen()
        await it.burst("/", " tusk=maze")
        assert "tusk" in says(it)[1]


async def test_a_field_of_tasks_opens_its_curves_and_escape_goes_back(by_task: Path) -> None:
    async with driven(paths=(by_task,), first="", pane="gaps", view="heatmap") as it:
        await it.burst("down", "right", "enter")
        assert it.main.inquiry.pane.id == "dynamics"
        assert draft(it) == "setting=p task=walk"
        assert says(it) == ("2/4 rows", "")
        await it.burst("escape")
        assert (it.main.inquiry.pane.id, it.main.inquiry.view) == ("gaps", "heatmap")
