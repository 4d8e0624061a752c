"""What changed of a collection since it was read."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.signature import signature_of
from sweeplens.data.watch import changed_files, has_changed

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"
TABLE = "family,accuracy\nraw,0.51\nnorm,0.52\n"


@pytest.fixture
def root(make_collection: Make) -> Path:
    """A collection of a summary and a history."""
    return make_collection({"data/summary.csv": TABLE, "data/h.csv": "family,step,loss\nraw,1,2.5\nraw,2,2.4\n"})


def test_nothing_has_changed_at_first(root: Path) -> None:
    assert not has_changed(load_collection(root))


def test_a_file_that_grew_is_named(root: Path) -> None:
    collection = load_collection(root)
    with (root / "data" / "h.csv").open("a") as file:
        file.write("raw,3,2.3\n")
    assert changed_files(collection) == ("data/h.csv",)


def test_a_file_that_is_gone_is_named(root: Path) -> None:
    collection = load_collection(root)
    (root / "data" / "h.csv").unlink()
    assert changed_files(collection) == ("data/h.csv",)


def test_a_file_that_was_replaced_by_one_of_the_same_size_and_time_is_named(root: Path) -> None:
    collection = load_collection(root)
    summary = root / "data" / "summary.csv"
    status = summary.stat()
    other = root / "other"
    other.write_text(TABLE.replace("0.51", "0.59"))
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(summary)
    assert changed_files(collection) == ("data/summary.csv",)


@pytest.mark.parametrize("name", ["brief.yaml", "data/more.csv"])
def test_a_new_file_is_named(root: Path, name: str) -> None:
    collection = load_collection(root)
    (root / name).write_text("title: A\n")
    assert changed_files(collection) == (name,)


def test_of_a_table_file_only_that_file_is_watched(root: Path) -> None:
    collection = load_collection(root / "data" / "summary.csv")
    (root / "data" / "more.csv").write_text(TABLE)
    assert not has_changed(collection)
    (root / "data" / "summary.csv").write_text(TABLE + "other,0.53\n")
    assert changed_files(collection) == ("summary.csv",)


def test_a_signature_of_nothing_is_zeros(root: Path) -> None:
    assert signature_of(root / "gone") == (0, 0, 0)
    assert all(signature_of(root / "data" / "h.csv"))
