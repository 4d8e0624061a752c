from __future__ import annotations

import polars as pl
import pytest

from sweeplens.data.collection import Role
from sweeplens.data.layouts.assemble import MOST_FACTORS, assemble
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


def test_a_setting_called_as_a_metric_is_told_apart() -> None:
    runs = [Run(name, settings={"loss": name}, numbers={"loss": 1.0}) for name in ("l1", "l2")]
    reading = assemble([*runs, Run("x", settings={"loss": "l1"}, numbers={"loss": 2.0})], "config")
    assert column(reading, "config.loss") == ["l1", "l2", "l1"]
    assert (roles(reading)["config.loss"], roles(reading)["loss"]) == ("factor", "metric")


def test_settings_that_say_again_what_is_said_are_left_out() -> None:
    runs = [
        Run(f"{name}/seed{seed}", settings={"seed": str(seed), "data.seed": f"{seed}.0", "name": f"{name}/seed{seed}"})
        for name in "ab"
        for seed in (0, 1)
    ]
    reading = assemble(runs, "config")
    assert reading.runs is not None
    assert reading.runs.columns == ["run", "directory", "seed"]


def test_metrics_of_two_histories_are_headed_by_their_files() -> None:
    reading = assemble(
        [Run("a", curves={"train.csv": curve(loss=[1.0]), "eval.csv": curve(loss=[2.0], acc=[0.5])})], "config"
    )
    assert {history.name: history.metrics for history in reading.histories} == {
        "train.csv": ("train.loss",),
        "eval.csv": ("eval.loss", "acc"),
    }
    assert points(reading, "a", "eval.loss") == [(0.0, 2.0)]


def test_parts_of_a_file_are_factors_and_their_names_are_not() -> None:
    runs = [Run("r", {"task": task}, numbers={"acc": 0.5}) for task in ("x", "y")]
    known = roles(assemble(runs, "config"))
    assert (known["task"], known["run"]) == ("factor", "id")


def test_a_spread_is_none_of_the_metrics() -> None:
    runs = [Run("r", numbers={"acc": 0.5, "acc_stderr": 0.1})]
    reading = assemble(runs, "config", metrics=[Metric("acc", spread="acc_stderr"), Metric("gone")])
    assert (roles(reading)["acc"], roles(reading)["acc_stderr"]) == ("metric", "spread")
    assert [metric.name for metric in reading.metrics] == ["acc"]


@pytest.mark.parametrize(("count", "role"), [(MOST_FACTORS, "factor"), (MOST_FACTORS + 1, "text")])
def test_many_settings_that_follow_from_the_paths_are_no_factors(count: int, role: str) -> None:
    runs = [
        Run(f"{algo}/{env}/{number}", settings={f"s{key}": f"{algo}{key}" for key in range(count)})
        for algo in ("ppo", "sac")
        for env in ("maze", "lava")
        for number in (0, 1)
    ]
    known = roles(assemble(runs, "config"))
    assert known["s0"] == role
    assert known["directory_1"] == "factor"


def test_where_cells_are_expected_a_runs_name_is_no_factor() -> None:
    runs = [Run(name, settings={"lr": "0.1"}) for name in ("x", "y")]
    assert roles(assemble(runs, "config"))["run"] == "factor"
    assert roles(assemble(runs, "config", expected=({"lr": "0.1"},)))["run"] == "id"


def test_what_else_is_said_of_runs_is_text_or_constant() -> None:
    runs = [Run("a", texts={"state": "done", "host": "n"}), Run("b", texts={"state": "lost", "host": "n"})]
    known = {decision.column: decision.role for decision in assemble(runs, "config").roles}
    assert (known["state"], known["host"]) == (Role.TEXT, Role.CONSTANT)
