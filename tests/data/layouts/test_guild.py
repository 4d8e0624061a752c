from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.guild import LAYOUT
from tests.data.layouts.samples import GUILD, column, points, roles, run_of, write


def test_flags_are_settings_and_scalars_are_curves(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, GUILD))
    assert (column(reading, "lr"), roles(reading)["lr"], roles(reading)["seed"]) == (
        ["0.1", "0.2"],
        "factor",
        "constant",
    )
    assert points(reading, "runs/aaa", "loss") == [(1.0, 2.0), (2.0, 1.0)]
    assert run_of(reading, "runs/bbb")["loss"] == 3.0


def test_how_a_run_ended_is_text(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, GUILD))
    assert (column(reading, "exit_status"), roles(reading)["exit_status"]) == (["0", "1"], "text")


def test_what_the_run_wrote_itself_is_read_too(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {**GUILD, "runs/aaa/scores.json": '{"f1": 0.5}'}))
    assert column(reading, "f1") == [0.5, None]


def test_one_run_is_read_by_its_path(tmp_path: Path) -> None:
    root = write(tmp_path, GUILD)
    assert LAYOUT.detect(root / "runs/aaa")
    assert column(LAYOUT.read(root / "runs/aaa"), "loss") == [1.0]


def test_broken_flags_are_a_problem_and_the_run_stays(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {**GUILD, "runs/aaa/.guild/attrs/flags": "lr: {0.1\n"}))
    assert column(reading, "lr") == [None, "0.2"]
    assert [problem.file for problem in reading.problems] == ["runs/aaa/.guild/attrs/flags"]
