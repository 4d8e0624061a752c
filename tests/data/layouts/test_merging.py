from __future__ import annotations

import polars as pl

from sweeplens.data.layouts.contents import Content
from sweeplens.data.layouts.merging import by_step_in_name, merged, shared_names


def test_a_name_that_two_kinds_of_files_give_is_headed_by_its_own() -> None:
    first = {"train.json": Content(numbers={"loss": 1.0, "n": 3.0}), "test.json": Content(numbers={"loss": 2.0})}
    second = {"train.json": Content(numbers={"loss": 4.0})}
    shared = shared_names([first, second])
    assert shared == {"loss"}
    assert merged(first, shared).numbers == {"train.loss": 1.0, "n": 3.0, "test.loss": 2.0}
    assert merged(second, shared).numbers == {"train.loss": 4.0}


def test_a_setting_that_two_files_state_differently_is_kept_twice() -> None:
    found = merged({"a.json": Content({"lr": "1"}), "b.json": Content({"lr": "2", "d": "3"})}, ())
    assert found.settings == {"lr": "1", "b.lr": "2", "d": "3"}


def test_documents_of_several_steps_are_one_curve() -> None:
    contents = {f"metrics_epoch_{epoch}.json": Content(numbers={"loss": 1 / epoch}) for epoch in (10, 2)}
    found = by_step_in_name({**contents, "config.json": Content({"lr": "1"})})
    assert list(found) == ["config.json", "metrics.json by step"]
    assert found["metrics.json by step"].curves[""].rows() == [(2.0, 0.5), (10.0, 0.1)]


def test_one_document_with_a_step_is_no_curve() -> None:
    contents = {"eval_step3.json": Content(numbers={"loss": 1.0}), "test_step4.json": Content(numbers={"loss": 2.0})}
    assert by_step_in_name(contents) == contents


def test_a_log_that_was_written_twice_is_one_curve() -> None:
    log = pl.DataFrame({"step": [1.0, 2.0], "loss": [2.0, 1.0], "acc": [0.5, 0.75]})
    other = log.with_columns(loss=pl.lit(9.0))
    contents = {
        name: Content(curves={"": curve})
        for name, curve in (("a.csv", log), ("b.json", log.drop("acc")), ("c.csv", other))
    }
    assert list(merged(contents, ()).curves) == ["a.csv", "c.csv"]
