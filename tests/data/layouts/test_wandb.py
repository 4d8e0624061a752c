from __future__ import annotations

import math
from pathlib import Path

import pytest

from sweeplens.data.layouts.wandb import LAYOUT
from tests.data.layouts.samples import FIRST, SECOND, WANDB, column, roles, write

RUN = FIRST.removesuffix("/files")


def test_summaries_give_numbers_without_what_wandb_keeps_for_itself(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, WANDB))
    acc = column(reading, "val/loss")
    assert acc[0] == 0.5
    assert isinstance(acc[1], float)
    assert math.isnan(acc[1])
    assert acc[2] is None
    assert reading.runs is not None
    assert not {"_wandb.runtime", "_wandb", "h._type", "h"} & {*reading.runs.columns}


def test_configurations_are_unwrapped_and_differ_as_factors(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, WANDB))
    assert column(reading, "lr") == ["0.1", "0.01", "0.01"]
    assert (roles(reading)["lr"], roles(reading)["run"]) == ("factor", "replicate")


def test_settings_that_are_spelt_differently_are_the_same(tmp_path: Path) -> None:
    files = {
        f"{FIRST}/config.yaml": "drop:\n  value: 0\n",
        f"{SECOND}/config.yaml": "drop:\n  value: 0.0\n",
    }
    assert roles(LAYOUT.read(write(tmp_path, files)))["drop"] == "constant"


@pytest.mark.parametrize("path", ["wandb", RUN, FIRST])
def test_a_part_of_the_tree_is_read_by_its_own_path(path: str, tmp_path: Path) -> None:
    root = write(tmp_path, WANDB)
    assert LAYOUT.detect(root / path)
    assert column(LAYOUT.read(root / path), "val/loss")[0] == 0.5


def test_the_link_to_the_latest_run_is_not_a_run(tmp_path: Path) -> None:
    root = write(tmp_path, WANDB)
    (root / "wandb/latest-run").symlink_to(root / RUN, target_is_directory=True)
    assert len(column(LAYOUT.read(root), "run")) == 3


def test_a_broken_summary_is_a_problem_and_its_run_stays(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {**WANDB, f"{FIRST}/wandb-summary.json": '{"val/loss": 0.'}))
    assert column(reading, "val/loss")[0] is None
    assert [problem.file for problem in reading.problems] == [f"{FIRST}/wandb-summary.json"]
