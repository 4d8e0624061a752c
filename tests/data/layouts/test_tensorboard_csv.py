from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.tensorboard_csv import LAYOUT
from tests.data.layouts.samples import TENSORBOARD_CSV, column, points, roles, write

DOWNLOAD = "Wall time,Step,Value\n1.5,0,4.0\n2.5,10,2.0\n"


def test_tags_of_one_run_are_one_history(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, TENSORBOARD_CSV))
    assert column(reading, "run") == ["lr0.1_seed0", "lr0.2_seed0"]
    assert points(reading, "lr0.1_seed0", "loss") == [(0.0, 4.0), (10.0, 2.0)]
    assert points(reading, "lr0.1_seed0", "val_acc") == [(10.0, 0.5)]


def test_runs_named_by_their_settings_have_them_as_factors(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, TENSORBOARD_CSV))
    assert column(reading, "lr") == ["0.1", "0.2"]
    assert (roles(reading)["lr"], roles(reading)["seed"]) == ("factor", "constant")


def test_the_run_that_is_a_dot_is_the_folder(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {"old/run-.-tag-train_loss.csv": DOWNLOAD}) / "old")
    assert column(reading, "run") == ["old"]
    assert column(reading, "train_loss") == [2.0]


def test_a_download_under_another_name_is_called_by_it(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, {"a/reward.csv": DOWNLOAD, "b/reward.csv": DOWNLOAD}))
    assert column(reading, "run") == ["a", "b"]
    assert points(reading, "b", "reward") == [(0.0, 4.0), (10.0, 2.0)]


def test_one_file_is_read_by_its_path(tmp_path: Path) -> None:
    root = write(tmp_path, TENSORBOARD_CSV)
    assert LAYOUT.detect(root / "run-lr0.2_seed0-tag-loss.csv")
    assert column(LAYOUT.read(root / "run-lr0.2_seed0-tag-loss.csv"), "loss") == [1.0]


def test_a_table_with_further_columns_is_no_download(tmp_path: Path) -> None:
    assert LAYOUT.detect(write(tmp_path, {"a.csv": "Wall time,Step,Value,Run\n1,0,1,a\n"})) == ""
