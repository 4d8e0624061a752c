"""A file may be read while it is written: half a line is not data."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from sweeplens.data.formats import read_sheets
from sweeplens.data.formats.endings import BLOCK
from tests.data.formats.conftest import LONG_AGO, Reader


def fresh(path: Path, text: str) -> list[tuple[str | None, ...]]:
    """The rows of a file that was written just now."""
    path.write_text(text, encoding="utf-8")
    return read_sheets(path)[0].frame.rows()


def test_a_last_line_without_its_end_counts_in_a_file_at_rest(read: Reader) -> None:
    assert read("step,loss\n1,0.5\n2,9.125").frame.rows() == [("1", "0.5"), ("2", "9.125")]


@pytest.mark.parametrize("tail", ["3,9.1", "3,", "3", "3,-", "3,1e", "30"])
def test_a_last_line_without_its_end_is_no_data_in_a_file_that_is_written(tmp_path: Path, tail: str) -> None:
    assert fresh(tmp_path / "t.csv", f"step,loss\n1,0.5\n2,9.125\n{tail}") == [("1", "0.5"), ("2", "9.125")]


@pytest.mark.parametrize("tail", ["3", "3,"])
def test_a_last_line_that_lacks_fields_counts_never_or_with_its_separator(read: Reader, tail: str) -> None:
    rows = read(f"step,loss\n1,0.5\n2,9.125\n{tail}").frame.rows()
    assert rows == [("1", "0.5"), ("2", "9.125"), *([("3", None)] if tail == "3," else [])]


@pytest.mark.parametrize("text", ['"a","b"\n"1","2"\n"3","4"', "a,b\n1,0.50\n2,0.25\n3,0.75", 'a,b\n1,x\n3,"y, z"'])
def test_a_last_field_that_cannot_go_on_counts_even_in_a_file_that_is_written(tmp_path: Path, text: str) -> None:
    assert len(fresh(tmp_path / "t.csv", text)) == text.count("\n")


def test_a_file_of_full_blocks_may_wait_for_its_next_one_however_long_it_rests(read: Reader) -> None:
    head = "step,loss\n1,0.5\n"
    text = head + "2," + "9" * (BLOCK - len(head) - 2)
    assert len(text) == BLOCK
    assert read(text).frame.rows() == [("1", "0.5")]
    assert read(text + "9").frame.height == 2


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n1,2\n3,4")
    (problem,) = read_sheets(tmp_path / "t.csv")[0].problems
    assert (problem.level, problem.done) == ("note", "it was left out")


def test_a_reader_beside_a_writer_sees_whole_rows_only(tmp_path: Path) -> None:
    path = tmp_path / "live.csv"
    text = "step,loss\n" + "".join(f"{at},{at / 7!r}\n" for at in range(1, 40))
    for end in range(text.index("\n") + 1, len(text), 13):
        path.write_text(text[:end])
        rows = read_sheets(path)[0].frame.rows()
        assert rows == [tuple(line.split(",")) for line in text[:end].split("\n")[1:-1]]


def test_time_stamps_of_another_clock_do_not_hide_a_line(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,2\n3,4")
    os.utime(path, (time.time() + 3600, time.time() + 3600))
    assert read_sheets(path)[0].frame.height == 2
    os.utime(path, (LONG_AGO, LONG_AGO))
    assert read_sheets(path)[0].frame.height == 2
