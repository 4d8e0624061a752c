from __future__ import annotations

import pytest

from sweeplens.data.values import read_column
from tests.data.formats.conftest import Reader

THOUSANDS = "The commas in n may stand before decimals or part thousands, and no field says which."


def quoted(*columns: list[str]) -> str:
    """A table parted by commas, all of its fields quoted; each column begins with its name."""
    return "".join(",".join(f'"{field}"' for field in row) + "\n" for row in zip(*columns, strict=True))


@pytest.mark.parametrize(
    ("fields", "numbers"),
    [
        (["0,5", "1,25"], [0.5, 1.25]),
        (["2,5", "2", "2,25"], [2.5, 2.0, 2.25]),
        (["0,5", "n/a", "1,014"], [0.5, None, 1.014]),
        (["1,014", "0,987"], [1.014, 0.987]),
        (["-0,5", "12,05"], [-0.5, 12.05]),
        (["12,5%", "3,5%"], [12.5, 3.5]),
        (["12,5 ± 0,3", "3,5 ± 0,2"], [12.5, 3.5]),
        (["1,5e-3", "2,5e-4"], [0.0015, 0.00025]),
        (["1,014,233", "2,310"], [1014233.0, 2310.0]),
        (["1,014.5", "2,310"], [1014.5, 2310.0]),
    ],
)
def test_commas_in_quoted_numbers_are_what_all_of_the_column_says(
    fields: list[str], numbers: list[float | None], read: Reader
) -> None:
    sheet = read(quoted(["family", *"abcdef"[: len(fields)]], ["acc", *fields]))
    assert read_column(sheet.frame["acc"]).values.to_list() == numbers


@pytest.mark.parametrize("name", ["sizes", "hidden_dims", "gpus", "kernel_size", "betas"])
def test_pairs_under_the_name_of_a_list_stay_lists(name: str, read: Reader) -> None:
    sheet = read(quoted([name, "64,32", "128,64"], ["acc", "0,5", "0,25"]))
    assert sheet.frame[name].to_list() == ["64,32", "128,64"]
    assert sheet.frame["acc"].to_list() == ["0.5", "0.25"]


def test_a_table_with_points_has_no_decimal_commas_but_where_nothing_else_is_meant(read: Reader) -> None:
    text = quoted(["a", "0,5", "1,25"], ["b", "0,8482", "0,9"], ["n", "1,014", "2,310"], ["c", "0.5", "0.25"])
    assert read(text).frame.row(0) == ("0,5", "0.8482", "1,014", "0.5")


@pytest.mark.parametrize(("separator", "number", "written"), [("\t", 1014.0, "1014"), (";", 1.014, "1.014")])
def test_commas_that_may_part_thousands_are_read_in_one_way_and_that_is_told(
    separator: str, number: float, written: str, read: Reader
) -> None:
    sheet = read(f"family{separator}n\na{separator}1,014\nb{separator}2,310\n")
    assert read_column(sheet.frame["n"]).values.to_list()[0] == number
    told = next(problem for problem in sheet.problems if problem.sentence == THOUSANDS)
    assert (told.done, told.level) == (f"1,014 is read as {written}", "note")


def test_nothing_is_told_of_thousands_beside_decimal_points(read: Reader) -> None:
    sheet = read(quoted(["n", "1,014", "2,310"], ["acc", "0.5", "0.25"]))
    assert read_column(sheet.frame["n"]).values.to_list() == [1014.0, 2310.0]
    assert sheet.problems == ()


def test_a_table_of_decimal_commas_without_a_head_loses_no_row(read: Reader) -> None:
    assert read("0,5;1,25\n0,75;2,5\n1;3,5\n").frame.rows() == [("0.5", "1.25"), ("0.75", "2.5"), ("1", "3.5")]
