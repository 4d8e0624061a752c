"""How numbers are made is chosen with keys, and seen."""

from __future__ import annotations

import pytest

from sweeplens.settings import Settings
from sweeplens.tui.choices import choices
from tests.samples.reading import RUNNING
from tests.tui.driving import Driven, driven

TABLE = RUNNING.parent / "bare-table_demo"


async def seen(it: Driven, key: str) -> str:
    """The screen after a key."""
    await it.burst(key)
    return it.screen()


async def test_every_way_of_folding_is_seen_in_the_first_line_and_in_the_numbers() -> None:
    async with driven(size=(160, 40), first=RUNNING.name, pane="cells") as it:
        assert "mean" not in it.line(0)
        shown = await seen(it, "F")
        assert "mean ± std over seed · NaN excluded · 24/24 rows" in it.line(0)
        assert "0.889 ± 0.0035 (3/3)" in " ".join(shown.split())
        shown = await seen(it, "F")
        assert "median [min, max] over seed" in it.line(0)
        assert "0.8878 [0.8863, 0.8929] (3/3)" in " ".join(shown.split())
        names = [await seen(it, "F") and it.main.inquiry.selection.folding for _ in range(5)]
        assert names == ["mean-stderr", "mean-t95", "mean-bootstrap95", "iqm-bootstrap95", "mean-std"]
        await it.burst("A")
        assert "mean" not in it.line(0)


async def test_what_becomes_of_diverged_runs_is_seen() -> None:
    async with driven(size=(160, 40), first=RUNNING.name, pane="extremes") as it:
        shown = await seen(it, "A")
        assert "NaN excluded" in it.line(0)
        assert "1 cell with diverged runs is not ranked" in " ".join(shown.split())
        shown = await seen(it, "N")
        assert "NaN as worst" in it.line(0)
        assert "is not ranked" not in shown
        await it.burst("AN")
        assert "NaN" not in it.line(0)


async def test_the_value_that_a_run_stands_for_is_stepped_through() -> None:
    async with driven(size=(160, 40), pane="extremes", settings=Settings(watch_seconds=0, mean_of=3)) as it:
        said = [await seen(it, "B") and it.line(0) for _ in range(5)]
        for line, words in zip(said, ("best of", "lowest of", "highest of", "mean of the last 3", ""), strict=True):
            assert words in line
        assert "of history" not in said[-1]


async def test_the_common_set_is_said_and_let_go_again() -> None:
    async with driven(size=(160, 40)) as it:
        await it.burst("G")
        assert "common set" in it.line(0)
        await it.burst("G")
        assert "common set" not in it.line(0)


@pytest.mark.parametrize(
    ("key", "why"), [("A", "Nothing to fold"), ("F", "Nothing to fold"), ("B", "No history holds a metric run by run")]
)
async def test_where_a_key_changes_nothing_it_is_said_why(key: str, why: str) -> None:
    async with driven(first=TABLE.name) as it:
        asked = it.main.inquiry
        await it.burst(key)
        assert any(why in told.message for told in it.app._notifications)
        assert it.main.inquiry is asked


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ("fold as median", "folding", "median-range"),
        ("nan and inf: count", "nonfinite", "worst"),
        ("value of a run: best", "statistic", "best"),
    ],
)
async def test_each_choice_is_found_in_the_palette(typed: str, name: str, value: str) -> None:
    async with driven(first=RUNNING.name) as it:
        await it.burst("ctrl+p")
        await it.burst(typed)
        await it.burst("enter")
        assert getattr(it.main.inquiry.selection, name) == value


def test_choices_have_names_of_their_own() -> None:
    titles = [choice.title for choice in choices()]
    assert len(set(titles)) == len(titles) == 13


async def test_a_key_of_these_can_be_moved() -> None:
    settings = Settings(watch_seconds=0, keys={"next_folding": "f6"})
    async with driven(first=RUNNING.name, settings=settings) as it:
        await it.burst("F")
        assert it.main.inquiry.selection.fold is None
        await it.burst("f6")
        assert it.main.inquiry.selection.fold is True


async def test_the_settings_say_how_numbers_are_made_and_the_place_remembers_what_was_changed() -> None:
    settings = Settings(watch_seconds=0, fold=True, folding="median-range")
    async with driven(first=RUNNING.name, settings=settings, size=(160, 40)) as it:
        assert "median [min, max] over seed" in it.line(0)
        await it.burst("FN")
        await it.quit()
    async with driven(first=RUNNING.name, settings=settings, size=(160, 40)) as it:
        assert "mean ± standard error over seed · NaN as worst" in it.line(0)


async def test_on_a_small_screen_the_way_of_folding_is_there() -> None:
    async with driven(size=(80, 24), first=RUNNING.name, pane="extremes") as it:
        await it.burst("A/family~raw", "enter")
        assert "mean ± std · NaN excluded" in it.line(0)
        assert "10/24 rows" in it.line(22)
