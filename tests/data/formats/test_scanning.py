from __future__ import annotations

import os
from pathlib import Path

import polars as pl
import pytest

import sweeplens.data.formats as formats
from sweeplens.data.formats import scan_sheet
from sweeplens.data.formats.scanning import scanned
from sweeplens.data.formats.unpack import HEAD
from tests.data.formats.conftest import LONG_AGO

HEADED = "step,family,loss,note\n"
BODY = "".join(f"{at},f{at % 3},{at / 7!r}, n {at} \n" for at in range(HEAD // 16))


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def collected(path: Path, *keys: str) -> pl.DataFrame:
    lazy = scanned(path, keys)
    assert lazy is not None
    return lazy.collect(engine="streaming")


def test_keys_are_text_and_all_else_is_numbers(tmp_path: Path) -> None:
    frame = collected(write(tmp_path / "t[1].csv", "# comment\n" + HEADED + BODY), "family", "note")
    assert frame.schema == {"step": pl.Float64, "family": pl.String, "loss": pl.Float64, "note": pl.String}
    assert frame.height == HEAD // 16
    assert frame.row(10) == (10.0, "f1", 10 / 7, "n 10")


def test_a_scan_and_a_reading_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEADED.replace("note", "acc") + "".join(f"{at},f,nan,{at % 100}.5%\n" for at in range(9000))
    path = write(tmp_path / "t.csv", text)
    read = scan_sheet(path, ("family",)).collect()
    monkeypatch.setattr(formats, "LARGE", 1)
    assert scan_sheet(path, ("family",)).collect().equals(read)
    assert read["acc"].sum() == sum(at % 100 + 0.5 for at in range(9000))


def test_a_whole_last_row_without_a_line_end_counts_in_a_file_at_rest(tmp_path: Path) -> None:
    assert (
        collected(write(tmp_path / "t.csv", HEADED + BODY + "77,f1,0.1,x"), "family", "note").height == HEAD // 16 + 1
    )


@pytest.mark.parametrize("tail", ["77,f1,0.1", '77,"f1', "77"])
def test_half_a_last_line_is_no_row(tmp_path: Path, tail: str) -> None:
    assert collected(write(tmp_path / "t.csv", HEADED + BODY + tail), "family", "note").height == HEAD // 16


def test_line_ends_inside_quotes_are_no_rows(tmp_path: Path) -> None:
    text = HEADED + "".join(f'{at},"a\nb",1.5,x\n' for at in range(8000)) + "8000,c"
    frame = collected(write(tmp_path / "t.csv", text), "family", "note")
    assert frame.height == 8000
    assert frame["family"].unique().to_list() == ["a\nb"]


def test_a_file_that_is_growing_ends_where_it_ended_when_it_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(HEADED + BODY)
    lazy = scanned(path, ("family", "note"))
    with path.open("a") as file:
        file.write("9,f,0.")
    assert lazy is not None
    assert lazy.collect().height == HEAD // 16


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        pytest.param(HEADED + BODY, "utf-16", id="UTF-16"),
        pytest.param((HEADED + BODY).replace("n ", "é"), "latin-1", id="Latin-1"),
        pytest.param("a;b\n" + "1;2,5\n" * HEAD, "utf-8", id="decimal commas"),
        pytest.param("a,b\n1,2,3\n" + "1,2\n" * HEAD, "utf-8", id="ragged"),
        pytest.param("a,b\n" + "1,2\n" * 10, "utf-8", id="small"),
        pytest.param('a,b\n1,5" pipe\n' + "1,2\n" * HEAD, "utf-8", id="stray quote"),
        pytest.param("sep=,\na,b\n" + "1,2\n" * HEAD, "utf-8", id="named separator"),
    ],
)
def test_what_a_scan_would_read_wrongly_is_left_to_a_reading(tmp_path: Path, text: str, encoding: str) -> None:
    assert scanned(write(tmp_path / "t.csv", text, encoding), ()) is None
