"""What can be done, as data: one declaration a command."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest
from textual.binding import Binding

from sweeplens.figures import Figure, Slider
from sweeplens.panes import PANES
from sweeplens.panes.base import Question
from sweeplens.tui.app import SweeplensApp
from sweeplens.tui.commands import COMMANDS, Command, Situation, by_group, keys_shown, pane_commands
from sweeplens.tui.inquiry import pane_called
from sweeplens.tui.screens.commanded import FIXED
from sweeplens.tui.screens.main import MainScreen
from tests.builders import collection_of, factor
from tests.tui.test_figure_view import ALL as ALL_FIGURES
from tests.tui.test_figure_view import CURVES, FRAMES, GRID, PANELS, POINTS, TABLE

QUESTION = Question(collection_of({"beta": ["1", "2"], "score": [0.1, 0.2]}, [factor("beta", ["1", "2"])]))

LETTERS = set("vxmsyeq")
"""The lower-case letters that are not the factors'; `h j k l` belong to the cursor."""


def keys_of(command: Command) -> list[str]:
    return [binding.key for binding in Binding.make_bindings([command.binding])]


def ids(command: Command) -> str:
    return command.id


@pytest.mark.parametrize("command", FIXED, ids=ids)
def test_a_command_says_what_it_does(command: Command) -> None:
    assert command.title
    assert command.help.endswith((".", "?"))
    assert bool(command.action) != bool(command.change)


@pytest.mark.parametrize("command", FIXED, ids=ids)
def test_a_command_has_an_action_that_there_is(command: Command) -> None:
    target, _, action = command.run.rpartition("app.")
    owner = SweeplensApp if "app." in command.run else MainScreen
    assert hasattr(owner, f"action_{action.partition('(')[0]}"), target


def test_every_command_has_another_name() -> None:
    names = [command.id for command in FIXED]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("figure", ALL_FIGURES, ids=lambda figure: type(figure).__name__)
@pytest.mark.parametrize("pane", ["cells", "dynamics"])
@pytest.mark.parametrize("is_typing", [False, True])
@pytest.mark.parametrize("is_in_pane", [False, True])
def test_no_key_means_two_things_at_one_time(figure: Figure, pane: str, is_typing: bool, is_in_pane: bool) -> None:
    now = Situation(pane_called(pane), QUESTION, figure, is_typing, is_in_pane)
    keys = [key for command in FIXED if command.is_possible(now) for key in keys_of(command)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("key", "figure", "does"),
    [
        ("space", FRAMES, "play"),
        ("space", TABLE, "mark"),
        ("space", POINTS, "mark"),
        ("less_than_sign", FRAMES, "slower"),
        ("less_than_sign", TABLE, "fewer_rows"),
        ("greater_than_sign", FRAMES, "faster"),
        ("comma", FRAMES, "earlier"),
        ("comma", TABLE, None),
        ("comma", replace(TABLE, slider=Slider("step", (1.0, 2.0), 2.0, 2.0)), "earlier"),
        ("enter", GRID, "open"),
        ("enter", CURVES, None),
        ("X", CURVES, "next_axis"),
        ("X", FRAMES, None),
    ],
)
def test_a_key_means_what_the_figure_can_do(key: str, figure: Figure, does: str | None) -> None:
    now = Situation(pane_called("dynamics"), QUESTION, figure)
    found = [command.id for command in FIXED if command.is_possible(now) and key in keys_of(command)]
    assert found == [does] * bool(does)


def test_the_other_lower_case_letters_belong_to_the_factors() -> None:
    keys = {key for command in FIXED for key in keys_of(command)}
    assert keys & set(string.ascii_lowercase) == LETTERS


def test_every_pane_has_a_command_on_its_key() -> None:
    assert [(command.id, command.keys) for command in pane_commands()] == [(f"pane.{p.id}", p.key) for p in PANES]


def test_before_there_is_a_collection_nothing_can_be_asked_of_it() -> None:
    possible = {command.id for command in COMMANDS if command.is_possible(Situation())}
    assert {"help", "quit", "filter", "theme"} <= possible
    assert not {"next_metric", "copy", "export", "fold", "clear_filter"} & possible


def test_while_the_filter_is_typed_only_its_own_commands_and_those_of_the_screen_are_possible() -> None:
    typing = {command.id for command in COMMANDS if command.is_possible(Situation(is_typing=True))}
    assert typing == {"keep_filter", "restore_filter", "palette", "redraw", "next_part", "previous_part"}


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("question_mark", "?"),
        ("enter", "⏎"),
        ("ctrl+r", "^r"),
        ("m", "m"),
        ("slash", "/"),
        ("f5,ctrl+x", "f5"),
        ("M", "M"),
    ],
)
def test_a_key_is_written_as_it_is_on_the_keyboard(keys: str, shown: str) -> None:
    assert keys_shown(keys) == shown


def test_groups_come_in_the_order_in_which_they_are_declared() -> None:
    grouped = by_group([(command.keys, command) for command in FIXED])
    assert list(grouped)[:3] == ["Panes", "Filter", "Question"]
    assert sum(len(members) for members in grouped.values()) == len(FIXED)


def test_keys_of_curves_are_there_where_they_change_something() -> None:
    def possible(pane: str, figure: Figure, fold: bool = False) -> set[str]:
        question = replace(QUESTION, selection=replace(QUESTION.selection, fold=fold))
        now = Situation(pane_called(pane), question, figure)
        return {each.id for each in COMMANDS if each.is_possible(now)} & {"full_range", "interpolate", "shared_axes"}

    assert possible("dynamics", CURVES) == {"full_range"}
    assert possible("dynamics", CURVES, fold=True) == {"full_range", "interpolate"}
    assert possible("dynamics", PANELS) == {"full_range", "shared_axes"}
    assert possible("gaps", CURVES, fold=True) == set()
    assert possible("dynamics", TABLE, fold=True) == set()
