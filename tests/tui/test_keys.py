"""The factors' keys, and keys that a user has moved."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.tui.keys import factor_commands, factor_keys, is_key, key_faults, letters_of, moved
from sweeplens.tui.screens.commanded import fixed_bindings
from tests.builders import factor

TAKEN = letters_of(fixed_bindings())


def keys(*names: str) -> dict[str, str]:
    return factor_keys([factor(name, ["a", "b"]) for name in names], TAKEN)


def test_beta_and_family_have_their_letters_wherever_they_stand() -> None:
    assert keys("batch", "fold", "beta", "family") == {"batch": "a", "fold": "o", "beta": "b", "family": "f"}


def test_another_factor_has_the_first_free_letter_of_its_name() -> None:
    assert keys("task", "seed", "tasks") == {"task": "t", "seed": "d", "tasks": "a"}


def test_a_name_without_a_free_letter_has_any_free_one() -> None:
    assert keys("xyz", "ξ") == {"xyz": "z", "ξ": "a"}


def test_letters_of_commands_and_of_the_cursor_are_taken() -> None:
    assert set("hjklvxmsyeq") <= TAKEN
    assert not {"b", "f"} & TAKEN


@settings(max_examples=60)
@given(st.lists(st.text(min_size=1, max_size=8), max_size=30, unique=True))
def test_no_two_factors_share_a_key_and_every_free_letter_is_used_before_one_goes_without(names: list[str]) -> None:
    given_keys = keys(*names)
    free = len(string.ascii_lowercase) - len(TAKEN)
    assert len(set(given_keys.values())) == len(given_keys) == min(len(names), free)
    assert not set(given_keys.values()) & TAKEN


def test_a_factor_command_is_called_by_the_name_that_filters_use() -> None:
    (command,) = factor_commands([factor("family", ["raw"], label="reconstruction family")], TAKEN)
    assert (command.id, command.keys, command.hint) == ("factor.family", "f", "family")


def faults(**moves: str) -> list[str]:
    return key_faults(fixed_bindings(), moves)


def test_moves_to_free_keys_are_fine() -> None:
    assert faults(next_view="f5,ctrl+v", fold="Z") == []


def test_a_move_of_a_command_that_there_is_not_names_the_nearest() -> None:
    assert faults(nxt_view="f5") == ["keys: there is no command called nxt_view; did you mean next_view?"]


def test_factors_that_are_not_there_may_be_moved() -> None:
    assert key_faults(fixed_bindings(), {"factor.learning_rate": "z"}) == []


def test_a_misspelt_key_is_told() -> None:
    (fault,) = faults(fold="cntrl+v")
    assert fault.startswith("keys: fold = 'cntrl+v' names no key")


def test_two_commands_on_one_key_are_told() -> None:
    assert faults(fold="m") == ["keys: next_metric and fold are both on m; one of them needs another key."]


def test_a_key_that_was_left_is_free() -> None:
    assert faults(next_metric="f5", fold="m") == []


def test_cursor_keys_of_parts_that_never_have_the_focus_together_may_be_the_same() -> None:
    assert key_faults(fixed_bindings(), {"table.up": "w", "list.up": "w"}) == []


@pytest.mark.parametrize(
    "text", ["m", "M", "?", "f5", "ctrl+v", "pagedown", "question_mark", "shift+tab", "alt+x", "+"]
)
def test_characters_and_names_are_keys(text: str) -> None:
    assert is_key(text)


@pytest.mark.parametrize("text", ["", "pgdwn", "ctrl+", "control+v"])
def test_other_words_are_not(text: str) -> None:
    assert not is_key(text)


def test_moved_bindings_are_on_their_new_keys_alone() -> None:
    keys_now = {binding.id: binding.key for binding in moved(fixed_bindings(), {"fold": "f6"})}
    assert keys_now["fold"] == "f6"
    assert keys_now["pin"] == "P"
