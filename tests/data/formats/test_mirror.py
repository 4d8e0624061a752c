"""Large texts as columns in the cache: the same rows as the text has, however it grows or changes."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sweeplens.data.cache import cache_folder
from sweeplens.data.formats import mirror
from sweeplens.data.formats.mirror import mirrored
from sweeplens.data.formats.scanning import scanned
from sweeplens.data.formats.unpack import HEAD
from tests.data.formats.conftest import LONG_AGO

AGES = count(LONG_AGO)
KEYS = ("family",)
HEADED = "step,family,loss\n"
BODY = "".join(f"{at},f{at % 3},{at / 7!r}\n" for at in range(HEAD // 8))


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


def held(path: Path) -> pl.DataFrame:
    """All rows by way of the cache."""
    found = mirrored(path, frozenset(KEYS))
    assert found is not None
    rows = found.scan(KEYS, ("step", "loss"))
    assert rows is not None
    return rows.collect()


def read(path: Path) -> pl.DataFrame:
    """All rows of the text itself."""
    rows = scanned(path, KEYS)
    assert rows is not None
    return rows.select("family", "step", "loss").collect()


def bases() -> list[str]:
    return sorted(file.name for file in cache_folder().glob("*.parquet"))


def test_the_rows_are_those_of_the_text_and_are_parsed_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert held(path).equals(read(path))
    before = bases()
    monkeypatch.setattr(mirror, "_written", None)
    mirror._known._kept.clear()
    assert held(path).equals(read(path))
    assert bases() == before


@pytest.mark.parametrize("is_known", [True, False], ids=["in one session", "in another"])
@pytest.mark.parametrize(
    "tail", ["9,f1,0.5\n", '9,"f\n1",0.5\n10,f2,', "9,f1,0.5\n\n10,f2,nan", "9,é,0.5\n", "9,f1\n", "9"]
)
def test_what_is_added_is_read_and_nothing_else(
    path: Path, tail: str, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    held(path)
    monkeypatch.setattr(mirror, "_written", None)
    add(path, tail)
    if not is_known:
        mirror._known._kept.clear()
    assert held(path).equals(read(path))
    add(path, "0\n11,f1,0.25\n", LONG_AGO + 120)
    assert held(path).equals(read(path))
    assert held(path)["step"].to_list()[-1] == 11


@pytest.mark.parametrize("is_known", [True, False], ids=["in one session", "in another"])
@pytest.mark.parametrize(
    "text",
    [HEADED + BODY[: len(BODY) // 2], HEADED + BODY.replace("f1", "g1"), "step,family,acc\n" + BODY + "1,f1,2\n"],
    ids=["cut", "rewritten in place", "another head"],
)
def test_a_text_that_was_cut_or_rewritten_is_read_anew(path: Path, text: str, is_known: bool) -> None:
    held(path)
    write(path, text, LONG_AGO + 60)
    if not is_known:
        mirror._known._kept.clear()
    found = mirrored(path, frozenset(KEYS))
    assert found is not None
    names = [name for name in found.plan.names if name not in KEYS]
    rows, lazy = found.scan(KEYS, names), scanned(path, KEYS)
    assert rows is not None
    assert lazy is not None
    assert rows.collect().equals(lazy.select(*KEYS, *names).collect())


def test_a_text_that_was_replaced_is_read_anew(path: Path, tmp_path: Path) -> None:
    held(path)
    write(tmp_path / "other", HEADED + BODY.replace("f1", "g1") + "1,f1,2\n").replace(path)
    assert held(path).equals(read(path))


def test_a_long_tail_is_put_into_the_cache_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held(path)
    first = bases()
    monkeypatch.setattr(mirror, "LONGEST_TAIL", 20)
    add(path, "9,f1,0.5\n10,f2,0.5\n11,f0,0.5\n")
    assert held(path).equals(read(path))
    assert len(bases()) == 1
    assert bases() != first
    assert held(path).equals(read(path))


def test_columns_that_are_held_as_numbers_are_no_text(path: Path) -> None:
    found = mirrored(path, frozenset(KEYS))
    assert found is not None
    assert found.scan(("step",), ("loss",)) is None
    everything = mirrored(path, frozenset(("step", "family", "loss")))
    assert everything is not None
    rows = everything.scan(("family",), ("step",))
    assert rows is not None
    assert rows.collect().equals(read(path).select("family", "step"))


def test_without_a_cache_there_is_no_mirror(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SWEEPLENS_CACHE_DIR", str(tmp_path / "file"))
    assert mirrored(path, frozenset(KEYS)) is None


def test_a_base_that_was_removed_is_done_without(path: Path) -> None:
    found = mirrored(path, frozenset(KEYS))
    assert found is not None
    found.base.file.unlink()
    assert found.scan(KEYS, ("loss",)) is None


@given(cuts=st.lists(st.integers(1, 60), max_size=6), values=st.lists(st.integers(0, 10**6), max_size=8))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_text_written_in_any_pieces_has_the_rows_it_has_when_read_whole(
    path: Path, cuts: list[int], values: list[int]
) -> None:
    write(path, HEADED + BODY, next(AGES))
    text = "".join(f"{value},f1,0.5\n" for value in values)
    for cut in cuts:
        add(path, text[:cut], next(AGES))
        text = text[cut:]
        held(path)
    add(path, text, next(AGES))
    assert held(path).equals(read(path))
