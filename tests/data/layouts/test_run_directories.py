from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.layouts.run_directories import LAYOUT, MOST_TABLES
from tests.data.layouts.samples import RUN_DIRECTORIES, Files, column, points, roles, run_of, write

REPORT = '{"metrics": {"acc": 0.5}}'


def test_reports_give_numbers_and_configurations_factors(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, RUN_DIRECTORIES))
    wide = run_of(reading, "wide")
    assert (wide["metrics.test.acc"], wide["metrics.test.f1"], wide["width"]) == (0.75, 0.5, "64")
    known = roles(reading)
    assert {name: known[name] for name in ("width", "seed", "opt.name", "host", "run")} == {
        "width": "factor",
        "seed": "constant",
        "opt.name": "constant",
        "host": "text",
        "run": "factor",
    }


def test_long_logs_are_histories_of_the_metrics_that_they_name(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, RUN_DIRECTORIES))
    assert [(history.name, history.step) for history in reading.histories] == [("train.log", "Epoch")]
    assert points(reading, "wide", "kl") == [(0.0, 1.0), (1.0, 0.5)]
    assert run_of(reading, "narrow")["recon"] == 8.0


def test_one_run_is_read_by_its_path(tmp_path: Path) -> None:
    root = write(tmp_path, RUN_DIRECTORIES)
    assert LAYOUT.detect(root / "narrow")
    assert column(LAYOUT.read(root / "narrow"), "metrics.test.acc") == [0.5]


def test_seeds_in_a_folder_of_each_setting_are_its_replicates(tmp_path: Path) -> None:
    files = {
        f"lr{lr}/{seed}/{name}": text
        for lr in (0.1, 0.2)
        for seed in (0, 1)
        for name, text in {"report.json": REPORT, "config.json": f'{{"seed": {seed}, "lr": {lr}}}'}.items()
    }
    reading = LAYOUT.read(write(tmp_path, files))
    known = roles(reading)
    assert (known["lr"], known["seed"], known["run"]) == ("factor", "replicate", "id")


def test_files_of_one_run_each_are_runs_named_by_their_keys(tmp_path: Path) -> None:
    files = {f"evals/model-d={d}_beta={beta}.json": f'{{"acc": {d / 100}}}' for d in (32, 64) for beta in (0.1, 1)}
    reading = LAYOUT.read(write(tmp_path, files))
    assert sorted(zip(column(reading, "d"), column(reading, "beta"), column(reading, "acc"), strict=True)) == [
        ("32", "0.1", 0.32),
        ("32", "1", 0.32),
        ("64", "0.1", 0.64),
        ("64", "1", 0.64),
    ]


def test_files_of_several_checkpoints_are_a_history(tmp_path: Path) -> None:
    files = {f"evals/tiny_step{step}.json": f'{{"acc": {step / 100}}}' for step in (10, 2, 30)}
    reading = LAYOUT.read(write(tmp_path, files))
    assert points(reading, "evals/tiny", "acc") == [(2.0, 0.02), (10.0, 0.1), (30.0, 0.3)]


@pytest.mark.parametrize(
    "files",
    [
        {"a/config.yaml": "lr: 1\n", "b/config.yaml": "lr: 2\n"},
        {"pyproject.toml": "[tool.x]\nn = 3\n", "results.csv": "a,b\n1,2\n"},
        {"a/x.csv": "step,l\n1,2\n2,1\n", "b/x.csv": "step,l\n1,2\n2,1\n"},
        {"a/r.json": REPORT, "b/r.json": REPORT, "all.csv": "run,acc\na,0.5\nb,0.5\n"},
        {"metrics.json": REPORT, **{f"{number}.csv": "step,l\n1,2\n2,1\n" for number in range(MOST_TABLES + 1)}},
        {"one.json": '{"id": 3}'},
    ],
    ids=[
        "settings alone",
        "a tool's file",
        "tables alone",
        "a table of all runs",
        "many tables",
        "a document of no run",
    ],
)
def test_what_is_no_run_is_left_to_other_layouts(files: Files, tmp_path: Path) -> None:
    assert LAYOUT.detect(write(tmp_path, files)) == ""


def test_a_truncated_report_is_a_problem_and_its_run_is_incomplete(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {**RUN_DIRECTORIES, "wide/report.json": '{"metrics": {"test": {"acc": 0.7'}))
    assert column(reading, "metrics.test.acc") == [0.5, None]
    assert [problem.file for problem in reading.problems] == ["wide/report.json"]


def test_lists_that_are_neither_curve_nor_result_are_told_once_for_all_runs(tmp_path: Path) -> None:
    samples = '{"acc": 0.5, "per_sample": [{"id": 1, "score": 0}, {"id": 2, "score": 1}]}'
    reading = LAYOUT.read(write(tmp_path, {f"{run}/results.json": samples for run in "abc"}))
    assert column(reading, "acc") == [0.5, 0.5, 0.5]
    (problem,) = reading.problems
    assert (problem.file, problem.level) == ("a/results.json", "note")
    assert problem.sentence == "per_sample holds 2 records that are neither curve nor result, as in 2 other files."
