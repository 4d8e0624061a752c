from __future__ import annotations

import math
from pathlib import Path

from sweeplens.data.layouts.mlflow import LAYOUT
from tests.data.layouts.samples import MLFLOW, column, mlflow, points, roles, run_of, write

A, B, C = (f"mlruns/1/{letter * 32}" for letter in "abc")


def test_metrics_are_named_by_their_path_and_come_against_their_steps(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, MLFLOW))
    assert points(reading, A, "val/acc") == [(1.0, 0.5), (2.0, 0.75)]
    assert points(reading, A, "loss") == [(1.0, 2.0), (2.0, 1.0)]


def test_a_run_ends_with_its_last_values_and_a_failed_one_with_none(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, MLFLOW))
    assert (run_of(reading, A)["val/acc"], run_of(reading, C)["val/acc"]) == (0.75, None)
    last = run_of(reading, B)["val/acc"]
    assert isinstance(last, float)
    assert math.isnan(last)
    assert column(reading, "status") == ["finished", "finished", "failed"]


def test_parameters_that_differ_are_factors_and_the_others_constants(tmp_path: Path) -> None:
    known = roles(LAYOUT.read(write(tmp_path, MLFLOW)))
    assert {name: known[name] for name in ("lr", "opt", "experiment", "status", "run")} == {
        "lr": "factor",
        "opt": "constant",
        "experiment": "constant",
        "status": "text",
        "run": "id",
    }


def test_an_experiment_and_a_single_run_are_read_by_their_own_paths(tmp_path: Path) -> None:
    root = write(tmp_path, MLFLOW)
    assert column(LAYOUT.read(root / "mlruns/1"), "run") == ["a" * 32, "b" * 32, "c" * 32]
    assert LAYOUT.detect(root / A)
    assert column(LAYOUT.read(root / A), "loss") == [1.0]


def test_runs_whose_names_all_differ_are_called_by_them(tmp_path: Path) -> None:
    names = {f"{run}/tags/mlflow.runName": name for run, name in ((A, "calm-fox"), (B, "red-owl"), (C, "old-elk"))}
    reading = LAYOUT.read(write(tmp_path, {**MLFLOW, **names}))
    assert column(reading, "run") == ["calm-fox", "red-owl", "old-elk"]
    names[f"{C}/tags/mlflow.runName"] = "calm-fox"
    assert column(LAYOUT.read(write(tmp_path, {**MLFLOW, **names})), "run") == [A, B, C]


def test_deleted_runs_are_left_out_and_said(tmp_path: Path) -> None:
    meta = "run_id: x\nlifecycle_stage: deleted\nstatus: 3\n"
    reading = LAYOUT.read(write(tmp_path, {**MLFLOW, f"{B}/meta.yaml": meta}))
    assert column(reading, "run") == [A, C]
    assert [(p.sentence, p.level) for p in reading.problems] == [("1 of the runs were deleted in MLflow.", "note")]


def test_what_databases_write_for_infinity_is_infinite(tmp_path: Path) -> None:
    metrics = {"up": "1 1.7976931348623157e308 0\n", "down": "1 -1.7976931348623157e308 0\n", "plain": "1 inf 0\n"}
    reading = LAYOUT.read(write(tmp_path, mlflow("d" * 32, metrics, {})))
    assert [column(reading, name) for name in ("up", "down", "plain")] == [[math.inf], [-math.inf], [math.inf]]


def test_of_a_step_that_was_logged_twice_the_later_value_holds(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, mlflow("d" * 32, {"loss": "1 3.0 5\n2 2.0 5\n3 1.0 6\n"}, {})))
    assert points(reading, f"mlruns/1/{'d' * 32}", "loss") == [(5.0, 2.0), (6.0, 1.0)]


def test_lines_without_a_step_count_themselves(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, mlflow("d" * 32, {"loss": "1000 3.0\n2000 2.0\n"}, {})))
    assert points(reading, f"mlruns/1/{'d' * 32}", "loss") == [(0.0, 3.0), (1.0, 2.0)]


def test_a_half_written_line_is_no_point_and_a_line_of_words_is_a_problem(tmp_path: Path) -> None:
    files = mlflow("d" * 32, {"loss": "1 3.0 5\n2 2.", "acc": "1 high 5\n"}, {})
    reading = LAYOUT.read(write(tmp_path, files))
    assert points(reading, f"mlruns/1/{'d' * 32}", "loss") == [(5.0, 3.0)]
    assert [problem.file for problem in reading.problems] == [f"mlruns/1/{'d' * 32}/metrics/acc"]


def test_thousands_of_small_files_are_read(tmp_path: Path) -> None:
    for run in range(60):
        values = {f"m{metric}": "".join(f"1 {run}.5 {step}\n" for step in range(5)) for metric in range(10)}
        write(tmp_path, mlflow(f"{run:032x}", values, {f"p{key}": str(run % 3) for key in range(10)}))
    reading = LAYOUT.read(tmp_path)
    assert sorted(map(str, column(reading, "m9"))) == sorted(str(run + 0.5) for run in range(60))
    assert sum(history.scan().collect().height for history in reading.histories) == 300
