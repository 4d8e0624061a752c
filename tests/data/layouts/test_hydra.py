from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.hydra import LAYOUT
from tests.data.layouts.samples import HYDRA, Files, column, points, roles, write


def test_overrides_are_the_factors_and_outputs_the_numbers(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, HYDRA))
    assert (column(reading, "lr"), column(reading, "seed")) == (["0.1", "0.1", "0.01"], ["0", "1", "0"])
    assert column(reading, "test.acc") == [0.5, 0.75, 0.25]
    known = roles(reading)
    assert (known["lr"], known["seed"], known["data"], known["width"], known["run"]) == (
        "factor",
        "replicate",
        "constant",
        "constant",
        "id",
    )


def test_the_sweep_states_the_cells_that_are_expected(tmp_path: Path) -> None:
    expected = LAYOUT.read(write(tmp_path, HYDRA)).expected
    assert expected is not None
    assert [(cell["lr"], cell["seed"]) for cell in expected] == [
        ("0.1", "0"),
        ("0.1", "1"),
        ("0.01", "0"),
        ("0.01", "1"),
    ]


def test_a_setting_that_a_job_does_not_override_is_that_of_its_configuration(tmp_path: Path) -> None:
    files: Files = {
        "0/.hydra/overrides.yaml": "- +opt.lr=0.5\n",
        "0/.hydra/config.yaml": "opt: {lr: 0.5}\n",
        "1/.hydra/overrides.yaml": "[]\n",
        "1/.hydra/config.yaml": "opt: {lr: 0.25}\n",
    }
    reading = LAYOUT.read(write(tmp_path, files))
    assert column(reading, "opt.lr") == ["0.5", "0.25"]
    assert reading.expected is None


def test_tables_and_logs_of_jobs_are_their_curves(tmp_path: Path) -> None:
    curves = {f"{job}/train.csv": "step,loss\n1,2.0\n2,1.0\n" for job in range(3)}
    logs = {f"{job}/main.log": "[2024-01-01][INFO] - started, now\n" for job in range(3)}
    reading = LAYOUT.read(write(tmp_path, {**HYDRA, **curves, **logs}))
    assert points(reading, "2", "loss") == [(1.0, 2.0), (2.0, 1.0)]


def test_the_directory_of_a_single_job_is_not_a_multirun(tmp_path: Path) -> None:
    assert LAYOUT.detect(write(tmp_path, HYDRA) / "0") == ""


def test_a_broken_override_is_a_problem_and_the_configuration_stands_in(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {**HYDRA, "1/.hydra/overrides.yaml": "- 'lr=\n"}))
    assert column(reading, "lr") == ["0.1", "0.1", "0.01"]
    assert [problem.file for problem in reading.problems] == ["1/.hydra/overrides.yaml"]
