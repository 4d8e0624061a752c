from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.layouts.lightning import LAYOUT
from tests.data.layouts.samples import LIGHTNING, Files, column, points, roles, run_of, write


def test_rows_of_one_step_are_joined_and_the_epoch_is_no_metric(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, LIGHTNING))
    (history,) = reading.histories
    assert (history.step, history.metrics) == ("step", ("train_loss", "val_loss"))
    frame = history.scan().collect()
    assert frame.filter(frame["run"] == "logs/mlp/version_0")["step"].to_list() == [9.0, 19.0]
    assert points(reading, "logs/mlp/version_0", "val_loss") == [(9.0, 2.5), (19.0, 1.25)]


def test_hyper_parameters_that_differ_are_factors_and_seeds_replicates(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, LIGHTNING))
    known = roles(reading)
    assert (known["lr"], known["seed"], known["layers"], known["directory"]) == (
        "factor",
        "replicate",
        "constant",
        "factor",
    )
    assert run_of(reading, "logs/cnn/version_0")["lr"] == "1e-2"
    assert run_of(reading, "logs/cnn/version_0")["layers"] == "[64, 64]"


def test_versions_without_hyper_parameters_are_told_apart_by_their_folder(tmp_path: Path) -> None:
    files = {f"version_{n}/metrics.csv": f"epoch,step,loss\n0,1,{n}.5\n" for n in (0, 2, 10)}
    reading = LAYOUT.read(write(tmp_path, {**files, "version_2/hparams.yaml": "{}\n"}))
    assert column(reading, "run") == ["version_0", "version_2", "version_10"]
    assert roles(reading)["run"] == "factor"


def test_versions_of_several_names_have_a_column_of_their_own(tmp_path: Path) -> None:
    files = {f"{name}/version_{n}/metrics.csv": "epoch,step,loss\n0,1,1.5\n" for name in "ab" for n in (0, 1)}
    reading = LAYOUT.read(write(tmp_path, files))
    assert column(reading, "version") == ["version_0", "version_1", "version_0", "version_1"]
    assert column(reading, "directory") == ["a", "a", "b", "b"]


@pytest.mark.parametrize("path", ["logs/mlp", "logs/mlp/version_0", "logs/mlp/version_0/metrics.csv"])
def test_a_part_of_the_tree_is_read_by_its_own_path(path: str, tmp_path: Path) -> None:
    root = write(tmp_path, LIGHTNING)
    assert LAYOUT.detect(root / path)
    assert 0.5 in column(LAYOUT.read(root / path), "train_loss")


def test_a_metrics_table_of_another_kind_is_not_lightnings(tmp_path: Path) -> None:
    write(tmp_path, {"run/metrics.csv": "name,acc\na,0.5\n"})
    assert LAYOUT.detect(tmp_path) == ""


def test_an_unreadable_version_is_a_problem_and_the_others_are_read(tmp_path: Path) -> None:
    broken: Files = {"logs/mlp/version_1/metrics.csv": b"\x00\x01\x02", "logs/cnn/version_0/hparams.yaml": "lr: [1\n"}
    reading = LAYOUT.read(write(tmp_path, {**LIGHTNING, **broken}))
    assert column(reading, "run") == ["logs/cnn/version_0", "logs/mlp/version_0"]
    assert [problem.file for problem in reading.problems] == [
        "logs/mlp/version_1/metrics.csv",
        "logs/cnn/version_0/hparams.yaml",
    ]
