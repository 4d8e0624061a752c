"""Texts that grow: in whatever pieces they are written, what was followed is what is read whole."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sweeplens.data.formats import csv, read_sheets
from sweeplens.data.formats.tail import Followed, gone_on, read_followed
from sweeplens.errors import ReadError


def add(path: Path, text: str | bytes) -> None:
    with path.open("ab") as file:
        file.write(text.encode() if isinstance(text, str) else text)


def follow(path: Path, before: Followed) -> Followed:
    """What stands in the file now, gone on with or read anew."""
    return gone_on(path, before) or read_followed(path)


@pytest.mark.parametrize(
    ("name", "text", "tail"),
    [
        ("t.csv", "step,loss\n1,0.5\n2,9.1", "25\n3,0.25\n4,"),
        ("t.csv", 'note,loss\na,1\n"two\n', 'lines",2\nb,3\n'),
        ("t.jsonl", '{"step": 1}\n{"step": 2}\n{"st', 'ep": 3}\n{"step": 4, "loss": 0.5}\n{"step'),
    ],
)
def test_a_tail_is_added_and_the_beginning_is_not_parsed_again(tmp_path: Path, name: str, text: str, tail: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    before = read_followed(path)
    add(path, tail)
    grown = gone_on(path, before)
    assert grown is not None
    assert grown.sheets[0].frame.equals(read_sheets(path)[0].frame)
    assert grown.sheets[0].frame.height > before.sheets[0].frame.height


def test_a_tail_of_half_a_line_adds_nothing_yet_and_is_noted_for_as_long(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = read_followed(path)
    add(path, "2,0.2")
    half = follow(path, before)
    assert half.sheets[0].frame.rows() == [("1", "0.5")]
    assert [problem.sentence for problem in half.sheets[0].problems] == ["The last line has no end yet."]
    add(path, "5\n")
    whole = follow(path, half)
    assert whole.sheets[0].frame.rows() == [("1", "0.5"), ("2", "0.25")]
    assert whole.sheets[0].problems == ()


def test_a_last_line_without_an_end_is_a_row_once_nobody_goes_on_writing(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = read_followed(path)
    add(path, "2,0.25\n3,0.125")
    half = follow(path, before)
    assert (half.sheets[0].frame.height, half.is_settled) == (2, False)
    os.utime(path, (1, 1))
    done = follow(path, before)
    assert (done.sheets[0].frame.height, done.is_settled) == (3, True)


def test_a_character_that_is_cut_in_half_is_whole_later(tmp_path: Path) -> None:
    path, text = tmp_path / "t.csv", "name,loss\nnaïve,1\ncafé,2\nzoë,3\n日本,4\n".encode()
    for cut in range(12, len(text)):
        path.write_bytes(text[:cut])
        before = read_followed(path)
        add(path, text[cut:])
        assert follow(path, before).sheets[0].frame["name"].to_list() == ["naïve", "café", "zoë", "日本"]


def test_a_packed_text_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"step,loss\n1,0.5\n"))
    before = read_followed(path)
    add(path, gzip.compress(b"2,0.25\n"))
    assert gone_on(path, before) is None
    assert follow(path, before).sheets[0].frame.rows() == [("1", "0.5"), ("2", "0.25")]


def test_a_file_that_was_replaced_or_rewritten_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = read_followed(path)
    (tmp_path / "new").write_text("step,loss\n1,0.5\n8,0.8\n")
    (tmp_path / "new").replace(path)
    assert gone_on(path, before) is None
    replaced = follow(path, before)
    path.write_text("step,loss\n9,0.9\n8,0.8\n7,0.7\n")
    assert gone_on(path, replaced) is None
    path.write_text("step,loss\n")
    assert gone_on(path, replaced) is None
    assert follow(path, replaced).sheets[0].frame.height == 0


@pytest.mark.parametrize("tail", ["step,loss\n3,1\n", "mean,0.5\n", "3,1,2\n", '3,"open\n', "# done\n", "3,é\n"])
def test_a_tail_that_is_unusual_is_understood_as_if_read_whole(tmp_path: Path, tail: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n2,0.5\n")
    before = read_followed(path)
    add(path, tail)
    assert follow(path, before).sheets[0].frame.equals(read_sheets(path)[0].frame)


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,loss\n1,0.5\n")
    before = read_followed(path)
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
    now = read_followed(path)
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
    before = read_followed(path)
    add(path, "2,nan\n")
    assert follow(path, before).sheets[0].frame.schema == {"step": pl.String, "loss": pl.String}


WRITER = """
import sys, time
text = "".join(f"{step},naïve {step % 7},{step / 8}\\n" for step in range(4000)).encode()
with open(sys.argv[1], "ab", buffering=0) as file:
    for start in range(0, len(text), 997):
        file.write(text[start : start + 997])
        time.sleep(0.001)
"""


def test_a_file_that_another_process_writes_to_is_followed_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("step,name,loss\n")
    now = read_followed(path)
    seen = []
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)]) as writer:
        while writer.poll() is None:
            now = follow(path, now)
            seen.append(now.sheets[0].frame)
    now = follow(path, now)
    rows = [(str(step), f"naïve {step % 7}", str(step / 8)) for step in range(4000)]
    assert now.sheets[0].frame.rows() == rows
    assert all(frame.rows() == rows[: frame.height] for frame in seen)
