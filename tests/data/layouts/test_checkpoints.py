from __future__ import annotations

import pytest

from sweeplens.data.layouts.checkpoints import by_checkpoint
from sweeplens.data.layouts.runs import Run


def of(name: str, acc: float, **settings: str) -> Run:
    return Run(name, settings=settings, numbers={"acc": acc})


@pytest.mark.parametrize(
    ("names", "joined"),
    [
        (["a_step1", "a_step10"], "a"),
        (["x/a-5shot_step1", "x/a-5shot_step10"], "x/a-5shot"),
        (["checkpoint-1/eval", "checkpoint-10/eval"], "eval"),
        (["a/step=1", "a/step=10"], "a"),
        (["step1", "step10"], "checkpoints"),
    ],
)
def test_files_that_differ_in_a_step_are_one_run(names: list[str], joined: str) -> None:
    (run,) = by_checkpoint([of(names[1], 0.75), of(names[0], 0.5)])
    assert run.name == joined
    assert run.curves["checkpoints"].rows() == [(1.0, 0.5), (10.0, 0.75)]
    assert run.numbers == {"acc": 0.75}


def test_a_step_inside_another_number_is_left_alone() -> None:
    runs = by_checkpoint([of("a_step1_seed11", 0.5), of("a_step2_seed11", 0.75)])
    assert [run.name for run in runs] == ["a_seed11"]


def test_revisions_that_state_a_step_join_the_runs_of_a_folder() -> None:
    runs = by_checkpoint([of("m/x", 0.5, revision="step5", lr="1"), of("m/y", 0.25, revision="step3", lr="1")])
    assert [(run.name, dict(run.settings)) for run in runs] == [("m", {"lr": "1"})]


def test_what_parts_a_file_stays_apart() -> None:
    runs = [Run(f"a_step{step}", {"task": task}, numbers={"acc": step / 4}) for step in (1, 2) for task in ("x", "y")]
    assert [run.title for run in by_checkpoint(runs)] == ["a task=x", "a task=y"]


@pytest.mark.parametrize(
    "names", [["a_steps1", "a_steps2"], ["a_beta1", "a_beta2"], ["a_step1", "a_step1"], ["a", "b"]]
)
def test_other_numbers_in_names_join_nothing(names: list[str]) -> None:
    runs = [of(name, 0.5) for name in names]
    assert by_checkpoint(runs) == runs
