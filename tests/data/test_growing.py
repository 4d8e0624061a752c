"""Collections whose files grow while they are looked at."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.formats.tail import Followed, read_followed
from sweeplens.data.load import load_collection
from sweeplens.data.tablefile import read_table

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"

HISTORY = "family,step,loss\nraw,1,2.5\nraw,2,2.25\nnorm,1,1.5\nnorm,2,1.25\n"
FILES = {
    "summary": {"data/summary.csv": "family,acc\nraw,0.51\nnorm,0.52\n", "data/h.csv": HISTORY},
    "table": {"h.csv": HISTORY},
    "records": {
        "h.jsonl": "".join(
            f'{{"family": "{f}", "step": {s}, "loss": {v}}}\n' for f, s, v in [("raw", 1, 2.5), ("raw", 2, 2.25)]
        )
        + "".join(f'{{"family": "norm", "step": {s}, "loss": {v}}}\n' for s, v in [(1, 1.5), (2, 1.25)])
    },
}
TAILS = {".csv": "norm,3,1.125\n", ".jsonl": '{"family": "norm", "step": 3, "loss": 1.125}\n'}


def aged(root: Path) -> None:
    """Makes all files as old as files are that nobody writes to."""
    for path in root.rglob("*"):
        os.utime(path, (1, 1))


@pytest.mark.parametrize("kind", FILES)
def test_of_a_history_that_grew_the_new_lines_alone_are_read(
    make_collection: Make, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_collection(FILES[kind])
    aged(root)
    assert load_collection(root).histories[0].scan().collect().height == 4
    grown = next(root.rglob("h.*"))
    with grown.open("a") as file:
        file.write(TAILS[grown.suffix])
    read: list[Path] = []
    monkeypatch.setattr("sweeplens.data.tablefile.read_followed", read.append)
    history = load_collection(root).histories[0].scan().collect()
    assert history.rows()[-1] == ("norm", 3.0, 1.125)
    assert (history.height, read) == (5, [])


def test_of_many_runs_the_one_that_changed_is_read_and_no_other(
    make_collection: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "epoch,step,loss\n0,1,0.5\n1,2,0.25\n"
    root = make_collection({f"version_{at}/metrics.csv": rows for at in range(4)})
    aged(root)
    load_collection(root)
    changed = root / "version_2" / "metrics.csv"
    changed.write_text(rows.replace("0.25", "0.125"))
    read: list[Path] = []

    def noted(path: Path) -> Followed:
        read.append(path)
        return read_followed(path)

    monkeypatch.setattr("sweeplens.data.tablefile.read_followed", noted)
    assert load_collection(root).runs["loss"].to_list() == [0.25, 0.25, 0.125, 0.25]
    assert read == [changed]


WRITER = """
import sys, time
path, tail = sys.argv[1:]
text = "".join(tail.format(step=step, loss=step / 8) + chr(10) for step in range(3, 600)).encode()
with open(path, "ab", buffering=0) as file:
    for start in range(0, len(text), 101):
        file.write(text[start : start + 101])
        time.sleep(0.002)
"""
LINES = {".csv": "norm,{step},{loss}", ".jsonl": '{{"family": "norm", "step": {step}, "loss": {loss}}}'}


@pytest.mark.parametrize("kind", FILES)
def test_what_another_process_writes_is_seen_line_by_line_and_never_in_half(make_collection: Make, kind: str) -> None:
    root = make_collection(FILES[kind])
    growing = next(root.rglob("h.*"))
    whole = [("norm", 1.0, 1.5), ("norm", 2.0, 1.25), *(("norm", float(step), step / 8) for step in range(3, 600))]
    with subprocess.Popen([sys.executable, "-c", WRITER, str(growing), LINES[growing.suffix]]) as writer:
        while writer.poll() is None:
            seen = load_collection(root).histories[0].scan().collect()
            rows = seen.filter(seen["family"] == "norm").rows()
            assert rows == whole[: len(rows)]
    assert load_collection(root).histories[0].scan().collect().height == 2 + len(whole)


def test_a_table_that_is_not_read_again_is_the_same_value(make_collection: Make) -> None:
    root = make_collection(FILES["table"])
    aged(root)
    assert read_table(root / "h.csv", "h.csv") is read_table(root / "h.csv", "h.csv")
