from __future__ import annotations

from typing import Any

import pytest

from sweeplens.data.layouts.configs import MOST_KEYS, as_text, flat_settings, is_config


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("config", True),
        ("run/hparams", True),
        ("configs/a", True),
        ("model_args", True),
        ("specs", True),
        (".hydra/overrides", True),
        ("hyperparameters", True),
        ("report", False),
        ("reconfigured", False),
        ("results", False),
        ("argsort", False),
    ],
)
def test_settings_are_known_by_the_name_of_their_file(name: str, expected: bool) -> None:
    assert is_config(name) is expected


def test_nested_settings_are_flat_and_a_list_is_one_value() -> None:
    document = {"model": {"depth": 4, "sizes": [64, 64]}, "seed": "3", "amp": True, "schedule": None}
    assert flat_settings(document) == {
        "model.depth": "4",
        "model.sizes": "[64, 64]",
        "seed": "3",
        "amp": "true",
        "schedule": "null",
    }


def test_values_that_wandb_wraps_are_unwrapped() -> None:
    document = {"lr": {"desc": None, "value": "1e-3"}, "opt": {"value": {"name": "adam"}}}
    assert flat_settings(document) == {"lr": "1e-3", "opt.name": "adam"}


def test_a_setting_that_is_called_value_is_kept() -> None:
    assert flat_settings({"value": 3, "opt": {"value": 1, "other": 2}}) == {
        "value": "3",
        "opt.value": "1",
        "opt.other": "2",
    }


@pytest.mark.parametrize("document", [None, [], "text", 3])
def test_what_is_no_mapping_has_no_settings(document: Any) -> None:
    assert flat_settings(document) == {}


def test_a_file_with_too_many_settings_is_cut() -> None:
    assert len(flat_settings({str(number): number for number in range(MOST_KEYS + 5)})) == MOST_KEYS


def test_mappings_in_lists_are_written_out() -> None:
    assert as_text([{"a": 1}, " b "]) == "[{a: 1}, b]"
