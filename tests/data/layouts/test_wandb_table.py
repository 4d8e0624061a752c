from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.wandb_table import LAYOUT
from tests.data.layouts.samples import WANDB_TABLE, roles, write


def test_wandbs_own_columns_split_no_cell(tmp_path: Path) -> None:
    reading = LAYOUT.read(write(tmp_path, WANDB_TABLE) / "runs.csv")
    known = roles(reading)
    assert {name: known[name] for name in ("Name", "State", "Created", "Tags", "Runtime")} == {
        "Name": "id",
        "State": "text",
        "Created": "time",
        "Tags": "text",
        "Runtime": "metric",
    }
    assert "lr" not in known
    assert reading.runs is not None
    assert reading.runs["val/acc"].to_list() == ["0.5", None]


def test_a_table_with_a_name_alone_is_not_wandbs(tmp_path: Path) -> None:
    assert LAYOUT.detect(write(tmp_path, {"a.csv": "Name,State,acc\na,b,0.5\n"})) == ""


def test_a_table_among_others_is_only_read_by_its_path(tmp_path: Path) -> None:
    root = write(tmp_path, {**WANDB_TABLE, "other.csv": "a,b\n1,2\n"})
    assert LAYOUT.detect(root) == ""
    assert LAYOUT.detect(root / "runs.csv")
