"""Delimited text as people have it; each trap that a plain `read_csv` falls into has its test."""

from __future__ import annotations

import gzip
import math
from pathlib import Path

import polars as pl
import pytest

from sweeplens.data.formats import Sheet, format_of, read_sheets
from sweeplens.data.values import ReadColumn, read_column
from sweeplens.errors import ReadError
from tests.data.formats.conftest import Reader


def column(sheet: Sheet, name: str) -> ReadColumn:
    return read_column(sheet.frame[name])


def sentences(sheet: Sheet, level: str = "problem") -> list[str]:
    return [problem.sentence for problem in sheet.problems if problem.level == level]


def test_whole_numbers_followed_late_by_a_fraction_are_all_kept(read: Reader) -> None:
    sheet = read("step,loss\n" + "".join(f"{at},{at}\n" for at in range(600)) + "600,0.5\n")
    assert column(sheet, "loss").values.to_list() == [*map(float, range(600)), 0.5]


def test_nan_and_infinities_do_not_make_a_column_text(read: Reader) -> None:
    values = column(read("a,loss\n1,nan\n2,inf\n3,-Infinity\n4,0.5\n"), "loss").values.to_list()
    assert math.isnan(values[0])
    assert values[1:] == [math.inf, -math.inf, 0.5]


@pytest.mark.parametrize("word", ["None", "null", "NA", "N/A", "-", "", '""', '" "'])
def test_nothing_in_any_spelling_is_missing_and_no_problem(read: Reader, word: str) -> None:
    loss = column(read(f"a,loss\n1,0.5\n2,{word}\n3,0.25\n"), "loss")
    assert (loss.kind, loss.values.to_list(), loss.missing, loss.unreadable) == ("number", [0.5, None, 0.25], 1, ())


def test_a_number_out_of_reach_is_infinite_and_a_long_one_is_kept(read: Reader) -> None:
    sheet = read("a,id\n1e400,123456789012345678901234567890\n1,7\n")
    assert column(sheet, "a").values.to_list() == [math.inf, 1.0]
    assert sheet.frame["id"].to_list() == ["123456789012345678901234567890", "7"]


def test_a_column_without_any_field_stays_with_its_name(read: Reader) -> None:
    assert read("a,empty\n1,\n2,\n").frame.to_dict(as_series=False) == {"a": ["1", "2"], "empty": [None, None]}


def test_columns_of_one_name_are_numbered_around_names_that_are_taken(read: Reader) -> None:
    sheet = read("loss,loss,loss_2,loss\n1,2,3,4\n")
    assert sheet.frame.row(0, named=True) == {"loss": "1", "loss_3": "2", "loss_2": "3", "loss_4": "4"}
    assert sentences(sheet, "note") == ["Several columns are called 'loss'; they are numbered."]


def test_a_nameless_column_is_called_by_its_place(read: Reader) -> None:
    sheet = read(",loss\nrun 1,0.5\nrun 2,0.25\n")
    assert sheet.frame.columns == ["column_1", "loss"]
    assert sentences(sheet, "note") == ["Column 1 has no name."]


def test_names_and_fields_lose_the_blanks_around_them(read: Reader) -> None:
    sheet = read(" family , loss\nraw , 0.5\n")
    assert sheet.frame.row(0, named=True) == {"family": "raw", "loss": "0.5"}


def test_a_field_too_many_is_reported_with_its_line(read: Reader) -> None:
    sheet = read("a,b\n1,2\n3,4,5\n6,7\n")
    assert sheet.frame.rows() == [("1", "2"), ("3", "4"), ("6", "7")]
    assert [(p.line, p.sentence) for p in sheet.problems] == [(3, "1 row has more fields than the table has columns.")]


def test_a_field_too_few_is_counted_and_not_silently_empty(read: Reader) -> None:
    sheet = read("a,b,c\n1,2,3\n4,5\n\n6,7\n")
    assert sheet.frame.rows() == [("1", "2", "3"), ("4", "5", None), ("6", "7", None)]
    assert [(p.line, p.sentence) for p in sheet.problems] == [
        (3, "2 rows have fewer fields than the table has columns.")
    ]


def test_blank_lines_and_rows_of_empty_fields_are_no_rows(read: Reader) -> None:
    assert read("a,b\n\n1,2\n   \n,\n3,4\n\n").frame.rows() == [("1", "2"), ("3", "4")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_in_any_form_is_read(read: Reader, encoding: str) -> None:
    sheet = read("family,loss\nβ-größe,0.5\n".encode(encoding))
    assert sheet.frame.row(0, named=True) == {"family": "β-größe", "loss": "0.5"}


def test_latin_1_is_read_and_said(read: Reader) -> None:
    sheet = read("model;acc\ngrün;86,3 ± 1,2\n".encode("latin-1"))
    assert sheet.frame.row(0) == ("grün", "86.3 ± 1.2")
    assert sentences(sheet, "note")[0] == "The file is not UTF-8; it was read as cp1252."


def test_bytes_that_are_damaged_are_shown_and_counted(read: Reader) -> None:
    sheet = read("family,loss\nβeta,0.5\n".encode() + b"\xff\xfe,0.25\n" + "größe,1\n".encode())
    assert sheet.frame["loss"].to_list() == ["0.5", "0.25", "1"]
    assert sentences(sheet) == ["2 characters cannot be read as utf-8."]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", ":"])
def test_the_separator_is_found(read: Reader, separator: str) -> None:
    rows = [["family", "beta", "loss"], ["raw", "1", "0.5"], ["dist", "2", "0.25"], ["tok", "3", "7.5"]]
    sheet = read("".join(separator.join(row) + "\n" for row in rows))
    assert [list(sheet.frame.columns), *map(list, sheet.frame.rows())] == rows


def test_columns_that_blanks_part_are_read(read: Reader) -> None:
    sheet = read("  step    loss\n     1  0.5000\n    10  0.2500\n", "progress.txt")
    assert sheet.frame.rows(named=True) == [{"step": "1", "loss": "0.5000"}, {"step": "10", "loss": "0.2500"}]


def test_columns_that_blanks_part_may_have_quoted_names_and_unnamed_rows(read: Reader) -> None:
    sheet = read('"mpg" "cyl"\n"Mazda RX4" 21 6\n"Datsun 710" 22.8 4\n', "cars.txt")
    assert sheet.frame.rows() == [("Mazda RX4", "21", "6"), ("Datsun 710", "22.8", "4")]


def test_a_named_separator_is_believed(read: Reader) -> None:
    assert read("sep=;\na;b\n1,5;2\n").frame.row(0, named=True) == {"a": "1.5", "b": "2"}


def test_decimal_commas_are_read_as_points(read: Reader) -> None:
    sheet = read("model;acc;n\nraw;86,32 ± 1,22;1.024\ndist;nan ± nan;2.048,5\n")
    assert column(sheet, "acc").values.to_list()[0] == 86.32
    assert column(sheet, "n").values.to_list() == [1024.0, 2048.5]
    assert sentences(sheet, "note") == ["2 columns with decimal commas."]


@pytest.mark.parametrize("mark", [".", " ", "'", "\u00a0"])
def test_thousands_may_be_parted_where_decimals_have_a_comma(read: Reader, mark: str) -> None:
    sheet = read(f"a;b\n1{mark}234{mark}567{mark}890,5 ± 0,25;x\n0,5;y\n{mark.join(['2', '000'])};z\n")
    assert column(sheet, "a").values.to_list() == [1234567890.5, 0.5, 2000.0]


def test_lists_of_numbers_are_no_decimals_in_a_table_of_points(read: Reader) -> None:
    assert read("sizes;loss\n64,32;0.5\n128,64;0.25\n").frame["sizes"].to_list() == ["64,32", "128,64"]


def test_quoted_decimal_commas_between_commas_are_read_column_by_column(read: Reader) -> None:
    sheet = read('a,b,sizes\n"0,8482666667",1.5,"64,32"\n"-3,05",2.5,"128,64"\n')
    assert column(sheet, "a").values.to_list() == [0.8482666667, -3.05]
    assert column(sheet, "b").values.to_list() == [1.5, 2.5]
    assert sheet.frame["sizes"].to_list() == ["64,32", "128,64"]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n", "\r\r\n"])
def test_any_line_end_ends_a_line(read: Reader, end: str) -> None:
    assert read(f"a,b{end}1,2{end}3,4{end}").frame.rows() == [("1", "2"), ("3", "4")]


def test_comment_lines_before_the_head_are_skipped(read: Reader) -> None:
    sheet = read('#{"t_start": 1614621345.15, "env_id": "Pendulum-v0"}\nr,l,t\n-1278.78,200,0.1\n-901.7,200,0.2\n')
    assert (sheet.frame.columns, sheet.frame.height) == (["r", "l", "t"], 2)


def test_comment_lines_between_rows_are_skipped_with_a_note(read: Reader) -> None:
    sheet = read("a,b\n1,2\n# resumed\n3,4\n#x,5\n")
    assert sheet.frame.rows() == [("1", "2"), ("3", "4"), ("#x", "5")]
    assert sentences(sheet, "note") == ["1 comment between the rows."]


def test_a_title_and_an_empty_row_before_the_head_are_skipped(read: Reader) -> None:
    assert read("Table 3,,\n,,\nmodel,acc,f1\na,0.5,0.6\n").frame.columns == ["model", "acc", "f1"]


def test_a_head_written_again_by_a_resumed_run_is_no_row(read: Reader) -> None:
    sheet = read("step,loss\n1,0.5\nstep,loss\n2,0.25\n")
    assert sheet.frame.rows() == [("1", "0.5"), ("2", "0.25")]
    assert sentences(sheet, "note") == ["1 repetition of the head between the rows."]


def test_quoted_line_ends_and_doubled_quotes_are_content(read: Reader) -> None:
    sheet = read('note,loss\n"two\nlines",1\n"say ""hi""",2\n"a, b",3\n')
    assert sheet.frame["note"].to_list() == ["two\nlines", 'say "hi"', "a, b"]


def test_quotes_behind_a_backslash_are_content(read: Reader) -> None:
    sheet = read('config,loss\n"{\\"lr\\": 0.1, \\"wd\\": 0}",1\n"{\\"lr\\": 0.2, \\"wd\\": 0}",2\n')
    assert sheet.frame["config"].to_list() == ['{"lr": 0.1, "wd": 0}', '{"lr": 0.2, "wd": 0}']


@pytest.mark.parametrize("note", ['5" pipe', '"open', 'in"side'])
def test_a_stray_quote_costs_no_other_row(read: Reader, note: str) -> None:
    sheet = read(f'note,loss\nplain,1\n{note},2\nplain,3\n"quoted",4\n')
    assert sheet.frame["loss"].to_list()[:2] == ["1", "2"]
    assert sheet.frame["loss"].to_list()[-1] == "4"


def test_long_fields_and_many_columns_are_read(read: Reader) -> None:
    names = ",".join(f"c{at}" for at in range(450))
    sheet = read(f"{names}\n" + f"{'x' * 100_000}," + ",".join(["0.5"] * 449) + "\n")
    assert sheet.frame.shape == (1, 450)
    assert sheet.frame["c0"].str.len_chars().item() == 100_000


def test_lists_and_json_stay_text(read: Reader) -> None:
    sheet = read('a,sizes,config\n1,"[64, 32]","{""lr"": 0.1}"\n2,"[8]","{""lr"": 0.2}"\n')
    assert column(sheet, "sizes").kind == column(sheet, "config").kind == "list"
    assert sheet.frame["config"].to_list() == ['{"lr": 0.1}', '{"lr": 0.2}']


def test_a_file_of_nothing_but_a_head_is_an_empty_table(read: Reader) -> None:
    sheet = read("a,b,c\n")
    assert sheet.frame.shape == (0, 3)
    assert set(sheet.frame.dtypes) == {pl.String}


@pytest.mark.parametrize("content", [b"", b"\n\n  \n", b"\xef\xbb\xbf"])
def test_a_file_of_nothing_is_an_error_that_says_so(read: Reader, content: bytes) -> None:
    with pytest.raises(ReadError, match=r"table\.csv"):
        read(content)


def test_a_compressed_table_is_read_under_any_name(read: Reader) -> None:
    data = gzip.compress(b"a,b\n1,2\n3,4")
    assert read(data, "t.csv.gz").frame.rows() == read(data, "t.csv").frame.rows() == [("1", "2"), ("3", "4")]


def test_a_cut_gzip_file_gives_its_whole_lines(read: Reader) -> None:
    data = gzip.compress("".join(f"{at},{at / 7}\n" for at in range(5000)).encode())
    sheet = read(data[: len(data) // 2], "t.csv.gz")
    assert 100 < sheet.frame.height < 5000
    assert sheet.frame.row(-1)[1] == str(int(sheet.frame.row(-1)[0]) / 7)
    assert "The last line has no end yet." in sentences(sheet, "note")


@pytest.mark.parametrize("name", ["run[1].csv", "run*.csv", "what?.csv", "{a,b}.csv"])
def test_signs_of_a_pattern_in_a_name_are_a_name(read: Reader, name: str) -> None:
    read("a,b\n9,9\n", "run1.csv")
    assert read("a,b\n1,2\n", name).frame.rows() == [("1", "2")]


def test_a_folder_or_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone.csv"):
        with pytest.raises(ReadError, match=path.name):
            read_sheets(path)


def test_zero_bytes_that_a_crash_left_behind_are_passed_over(read: Reader) -> None:
    assert read(b"a,b\n1,2\n" + b"\0" * 64 + b"3,4\n").frame.rows() == [("1", "2"), ("3", "4")]


def test_a_summary_below_the_rows_is_left_out_with_a_note(read: Reader) -> None:
    sheet = read("seed,acc\n42,68.05\n2025,68.25\nmean,68.15\nsample_sd,0.14\n")
    assert sheet.frame["seed"].to_list() == ["42", "2025"]
    assert [(p.sentence, p.line) for p in sheet.problems] == [("2 rows sum up the others.", 4)]


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("train.log", "Epoch,Loss,Value\n0,recon,1.5\n0,kl,2.5\n1,recon,1\n", "delimited text"),
        ("out", "1 0.5 3\n2 0.25 4\n3 0.1 5\n", "delimited text"),
        ("test.log", '{"kl": 0.5,\n "recon": 1}\n', "JSON"),
        ("events.log", '{"step": 1}\n{"step": 2}\n', "JSON Lines"),
        ("data.json", "step,loss\n1,2\n", None),
        ("notes.txt", "We ran it twice.\nThe second time, it worked, 3 of 5.\nDone\n", None),
        ("final.txt", "acc: 0.5\nloss: 0.25\n", None),
        ("setting.txt", "lr = 0.1\nwd = 0\n", None),
        ("config.yaml", "lr: 0.1\nwd: 0.2\n", None),
        ("page.csv", "<!DOCTYPE html>\n<html><body>404, not, found</body></html>\n", None),
        ("weights.csv", b"\x00\x01\x02\x03" * 100, None),
    ],
)
def test_the_content_says_what_a_file_is_before_its_name(
    tmp_path: Path, name: str, content: str | bytes, found: str | None
) -> None:
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    known = format_of(tmp_path / name)
    assert (known and known.name) == found


def test_a_pointer_in_place_of_a_table_says_how_to_get_it(read: Reader) -> None:
    with pytest.raises(ReadError, match="git lfs pull"):
        read("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n")


def test_a_quote_that_never_closes_swallows_no_line(read: Reader) -> None:
    rows = "".join(f"run {at},{at}\n" for at in range(50))
    sheet = read(f'note,loss\n"open,1\n{rows}')
    assert sheet.frame["loss"].to_list() == ["1", *map(str, range(50))]
