from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.layouts.run_files import holds, runs_below
from sweeplens.data.layouts.walk import walk
from tests.data.layouts.samples import Files, write


def found(tmp_path: Path, files: Files) -> dict[str, dict[str, str]]:
    return {run.name: dict(run.files) for run in runs_below(walk(write(tmp_path, files)))}


def test_folders_that_hold_files_of_the_same_name_are_runs(tmp_path: Path) -> None:
    files = {"a/report.json": "{}", "a/log/train.csv": "", "b/report.json": "{}", "notes/todo.json": "{}"}
    assert found(tmp_path, files) == {
        "a": {"report.json": "a/report.json", "log/train.csv": "a/log/train.csv"},
        "b": {"report.json": "b/report.json"},
    }


def test_settings_beside_a_run_and_above_it_are_its_own(tmp_path: Path) -> None:
    files = {f"exp/{seed}/report.json": "{}" for seed in (0, 1)} | {
        "exp/0.toml": "",
        "exp/1.toml": "",
        "exp/config.json": "{}",
    }
    assert found(tmp_path, files) == {
        f"exp/{seed}": {
            "report.json": f"exp/{seed}/report.json",
            "config.toml": f"exp/{seed}.toml",
            "config.json": "exp/config.json",
        }
        for seed in (0, 1)
    }


def test_settings_alone_make_no_runs(tmp_path: Path) -> None:
    files = {"a/config.yaml": "", "b/config.yaml": "", "a/x.csv": "", "b/y.csv": ""}
    assert list(found(tmp_path, files)) == [tmp_path.name]


def test_documents_of_one_folder_are_a_run_each(tmp_path: Path) -> None:
    assert found(tmp_path, {"evals/a.json": "{}", "evals/b.json": "{}", "evals/c.yaml": ""}) == {
        "evals/a": {"evals.json": "evals/a.json"},
        "evals/b": {"evals.json": "evals/b.json"},
    }


def test_documents_of_other_folders_that_are_called_alike_join_them(tmp_path: Path) -> None:
    files = {f"evals/eval_{name}_full.json": "{}" for name in ("x1", "y2")} | {
        f"models/{name}.json": "{}" for name in ("x1", "y2")
    }
    assert found(tmp_path, files) == {
        name: {"evals.json": f"evals/eval_{name}_full.json", "models.json": f"models/{name}.json"}
        for name in ("x1", "y2")
    }


def test_tables_that_are_called_as_the_documents_are_theirs(tmp_path: Path) -> None:
    files = {f"logs/{name}{suffix}": "" for name in ("a", "b") for suffix in (".json", ".csv")}
    assert found(tmp_path, files) == {
        f"logs/{name}": {"logs.json": f"logs/{name}.json", "logs.csv": f"logs/{name}.csv"} for name in ("a", "b")
    }


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.json", "", "document"),
        ("a.csv", "", "table"),
        ("a.log", '{"a": 1}\n', "document"),
        ("a.log", '[{"a": 1}]\n', "document"),
        ("a.log", "[2024-01-01 10:00:00][main] - ready, steady\n[2024-01-01 10:00:01][main] - 1, 2\n", ""),
        ("a.log", "Epoch,Loss\n0,0.5\n", "table"),
        ("a.log", "step 1: loss 0.5, took 3 s\nstep 2: loss 0.4, took 3 s\n", ""),
        ("a.log", "1,2\n3,4\n", ""),
        ("a.txt", "Licensed to you,\nand others\n", ""),
        ("a.png", "x", ""),
    ],
)
def test_a_log_is_what_its_first_lines_say(name: str, text: str, expected: str, tmp_path: Path) -> None:
    assert holds(walk(write(tmp_path, {name: text})), name) == expected
