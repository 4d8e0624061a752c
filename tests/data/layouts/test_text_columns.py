from __future__ import annotations

import pytest

from sweeplens.data.collection import Role
from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.paths import path_factors
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.text_columns import MOST_FACTORS
from tests.data.layouts.samples import column, roles


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


def test_parts_of_a_file_are_factors_and_their_names_are_not() -> None:
    runs = [Run("r", {"task": task}, numbers={"acc": 0.5}) for task in ("x", "y")]
    known = roles(assemble(runs, "config"))
    assert (known["task"], known["run"]) == ("factor", "id")


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


def test_what_else_is_said_of_runs_is_text_or_constant() -> None:
    runs = [Run("a", texts={"state": "done", "host": "n"}), Run("b", texts={"state": "lost", "host": "n"})]
    known = {decision.column: decision.role for decision in assemble(runs, "config").roles}
    assert (known["state"], known["host"]) == (Role.TEXT, Role.CONSTANT)


def test_folders_that_count_runs_repeat_the_cells_that_there_are() -> None:
    runs = [Run(f"{lr}/version_{number}", settings={"lr": lr}) for lr in ("a", "b") for number in (0, 1)]
    known = roles(assemble(runs, "config", places=path_factors([run.name for run in runs], "version", keep_leaf=True)))
    assert (known["lr"], known["version"], known["run"]) == ("factor", "replicate", "id")


def test_names_that_are_made_of_levels_are_no_factor_beside_them() -> None:
    known = roles(assemble([Run("lr0.1_width8"), Run("lr0.2_width8")], "config"))
    assert (known["lr"], known["run"]) == ("factor", "id")


def test_a_setting_that_says_what_the_path_says_gives_it_its_name() -> None:
    runs = [
        Run(f"{name}/s{seed}", settings={"net": name, "seed": str(seed)}) for name in ("cnn", "mlp") for seed in (0, 1)
    ]
    reading = assemble(runs, "config")
    assert reading.runs is not None
    assert reading.runs.columns == ["run", "net", "seed"]


def test_a_number_in_a_path_that_is_called_as_the_runs_name_is_told_apart() -> None:
    reading = assemble([Run(f"a_run{number}", numbers={"loss": 1.0}) for number in (3, 5)], "config")
    assert (column(reading, "run"), column(reading, "path run")) == (["a_run3", "a_run5"], ["3", "5"])


def test_numbers_of_runs_are_no_factor_beside_settings_and_seeds_that_tell_them_apart() -> None:
    runs = [
        Run(f"run_{4 * at + seed:04d}", settings={"lr": lr, "seed": str(10 * at + seed)})
        for at, lr in enumerate(("0.1", "0.2"))
        for seed in range(4)
    ]
    known = roles(assemble(runs, "config"))
    assert (known["lr"], known["seed"], known["run"]) == ("factor", "replicate", "id")
    assert "path run" not in known


def test_numbers_of_runs_repeat_the_cells_that_settings_make() -> None:
    runs = [Run(f"exp{number}", settings={"lr": "0.1" if number % 2 else "0.2"}) for number in range(6)]
    known = roles(assemble(runs, "config"))
    assert (known["lr"], known["exp"]) == ("factor", "replicate")
