"""The boxes over the main screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.widgets import Input

from sweeplens.render.lines import line_width
from sweeplens.tui.commands import COMMANDS
from sweeplens.tui.screens.choice import ChoiceList, ChoiceScreen
from sweeplens.tui.screens.commanded import FIXED
from sweeplens.tui.screens.confirm import Confirm
from sweeplens.tui.screens.export import ExportScreen
from sweeplens.tui.screens.help import HelpScreen, help_lines
from sweeplens.tui.screens.run import RunScreen
from sweeplens.tui.screens.theme_picker import ThemePicker
from sweeplens.tui.widgets.option_row import OptionRow
from tests.tui.driving import Driven, driven


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def told(it: Driven) -> list[str]:
    """What was said in passing."""
    return [notification.message for notification in it.app._notifications]


def is_on_main(it: Driven) -> bool:
    return it.app.screen is it.main


# Help


def test_the_help_names_every_command_with_its_key() -> None:
    page = "\n".join("".join(text for text, _ in line) for line in help_lines([(c.keys, c) for c in FIXED], 200))
    for command in COMMANDS:
        assert command.title in page
        assert command.help in page


@pytest.mark.parametrize("width", [40, 76, 112])
def test_no_word_of_the_help_is_lost_where_it_is_narrow(width: int) -> None:
    lines = help_lines([(c.keys, c) for c in FIXED], width)
    letters = "".join("".join(text for text, _ in line) for line in lines).replace(" ", "")
    for command in COMMANDS:
        assert command.help.replace(" ", "") in letters
    assert max(line_width(line) for line in lines) <= width


async def test_help_is_opened_scrolled_and_left() -> None:
    async with driven(size=(80, 24)) as it:
        await it.burst("?")
        assert isinstance(it.app.screen, HelpScreen)
        assert "Is the collection whole?" in it.screen()
        await it.burst("end")
        assert "status:missing" in it.screen()
        await it.burst("escape")
        assert is_on_main(it)


# One run


async def test_enter_opens_the_run_with_every_metric_and_its_rank() -> None:
    async with driven(pane="extremes") as it:
        await it.burst("enter")
        assert isinstance(it.app.screen, RunScreen)
        screen = it.screen()
        assert "tokcc a.25 at beta=.01" in screen
        assert "Ranked among 12 rows" in screen
        await it.burst("escape")
        assert is_on_main(it)


async def test_ranks_are_among_the_rows_that_are_shown() -> None:
    async with driven(pane="extremes", where="beta=.1") as it:
        await it.burst("down", "enter")
        assert "Ranked among 4 rows" in it.screen()


async def test_a_row_that_is_no_run_is_not_opened() -> None:
    async with driven(pane="distributions") as it:
        await it.burst("enter")
        assert is_on_main(it)


# Themes


async def test_a_theme_is_worn_while_it_is_looked_at_and_taken_off_again() -> None:
    async with driven() as it:
        worn = it.app.theme
        await it.burst("T", "down")
        assert isinstance(it.app.screen, ThemePicker)
        assert it.app.theme != worn
        await it.burst("escape")
        assert it.app.theme == worn


async def test_a_theme_is_kept_with_enter() -> None:
    async with driven() as it:
        await it.burst("T", "end", "enter")
        assert is_on_main(it)
        assert it.app.theme == list(it.app.available_themes)[-1]


async def test_no_theme_but_ours_is_offered() -> None:
    async with driven() as it:
        assert not [name for name in it.app.available_themes if name.startswith("textual")]
        assert len(it.app.available_themes) >= 6


# Export


async def test_the_pane_is_exported_as_it_is_asked_for(here: Path) -> None:
    async with driven(pane="extremes") as it:
        await it.burst("e", "tab", "right", "enter")
        file = here / "sum-token-aggregation_20260503-extremes.csv"
        assert file.read_text().startswith("end,rank,")
        assert told(it) == [f"Wrote {file} ({file.stat().st_size:,} bytes)."]


async def test_the_files_suffix_follows_the_format_until_another_one_is_written(here: Path) -> None:
    async with driven(pane="extremes") as it:
        await it.burst("e", "tab", "right", "right")
        assert it.app.screen.query_one(Input).value.endswith("-extremes.tsv")
        it.app.screen.query_one(Input).value = "mine.data"
        await it.burst("right")
        assert it.app.screen.query_one(Input).value == "mine.data"


async def test_an_existing_file_is_not_overwritten_without_a_yes(here: Path) -> None:
    file = here / "sum-token-aggregation_20260503-extremes.md"
    file.write_text("mine")
    async with driven(pane="extremes") as it:
        await it.burst("e", "enter")
        assert isinstance(it.app.screen, Confirm)
        await it.burst("n")
        assert isinstance(it.app.screen, ExportScreen)
        assert file.read_text() == "mine"
        await it.burst("enter", "y")
        assert is_on_main(it)
        assert file.read_text().startswith("### Top Rows") or "| " in file.read_text()


async def test_a_file_that_cannot_be_written_is_told(here: Path) -> None:
    async with driven(pane="extremes") as it:
        await it.burst("e")
        it.app.screen.query_one(Input).value = "no/such/place.md"
        await it.burst("enter")
        assert "cannot be written" in told(it)[0]


async def test_json_of_the_whole_report_is_json(here: Path) -> None:
    async with driven(pane="extremes") as it:
        await it.burst("e", "right", "right")
        it.app.screen.query_one("#format", OptionRow).chosen = "json"
        it.app.screen.query_one(Input).value = "all.json"
        await it.burst("enter")
        assert json.loads((here / "all.json").read_text())


async def test_a_name_is_needed(here: Path) -> None:
    async with driven(pane="extremes") as it:
        await it.burst("e")
        it.app.screen.query_one(Input).value = " "
        await it.burst("enter")
        assert isinstance(it.app.screen, ExportScreen)
        assert list(here.iterdir()) == []


# Palette


async def test_the_palette_finds_actions_metrics_panes_collections_and_themes() -> None:
    async with driven() as it:
        for typed, expected in (
            ("extremes", "Extremes (4)"),
            ("metric: KL", "Metric: KL to prior"),
            ("linen", "Theme: linen"),
            ("running", "Collection: running-ablation_demo"),
            ("fold the side", "Side panel"),
        ):
            await it.burst("ctrl+p")
            await it.burst(typed if typed != "fold the side" else "side panel")
            assert expected in it.screen(), typed
            await it.burst("escape")


async def test_what_is_chosen_in_the_palette_is_done() -> None:
    async with driven() as it:
        await it.burst("ctrl+p")
        await it.burst("distributions")
        await it.burst("enter")
        assert it.main.inquiry.pane.id == "distributions"


# References


async def test_the_reference_is_chosen_among_those_of_the_brief_and_the_other_collections() -> None:
    async with driven() as it:
        await it.burst("C")
        assert isinstance(it.app.screen, ChoiceScreen)
        offered = [choice.title for choice in it.app.screen.query_one(ChoiceList).choices]
        assert offered[0] == "mean"
        assert {"running-ablation_demo", "beta=.01", "nothing"} <= set(offered)
        await it.burst("enter")
        assert it.main.inquiry.selection.versus == "mean"


async def test_a_collection_that_is_taken_as_reference_stays_one_when_another_is_opened() -> None:
    async with driven() as it:
        reference = it.main.inquiry.collection
        await it.burst("=", "tab", "home", "enter")
        assert it.main.inquiry.collection is not reference
        assert it.main.inquiry.reference is reference
