from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.formats import format_of, read_sheets
from sweeplens.errors import ReadError
from tests.data.formats.conftest import Reader


def test_lines_are_rows_with_all_names_that_occur(read: Reader) -> None:
    sheet = read('{"step": 1, "loss": NaN}\n\n{"step": 2, "eval": {"acc": 0.5}}\n', "log.jsonl")
    assert sheet.frame.to_dicts() == [
        {"step": "1", "loss": "NaN", "eval.acc": None},
        {"step": "2", "loss": None, "eval.acc": "0.5"},
    ]


def test_a_late_fraction_costs_nothing(read: Reader) -> None:
    lines = "".join(f'{{"v": {at}}}\n' for at in range(1000)) + '{"v": 0.5}\n'
    assert read(lines, "t.log").frame["v"].to_list()[-2:] == ["999", "0.5"]


@pytest.mark.parametrize("tail", ['{"a": 3', '{"a": 3, "b"', "{"])
def test_a_half_written_last_line_is_no_data_and_no_fault(read: Reader, tail: str) -> None:
    sheet = read(f'{{"a": 1}}\n{{"a": 2}}\n{tail}', "t.jsonl")
    assert sheet.frame["a"].to_list() == ["1", "2"]
    assert [problem.level for problem in sheet.problems] == ["note"]


def test_a_whole_last_record_counts_without_its_line_end(read: Reader) -> None:
    assert read('{"a": 1}\n{"a": 2}', "t.jsonl").frame.height == 2


def test_lines_that_are_no_records_are_counted_with_the_first_ones_number(read: Reader) -> None:
    sheet = read('{"a": 1}\noops\n{"a": 2}\n[1]\n', "t.jsonl")
    assert sheet.frame["a"].to_list() == ["1", "2"]
    assert [(problem.line, problem.sentence) for problem in sheet.problems] == [(2, "2 lines hold no JSON record.")]


def test_records_of_two_kinds_are_two_tables(tmp_path: Path) -> None:
    (tmp_path / "t.log").write_text('{"accuracy": 0.7}\n{"id": 1}\n{"id": 2, "x": 0}\n')
    assert [sheet.frame.columns for sheet in read_sheets(tmp_path / "t.log")] == [["accuracy"], ["id", "x"]]


def test_the_name_decides_where_one_line_leaves_it_open(tmp_path: Path) -> None:
    for name, kind in (("t.jsonl", "JSON Lines"), ("t.json", "JSON")):
        (tmp_path / name).write_text('{"a": 1}\n')
        known = format_of(tmp_path / name)
        assert (known and known.name) == kind


def test_a_file_without_one_whole_record_is_an_error(read: Reader) -> None:
    with pytest.raises(ReadError, match=r"t\.jsonl"):
        read('{"a": 1', "t.jsonl")
