from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.trainer_state import LAYOUT
from tests.data.layouts.samples import TRAINER, points, roles, run_of, state, write


def test_records_of_one_step_are_joined_and_the_epoch_is_no_metric(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        {"trainer_state.json": state({"loss": 2.0, "step": 4}, {"eval_acc": 0.5, "epoch": 1, "step": 4}, step=4)},
    )
    reading = LAYOUT.read(root)
    assert reading.histories[0].metrics == ("loss", "eval_acc")
    assert reading.histories[0].scan().collect().rows() == [(tmp_path.name, 4.0, 2.0, 0.5)]


def test_the_furthest_checkpoint_stands_for_its_run(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, TRAINER))
    assert points(reading, "large", "loss") == [(1.0, 3.0), (2.0, 1.0)]
    assert run_of(reading, "large")["loss"] == 1.0


def test_results_beside_the_state_are_the_runs_numbers_and_the_model_its_settings(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, TRAINER))
    small = run_of(reading, "small")
    assert (small["test_acc"], small["best_metric"], small["hidden_size"]) == (0.625, 0.5, "64")
    assert (roles(reading)["hidden_size"], roles(reading)["model_type"]) == ("factor", "constant")


def test_the_file_itself_is_read_by_its_path(tmp_path: Path) -> None:
    root = write(tmp_path, TRAINER)
    assert LAYOUT.detect(root / "small/trainer_state.json")
    assert points(LAYOUT.read(root / "small/trainer_state.json"), "small", "eval_acc") == [(2.0, 0.5)]


def test_a_truncated_state_is_a_problem_and_an_earlier_checkpoint_is_read(tmp_path: Path) -> None:
    cut = str(TRAINER["large/checkpoint-2/trainer_state.json"])[:60]
    reading = LAYOUT.read(write(tmp_path, {**TRAINER, "large/checkpoint-2/trainer_state.json": cut}))
    assert run_of(reading, "large")["loss"] == 9.0
    assert [problem.file for problem in reading.problems] == ["large/checkpoint-2/trainer_state.json"]
