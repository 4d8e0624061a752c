from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.dvclive import LAYOUT
from tests.data.layouts.samples import DVCLIVE, column, points, roles, write


def test_a_metric_is_called_by_its_path_in_plots_and_in_the_last_values(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, DVCLIVE))
    assert points(reading, tmp_path.name, "train/loss") == [(0.0, 2.0), (1.0, 1.0), (2.0, 0.5)]
    assert column(reading, "train/loss") == [0.5]
    assert reading.runs is not None
    assert "step" not in reading.runs.columns


def test_parameters_of_one_project_are_said_once(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, DVCLIVE))
    assert (column(reading, "train.lr"), roles(reading)["train.lr"]) == (["1e-4"], "constant")


def test_several_projects_are_runs_that_differ_in_their_parameters(tmp_path: Path) -> None:
    files = {f"{name}/{path}": text for name in "ab" for path, text in DVCLIVE.items()}
    reading = LAYOUT.read(write(tmp_path, {**files, "b/params.yaml": "train:\n  lr: 1e-3\n"}))
    assert column(reading, "run") == ["a", "b"]
    assert (column(reading, "train.lr"), roles(reading)["train.lr"]) == (["1e-4", "1e-3"], "factor")


def test_broken_last_values_are_a_problem_and_the_curve_is_read(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {**DVCLIVE, "dvclive/metrics.json": '{"train": {'}))
    assert column(reading, "train/loss") == [0.5]
    assert [problem.file for problem in reading.problems] == ["dvclive/metrics.json"]
