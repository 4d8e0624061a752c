"""The running ablation has everything that can be unfinished or broken; the bare table has nothing but itself."""

from __future__ import annotations

import math
from itertools import product

from tests.samples.reading import RUNNING, SAMPLES, records


def test_the_running_sweep_has_every_kind_of_cell() -> None:
    rows = {(r["family"], r["beta"], r["seed"]): r["val_loss"] for r in records(RUNNING / "data" / "summary.csv")}
    expected = list(product(("raw", "dist norm", "tokcc a.25"), ("beta=.01", "beta=.1", "beta=1")))
    finals = {cell: [rows.get((*cell, seed), "") for seed in "012"] for cell in expected}
    whole = [cell for cell, texts in finals.items() if all(text and math.isfinite(float(text)) for text in texts)]
    assert len(whole) == 5
    assert finals["dist norm", "beta=1"][1:] == ["nan", "inf"]
    assert finals["tokcc a.25", "beta=.01"][2] == finals["tokcc a.25", "beta=.1"][2] == ""
    assert finals["tokcc a.25", "beta=1"] == ["", "", ""]
    assert {key[:2] for key in rows} - set(expected) == {("raw", "beta=3")}


def test_the_running_history_ends_in_a_half_written_line_of_the_seed_without_a_row() -> None:
    lines = (RUNNING / "data" / "train_history.csv").read_text(encoding="utf-8").split("\n")
    assert lines[-1].startswith("tokcc a.25,beta=.1,2,")
    assert len(lines[-1].split(",")) < len(lines[0].split(","))


def test_one_file_of_the_running_sweep_cannot_be_read() -> None:
    data = (RUNNING / "data" / "grad_norm_history.parquet").read_bytes()
    assert data.startswith(b"PAR1")
    assert not data.endswith(b"PAR1")


def test_the_bare_table_is_alone() -> None:
    (only,) = (SAMPLES / "bare-table_demo").iterdir()
    assert len(records(only)) == 6
