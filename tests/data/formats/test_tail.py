from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sweeplens.data.formats import csv, read_sheets
from sweeplens.data.formats.tail import follow
from sweeplens.errors import ReadError


def add(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_a_file_that_did_not_change_is_not_read_again(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = follow(path)
    assert follow(path, before) is before


@pytest.mark.parametrize(
    ("name", "text", "tail"),
    [
        ("t.csv", "step,loss\n1,0.5\n2,9.1", "25\n3,0.25\n4,"),
        ("t.csv", 'note,loss\na,1\n"two\n', 'lines",2\nb,3\n'),
        ("t.jsonl", '{"step": 1}\n{"step": 2}\n{"st', 'ep": 3}\n{"step": 4, "loss": 0.5}\n{"step'),
    ],
)
def test_a_tail_is_added_and_the_beginning_is_not_parsed_again(
    tmp_path: Path, name: str, text: str, tail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(text)
    before = follow(path)
    add(path, tail)
    with monkeypatch.context() as patch:
        patch.setattr("sweeplens.data.formats.tail._read", None)
        grown = follow(path, before)
    assert grown.sheets[0].frame.equals(read_sheets(path)[0].frame)
    assert grown.sheets[0].frame.height > before.sheets[0].frame.height


def test_a_tail_of_half_a_line_adds_nothing_yet(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = follow(path)
    add(path, "2,0.2")
    assert follow(path, before).sheets[0].frame.rows() == [("1", "0.5")]


def test_a_file_that_was_replaced_or_rewritten_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = follow(path)
    (tmp_path / "new").write_text("step,loss\n7,0.7\n8,0.8\n")
    (tmp_path / "new").replace(path)
    replaced = follow(path, before)
    assert replaced.sheets[0].frame.rows() == [("7", "0.7"), ("8", "0.8")]
    path.write_text("step,loss\n9,0.9\n8,0.8\n7,0.7\n")
    assert follow(path, replaced).sheets[0].frame.rows() == [("9", "0.9"), ("8", "0.8"), ("7", "0.7")]
    path.write_text("step,loss\n")
    assert follow(path, replaced).sheets[0].frame.height == 0


@pytest.mark.parametrize("tail", ["step,loss\n3,1\n", "mean,0.5\n", "3,1,2\n", '3,"open\n', "# done\n", "3,é\n"])
def test_a_tail_that_is_unusual_is_understood_as_if_read_whole(tmp_path: Path, tail: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n2,0.5\n")
    before = follow(path)
    add(path, tail)
    assert follow(path, before).sheets[0].frame.equals(read_sheets(path)[0].frame)


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = follow(path)
    path.unlink()
    with pytest.raises(ReadError, match=r"t\.csv"):
        follow(path, before)


lines = st.lists(
    st.tuples(st.integers(), st.floats(allow_nan=False)).map(lambda row: f"{row[0]},{row[1]}\n"), max_size=6
)


@given(first=lines, cuts=st.lists(st.integers(1, 40), max_size=6), rest=lines)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_followed_in_any_pieces_ends_as_one_read_whole(
    tmp_path: Path, first: list[str], cuts: list[int], rest: list[str]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n" + "".join(first))
    now = follow(path)
    text = "".join(rest)
    for cut in cuts:
        add(path, text[:cut])
        text = text[cut:]
        now = follow(path, now)
    add(path, text)
    assert follow(path, now).sheets[0].frame.equals(csv.read(path)[0].frame)


def test_what_is_followed_is_typed_once_and_the_same(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = follow(path)
    add(path, "2,nan\n")
    assert follow(path, before).sheets[0].frame.schema == {"step": pl.String, "loss": pl.String}
