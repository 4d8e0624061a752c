from __future__ import annotations

import polars as pl

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.runs import Run
from sweeplens.data.metrics import Metric
from tests.data.layouts.samples import column, points, roles


def curve(step: str = "step", **metrics: list[float | None]) -> pl.DataFrame:
    length = len(next(iter(metrics.values())))
    return pl.DataFrame(
        {step: [float(at) for at in range(length)], **metrics}, schema_overrides=dict.fromkeys(metrics, pl.Float64)
    )


def test_what_a_run_states_comes_before_the_end_of_its_curve() -> None:
    runs = [
        Run("a", numbers={"loss": 0.5}, curves={"log": curve(loss=[3.0, 2.0], acc=[0.25, None])}),
        Run("b", curves={"log": curve(loss=[1.0, float("nan")])}),
        Run("c"),
    ]
    reading = assemble(runs, "config")
    assert column(reading, "acc") == [0.25, None, None]
    loss = column(reading, "loss")
    assert (loss[0], str(loss[1]), loss[2]) == (0.5, "nan", None)


def test_metrics_of_two_histories_are_headed_by_their_files() -> None:
    reading = assemble(
        [Run("a", curves={"train.csv": curve(loss=[1.0]), "eval.csv": curve(loss=[2.0], acc=[0.5])})], "config"
    )
    assert {history.name: history.metrics for history in reading.histories} == {
        "train.csv": ("train.loss",),
        "eval.csv": ("eval.loss", "acc"),
    }
    assert points(reading, "a", "eval.loss") == [(0.0, 2.0)]


def test_a_spread_is_none_of_the_metrics() -> None:
    runs = [Run("r", numbers={"acc": 0.5, "acc_stderr": 0.1})]
    reading = assemble(runs, "config", metrics=[Metric("acc", spread="acc_stderr"), Metric("gone")])
    assert (roles(reading)["acc"], roles(reading)["acc_stderr"]) == ("metric", "spread")
    assert [metric.name for metric in reading.metrics] == ["acc"]


def test_where_cells_are_expected_a_runs_name_is_no_factor() -> None:
    runs = [Run(name, settings={"lr": "0.1"}) for name in ("x", "y")]
    assert roles(assemble(runs, "config"))["run"] == "factor"
    assert roles(assemble(runs, "config", expected=({"lr": "0.1"},)))["run"] == "id"
