"""What a collection is compared with, by name and by path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.references import load_reference
from sweeplens.errors import ReadError, UsageError

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"
TABLE = "family,accuracy\nraw,0.51\nnorm,0.52\n"


@pytest.fixture
def root(make_collection: Make) -> Path:
    """A collection with a reference beside it, one that is gone, and a table."""
    brief = "references:\n  mean: {collection: ../b, label: the mean}\n  gone: ../gone\n"
    files = {
        "a/brief.yaml": brief,
        "a/summary.csv": TABLE,
        "b/summary.csv": TABLE.replace("0.51", "0.61"),
        "c.csv": TABLE,
    }
    return make_collection(files)


@pytest.mark.parametrize("name", ["mean", "the mean", ""])
def test_a_reference_is_found_by_its_name_and_its_label_and_first_without_one(root: Path, name: str) -> None:
    reference = load_reference(load_collection(root / "a"), name)
    assert (reference.label, reference.runs["accuracy"][0]) == ("the mean", 0.61)


@pytest.mark.parametrize("path", ["../b", "../c.csv", "b"])
def test_a_path_is_a_reference_too(root: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "a")
    assert load_reference(load_collection(root / "a"), path).runs.height == 2


def test_a_path_may_start_from_here(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    assert load_reference(load_collection(Path("a")), "c.csv").name == "c.csv"


def test_an_unknown_reference_is_named_with_those_that_there_are(root: Path) -> None:
    with pytest.raises(UsageError, match="no reference called nobody; the brief names mean, gone"):
        load_reference(load_collection(root / "a"), "nobody")


def test_a_reference_that_is_gone_cannot_be_read(root: Path) -> None:
    with pytest.raises(ReadError, match="nothing at"):
        load_reference(load_collection(root / "a"), "gone")
