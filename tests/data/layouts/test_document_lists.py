from __future__ import annotations

from typing import Any

import pytest

from sweeplens.data.layouts.document_lists import Lists, lists_in, step_key
from sweeplens.data.layouts.documents import parse_json

SAMPLES = '[{"id": 1, "score": 0.5}, {"id": 2, "score": 0.25}]'


def lists(text: str) -> Lists:
    return lists_in(parse_json(text))


def rows(found: Lists, key: str = "") -> list[tuple[Any, ...]]:
    return found.curves[key].rows()


@pytest.mark.parametrize("key", ["per_sample", "predictions", "test_cases", "perExample"])
def test_records_of_single_examples_are_counted_and_make_no_metrics(key: str) -> None:
    found = lists(f'{{"accuracy": 0.5, "{key}": {SAMPLES.replace("id", "step")}}}'.replace("step", "nr"))
    assert (dict(found.curves), dict(found.numbers), found.left) == ({}, {}, {key: "2 records"})


def test_records_that_number_themselves_or_are_many_are_of_examples_whatever_they_are_called() -> None:
    assert lists(f'{{"results": {SAMPLES}}}').left == {"results": "2 records"}
    assert lists(f'{{"all": [{", ".join(["{}"] * 21)}]}}'.replace("{}", '{"loss": 1}')).left == {"all": "21 records"}


def test_a_few_parts_give_numbers_by_their_name_else_by_their_place() -> None:
    named = '[{"task": "cola", "acc": 0.5}, {"task": "sst2", "acc": 0.75}]'
    assert lists(f'{{"tasks": {named}}}').numbers == {"tasks.cola.acc": 0.5, "tasks.sst2.acc": 0.75}
    assert lists('{"folds": [{"split": "test", "acc": 1}, {"split": "test", "acc": 2}]}').numbers == {
        "folds.0.acc": 1.0,
        "folds.1.acc": 2.0,
    }


def test_records_and_arrays_deep_in_a_document_are_named_by_their_path() -> None:
    found = lists(
        '{"fit": {"log": [{"step": 1, "loss": 2}, {"step": 2, "loss": 1}], "best": {"loss": [5, 4, 3, 2, 1]}}}'
    )
    assert rows(found) == [(1.0, 2.0), (2.0, 1.0)]
    assert rows(found, ":fit.best.loss") == [(0.0, 5.0), (1.0, 4.0), (2.0, 3.0), (3.0, 2.0), (4.0, 1.0)]


def test_parallel_arrays_stand_against_their_counter_be_it_called_in_the_plural() -> None:
    found = lists('{"epochs": [1, 2, 3], "train_loss": [3, 2, 1], "val_loss": [4, null, 2]}')
    assert found.curves[""].columns == ["epochs", "train_loss", "val_loss"]
    assert rows(found) == [(1.0, 3.0, 4.0), (2.0, 2.0, None), (3.0, 1.0, 2.0)]


def test_arrays_of_several_lengths_are_as_many_curves_the_most_frequent_first() -> None:
    found = lists('{"batch_loss": [6, 5, 4, 3, 2, 1], "loss": [5, 4, 3, 2, 1], "acc": [1, 2, 3, 4, 5]}')
    assert [(key, curve.columns, curve.height) for key, curve in found.curves.items()] == [
        ("", ["index", "loss", "acc"], 5),
        (":batch_loss", ["index", "batch_loss"], 6),
    ]


def test_a_curve_with_a_step_comes_before_those_without() -> None:
    found = lists('{"a": {"loss": [5, 4, 3, 2, 1]}, "b": {"step": [1, 2], "acc": [0.5, 1]}}')
    assert [curve.columns[0] for curve in found.curves.values()] == ["step", "index"]


def test_numbers_of_examples_and_short_lists_of_measurements_are_counted_and_short_settings_are_not() -> None:
    found = lists('{"labels": [1, 0, 1, 1, 0], "scores": [0.5, 0.25], "betas": [0.9, 0.999]}')
    assert (dict(found.curves), found.left) == ({}, {"scores": "2 numbers", "labels": "5 numbers"})


def test_the_step_is_the_surest_name_that_counts() -> None:
    assert step_key([{"epoch": 0, "step": 1}, {"epoch": 0, "step": 2}]) == "step"
    assert step_key([{"epoch": 0, "step": 1}, {"epoch": 1, "step": 1}]) == "epoch"
    assert step_key([{"step": 1}]) == ""
