"""Large texts as columns in the cache: the same rows as the text has, however it grows or changes."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sweeplens.data.cache import cache_folder
from sweeplens.data.formats import beginnings, pieces, read_sheets, surveying
from sweeplens.data.formats.unpack import HEAD
from sweeplens.data.tablefile import TableFile, read_table, read_whole
from sweeplens.errors import ReadError
from tests.data.formats.conftest import LONG_AGO

NUMBERED = itertools.count()
KEYS = ("family",)
NUMBERS = ("step", "loss")
HEADED = "step,family,loss\n"
BODY = "".join(f"{at},f{at % 3},{at / 7!r}\n" for at in range(HEAD // 8))


@pytest.fixture(autouse=True)
def everything_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short pieces, and whatever was told of a text kept however little time it took."""
    monkeypatch.setattr(pieces, "SIZE", 1 << 14)
    monkeypatch.setattr(pieces, "HELD", 3)
    monkeypatch.setattr(surveying, "LONG", 0.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A large history at rest."""
    return write(tmp_path / "h.csv", HEADED + BODY)


def write(path: Path, text: str, age: int = LONG_AGO) -> Path:
    path.write_text(text)
    os.utime(path, (age, age))
    return path


def add(path: Path, text: str, age: int = LONG_AGO + 60) -> None:
    with path.open("a") as file:
        file.write(text)
    os.utime(path, (age, age))


def table_of(path: Path) -> TableFile:
    """The table of a file that counts as large."""
    table = read_table(path, path.name, at_once=0)
    assert not table.is_whole
    return table


def held(path: Path) -> pl.DataFrame:
    """All rows by way of the cache."""
    return table_of(path).scan(KEYS, NUMBERS).collect()


def read(path: Path) -> pl.DataFrame:
    """All rows of the text itself, whatever is remembered of it."""
    return TableFile(path, path.name, read_sheets(path)[0].frame).scan(KEYS, NUMBERS).collect()


def forget() -> None:
    """As if another session began."""
    surveying._known._kept.clear()


def gone_through(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The bytes from which on texts are gone through from now on."""
    passed, starts = surveying._passed, list[int]()

    def noted(*given: object, **named: object) -> object:
        starts.append(given[2].offset)  # type: ignore[attr-defined]
        return passed(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(surveying, "_passed", noted)
    return starts


def bases() -> list[str]:
    return sorted(file.name for file in cache_folder().glob("*.parquet"))


def test_the_rows_are_those_of_the_text_and_are_parsed_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert held(path).equals(read(path))
    before, starts = bases(), gone_through(monkeypatch)
    monkeypatch.setattr(beginnings, "keep", None)
    assert held(path).equals(read(path))
    forget()
    assert held(path).equals(read(path))
    assert bases() == before
    assert all(start > len(BODY) // 2 for start in starts)


@pytest.mark.parametrize("is_known", [True, False], ids=["in one session", "in another"])
@pytest.mark.parametrize(
    "tail",
    [
        "9,f1,0.5\n",
        '9,"f\n1",0.5\n10,f2,',
        "9,f1,0.5\n\n10,f2,nan",
        "9,é,0.5\n",
        "9,f1\n",
        "9",
        "step,family,loss\n1,f,oops\n",
    ],
)
def test_what_is_added_is_read_and_nothing_else(
    path: Path, tail: str, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    held(path)
    starts = gone_through(monkeypatch)
    add(path, tail)
    if not is_known:
        forget()
    assert held(path).equals(read(path))
    assert table_of(path).problems == read_whole(path, path.name).problems
    add(path, "0\n11,f1,0.25\n", LONG_AGO + 120)
    assert held(path).equals(read(path))
    assert held(path)["step"].to_list()[-1] == 11
    assert starts
    assert all(start > len(BODY) // 2 for start in starts)


@pytest.mark.parametrize("tail", ["9,f1,50%\n", "9,mean,0.5\n", '9,f1,"1,014"\n', '9,"f"1,0.5\n', "9,f1,\udcff\n"])
def test_what_may_change_what_all_rows_say_has_the_text_read_anew(path: Path, tail: str) -> None:
    held(path)
    with path.open("ab") as file:
        file.write(tail.encode("utf-8", "surrogateescape"))
    table, whole = read_table(path, path.name, at_once=0), read_whole(path, path.name)
    assert table.scan(KEYS, NUMBERS).collect().equals(whole.scan(KEYS, NUMBERS).collect())
    assert table.problems == whole.problems
    assert [c.read.unreadable_count for c in table.columns] == [c.read.unreadable_count for c in whole.columns]


@pytest.mark.parametrize("is_known", [True, False], ids=["in one session", "in another"])
@pytest.mark.parametrize(
    "text",
    [HEADED + BODY[: len(BODY) // 2], HEADED + BODY.replace("f1", "g1"), "steps,family,acc\n" + BODY + "1,f1,2\n"],
    ids=["cut", "rewritten in place", "another head"],
)
def test_a_text_that_was_cut_or_rewritten_is_read_anew(path: Path, text: str, is_known: bool) -> None:
    held(path)
    write(path, text, LONG_AGO + 60)
    if not is_known:
        forget()
    table, whole = table_of(path), read_whole(path, path.name)
    names = whole.frame.columns
    assert table.scan(names, ()).collect().equals(whole.scan(names, ()).collect())


def test_a_text_that_was_replaced_is_read_anew(path: Path, tmp_path: Path) -> None:
    held(path)
    write(tmp_path / "other", HEADED + BODY.replace("f1", "g1") + "1,f1,2\n").replace(path)
    assert held(path).equals(read(path))


def test_a_long_tail_is_put_into_the_cache_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held(path)
    first = bases()
    monkeypatch.setattr(surveying, "LONGEST_TAIL", 20)
    add(path, "9,f1,0.5\n10,f2,0.5\n11,f0,0.5\n12,f0,0.5\n13,f0,0.5\n")
    assert held(path).equals(read(path))
    assert len(bases()) == len(first)
    assert bases() != first
    assert held(path).equals(read(path))


def test_a_column_of_many_numbers_can_be_asked_for_as_text_too(path: Path) -> None:
    table, whole = table_of(path), read_whole(path, path.name)
    assert table.scan(("step",), ("loss",)).collect().equals(whole.scan(("step",), ("loss",)).collect())


def test_without_a_cache_the_text_itself_is_scanned(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SWEEPLENS_CACHE_DIR", str(tmp_path / "file"))
    table = table_of(path)
    assert table.scan(KEYS, NUMBERS).collect().equals(read(path))
    write(path, HEADED + BODY.replace("f1", "g1"))
    with pytest.raises(ReadError, match=r"h\.csv is no longer what it was"):
        table.scan(KEYS, NUMBERS)


def test_what_was_removed_from_the_cache_is_made_again(path: Path) -> None:
    table = table_of(path)
    assert table.scan(KEYS, NUMBERS).collect().equals(read(path))
    for file in cache_folder().iterdir():
        file.unlink()
    assert table.scan(KEYS, NUMBERS).collect().equals(read(path))


def test_what_is_damaged_in_the_cache_is_done_without(path: Path) -> None:
    held(path)
    for file in cache_folder().iterdir():
        file.write_bytes(b"PAR1")
    forget()
    assert table_of(path).frame.height > 0


@given(cuts=st.lists(st.integers(1, 60), max_size=6), values=st.lists(st.integers(0, 10**6), max_size=8))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_text_written_in_any_pieces_has_the_rows_it_has_when_read_whole(
    tmp_path: Path, cuts: list[int], values: list[int]
) -> None:
    path = write(tmp_path / f"{next(NUMBERED)}.csv", HEADED + BODY)
    text = "".join(f"{value},f1,0.5\n" for value in values)
    for at, cut in enumerate(cuts):
        add(path, text[:cut], LONG_AGO + at)
        text = text[cut:]
        held(path)
    add(path, text, LONG_AGO + 99)
    assert held(path).equals(read(path))
