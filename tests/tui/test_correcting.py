"""What columns are and which way of metrics is better, said by the user."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandPalette

from sweeplens.data.correction_file import corrections_file, keep, word_on
from sweeplens.data.corrections import Corrections, UserWord
from sweeplens.data.load import load_collection
from sweeplens.figures import Direction
from sweeplens.tui.correcting import subjects_of, words_for
from sweeplens.tui.providers import SweepCommands
from sweeplens.tui.screens.choice import ChoiceScreen
from sweeplens.tui.screens.correction import CorrectionScreen
from sweeplens.tui.sources import AS_INFERRED
from tests.tui.driving import Driven, driven

TABLE = "model,width,loss,draw\n" + "".join(
    f"{model},{width},{at}.{draw}5,{draw}\n"
    for at, (model, width) in enumerate([("mlp", 16), ("mlp", 32), ("cnn", 16), ("cnn", 32)], start=1)
    for draw in (7, 8)
)
CURVES = "model,t,loss\n" + "".join(f"{model},{t},{t + 1}.5\n" for model in ("mlp", "cnn") for t in (10, 20, 30))
SAID = "said by the user"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep/results.csv").write_text(TABLE)
    return tmp_path / "sweep"


@asynccontextmanager
async def on(place: Path, pane: str = "cells", **asked: Any) -> AsyncIterator[Driven]:
    async with driven(paths=(place,), first="", pane=pane, **asked) as it:
        yield it


def told(it: Driven) -> list[str]:
    return [notification.message for notification in it.app._notifications]


async def to_column(it: Driven, name: str) -> None:
    """Move the cursor to a column of the table."""
    table = it.main.figure_view.table
    await it.burst(*["left"] * table.column_count)
    while table.column is not None and table.column.name != name:
        await it.burst("right")


async def say(it: Driven, column: str, title: str, *keys: str) -> None:
    """Say of a column what the dialog calls `title`, after some further keys."""
    await to_column(it, column)
    await it.burst("K")
    assert isinstance(it.app.screen, CorrectionScreen)
    titles = [word.title for word in it.app.screen._words]
    await it.burst("home", *["down"] * titles.index(title), *keys, "enter")


# What can be said


def test_every_column_can_be_spoken_of_with_what_it_is_and_why(place: Path) -> None:
    subjects = {subject.name: subject for subject in subjects_of(load_collection(place))}
    assert {name: subject.what for name, subject in subjects.items()} == {
        "model": "factor",
        "width": "factor",
        "loss": "metric, better end unknown",
        "draw": "metric, better end unknown",
    }
    assert all(subject.why for subject in subjects.values())


def test_columns_of_curves_alone_and_what_is_left_out_can_be_spoken_of(place: Path) -> None:
    (place / "results.csv").write_text(CURVES)
    collection = load_collection(place, said=UserWord(for_now=Corrections({"t": "step", "loss": "metric"})))
    assert [(s.name, s.role, s.is_said) for s in subjects_of(collection)] == [
        ("model", "factor", False),
        ("loss", "metric", True),
        ("t", "step", True),
    ]
    collection = load_collection(place, said=UserWord(for_now=Corrections({"t": "step", "model": "text"})))
    assert "model" in [subject.name for subject in subjects_of(collection)]


def test_of_a_derived_metric_only_its_direction_can_be_said(place: Path) -> None:
    (place / "brief.yaml").write_text("derived: {twice: {formula: loss * 2}}\n")
    twice = next(subject for subject in subjects_of(load_collection(place)) if subject.name == "twice")
    assert [word.title for word in words_for(twice)] == ["metric ↑", "metric ↓", "metric"]
    assert all(not word.change.roles for word in words_for(twice))


def test_exactly_what_a_column_is_taken_for_is_so(place: Path) -> None:
    said = UserWord(for_now=Corrections(better={"loss": "lower"}))
    for subject in subjects_of(load_collection(place, said=said)):
        so = [word.title for word in words_for(subject) if word.is_so]
        assert so == [{"loss": "metric ↓", "draw": "metric"}.get(subject.name, "factor")]


def test_a_direction_alone_says_nothing_of_the_role(place: Path) -> None:
    subjects = {subject.name: subject for subject in subjects_of(load_collection(place))}
    assert Corrections({}, {"loss": "lower"}) in [word.change for word in words_for(subjects["loss"])]
    assert Corrections({"width": "metric"}, {"width": "higher"}) in [w.change for w in words_for(subjects["width"])]


# Saying it


async def test_what_the_column_under_the_cursor_is_is_shown_with_the_reason(place: Path) -> None:
    async with on(place) as it:
        await to_column(it, "width")
        await it.burst("K")
        assert "width: factor" in it.screen()
        assert "its name is that of a setting; 2 values." in it.screen()
        before = it.main.inquiry
        await it.burst("escape")
        assert it.main.inquiry is before


async def test_it_holds_at_once_and_is_not_kept(place: Path) -> None:
    async with on(place) as it:
        await say(it, "draw", "factor")
        collection = it.main.inquiry.collection
        assert collection is not None
        assert [factor.name for factor in collection.factors] == ["model", "width", "draw"]
        assert "d draw" in it.screen()
        assert f"draw: factor; {SAID}, for now." in told(it)
        assert not corrections_file(place).exists()


async def test_it_is_kept_where_that_is_chosen_and_holds_the_next_time(place: Path) -> None:
    async with on(place) as it:
        await say(it, "draw", "replicate", "right")
        assert f"draw: replicate; {SAID}, kept in {corrections_file(place)}." in told(it)
        await it.burst("A")
        assert "(2/2)" in it.screen()
    async with on(place, pane="state", view="reading") as it:
        await it.until(f"{SAID}, kept in")
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.replicates


async def test_a_word_is_taken_back(place: Path) -> None:
    keep(place, Corrections({"draw": "factor"}))
    async with on(place) as it:
        await say(it, "draw", "as inferred")
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.metric("draw") is not None
        assert "draw: as inferred again." in told(it)
        assert corrections_file(place).exists()
        await it.burst("K")
        await it.burst("end", "right", "enter")
        assert not corrections_file(place).exists()


async def test_what_cannot_be_meant_is_refused_and_all_stays_as_it_was(place: Path) -> None:
    async with on(place) as it:
        shown = it.screen()
        await say(it, "model", "metric ↑", "right")
        assert told(it) == ["model holds no number, so it is no metric."]
        assert "loss" in shown
        assert it.main.is_at_rest()
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.corrections == ()
        assert not corrections_file(place).exists()


async def test_where_nothing_can_be_kept_that_is_told_and_nothing_changes(place: Path) -> None:
    file = corrections_file(place)
    file.parent.mkdir(parents=True)
    file.write_text("{")
    async with on(place) as it:
        await say(it, "draw", "factor", "right")
        assert "holds no corrections that can be read" in told(it)[0]
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.factor("draw") is None
        assert file.read_text() == "{"


@pytest.mark.parametrize("pane", ["state", "tradeoffs"])
async def test_where_no_column_is_under_the_cursor_it_is_chosen_first(place: Path, pane: str) -> None:
    async with on(place, pane=pane) as it:
        await it.burst("K")
        assert isinstance(it.app.screen, ChoiceScreen)
        assert "metric, better end unknown" in it.screen()
        await it.burst("enter")
        assert isinstance(it.app.screen, CorrectionScreen)
        assert "loss: metric" in it.screen()


async def test_in_a_list_of_metrics_the_row_is_meant(place: Path) -> None:
    async with on(place, pane="distributions") as it:
        await it.burst("down", "K")
        assert "draw: metric" in it.screen()


async def test_what_was_said_is_kept_or_forgotten_all_together(place: Path) -> None:
    async with on(place) as it:
        await say(it, "draw", "factor")
        await say(it, "loss", "metric ↓")
        it.main.keep_all()
        await it.settle()
        assert word_on(place).kept == Corrections({"draw": "factor"}, {"draw": "inferred", "loss": "lower"}).in_force
        it.main.take_all_back()
        await it.settle()
        assert not corrections_file(place).exists()
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.corrections == ()


# Which way is better


async def test_a_ranking_that_does_not_know_which_way_is_better_names_the_key_until_it_is_said(place: Path) -> None:
    async with on(place, pane="extremes") as it:
        assert "loss · better end? K" in it.line(0)
        assert "Highest rows by loss" in it.screen()
        assert "is not known: K" in it.screen()
        await say(it, "loss", "metric ↓")
        assert "better end?" not in it.line(0)
        assert "loss ↓" in it.line(0)
        assert "Top rows by loss" in it.screen()
        assert "is not known: K" not in it.screen()


async def test_that_it_is_unknown_is_an_answer_too(place: Path) -> None:
    async with on(place, pane="extremes") as it:
        await say(it, "loss", "metric")
        assert it.main.inquiry.collection is not None
        metric = it.main.inquiry.collection.metric("loss")
        assert metric is not None
        assert metric.direction is Direction.UNKNOWN
        assert "better end?" not in it.line(0)
        assert "Highest rows by loss" in it.screen()


async def test_nothing_is_asked_where_nothing_is_ranked(place: Path) -> None:
    async with on(place, pane="cells") as it:
        assert "better end?" not in it.line(0)


# What stays


async def test_reading_again_keeps_what_holds_for_now(place: Path) -> None:
    async with on(place) as it:
        await say(it, "draw", "factor")
        (place / "results.csv").write_text(TABLE + "rnn,16,9.5,7\n")
        await it.burst("ctrl+r")
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.factor("draw") is not None
        assert it.main.inquiry.collection.runs.height == 9


async def test_going_away_and_back_keeps_what_holds_for_now(place: Path) -> None:
    for name in ("a", "b"):
        (place / name).mkdir()
        (place / name / "summary.csv").write_text(TABLE)
    (place / "results.csv").unlink()
    async with driven(paths=(place,), first="a", pane="cells") as it:
        await say(it, "draw", "factor")
        it.main.open(place / "b")
        await it.settle()
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.factor("draw") is None
        it.main._kept.clear()
        it.main.open(place / "a")
        await it.settle()
        assert it.main.inquiry.collection.factor("draw") is not None


async def test_the_filter_and_the_metric_stay_as_far_as_they_mean_something(place: Path) -> None:
    async with on(place, where="width=16") as it:
        await say(it, "draw", "factor")
        assert "4/8 rows" in it.screen()
        await say(it, "width", "metric ↑")
        assert "4/8 rows" in it.screen()
        await say(it, "width", "text")
        assert it.main.is_at_rest()


async def test_marks_go_where_rows_become_others(place: Path) -> None:
    (place / "results.csv").write_text(CURVES)
    async with on(place) as it:
        await it.burst("space")
        assert it.main.inquiry.selection.marked
        await say(it, "t", "step")
        assert not it.main.inquiry.selection.marked
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.runs.height == 2


async def test_the_collection_as_its_own_reference_is_corrected_too(place: Path) -> None:
    async with on(place) as it:
        await it.burst("=")
        await say(it, "draw", "factor")
        assert it.main.inquiry.reference is it.main.inquiry.collection


async def test_what_is_kept_can_be_left_out_for_a_session(place: Path) -> None:
    keep(place, Corrections({"draw": "factor"}))
    async with on(place, sources=AS_INFERRED) as it:
        assert it.main.inquiry.collection is not None
        assert it.main.inquiry.collection.factor("draw") is None
        await say(it, "width", "metric ↑")
        assert [each.name for each in it.main.inquiry.collection.corrections] == ["width", "width"]
        await say(it, "loss", "metric ↓", "right")
        await it.burst("ctrl+r")
        assert [each.name for each in it.main.inquiry.collection.corrections] == ["width", "width", "loss"]
    assert word_on(place).kept == Corrections({"draw": "factor"}, {"loss": "lower"})


# By name


@pytest.mark.parametrize(
    ("query", "text", "happens"),
    [
        ("draw is: replicate", "draw is: replicate", lambda it: it.main.inquiry.collection.replicates),
        ("What is width", "What is width? (factor)", lambda it: isinstance(it.app.screen, CorrectionScreen)),
    ],
    ids=["said", "asked"],
)
async def test_words_for_columns_are_in_the_palette(
    place: Path, query: str, text: str, happens: Callable[[Driven], bool]
) -> None:
    async with on(place) as it:
        await to_column(it, "draw")
        provider = SweepCommands(it.main)
        entry = next(each for each in provider.entries() if each.text == text)
        entry.run()
        await it.settle()
        assert happens(it)
        assert not isinstance(it.app.screen, CommandPalette)
