"""What became of a collection from one reading to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.changes import Changes, changes
from sweeplens.data.load import load_collection

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"

HEAD = "family,seed,acc\n"
SUMMARY = HEAD + "raw,0,0.51\nraw,1,nan\nnorm,0,0.53\n"
HISTORY = "family,seed,step,loss\nraw,0,1,2.5\nraw,0,2,2.25\nraw,1,1,2.5\nraw,1,2,2.25\n"


def change(root: Path, name: str, text: str) -> Changes:
    """What changed where a file has another text."""
    before = load_collection(root)
    (root / name).write_text(text)
    return changes(before, load_collection(root))


@pytest.fixture
def root(make_collection: Make) -> Path:
    """A collection of three runs and a history."""
    return make_collection({"summary.csv": SUMMARY, "data/h.csv": HISTORY})


def test_nothing_new(root: Path) -> None:
    found = changes(load_collection(root), load_collection(root))
    assert found == Changes({0: 0, 1: 1, 2: 2})
    assert found.sentence() == "reloaded: nothing new"


@pytest.mark.parametrize(
    ("summary", "places", "sentence"),
    [
        (SUMMARY + "norm,1,0.54\nnorm,2,0.55\n", {0: 0, 1: 1, 2: 2}, "2 new rows"),
        (HEAD + "norm,1,0.5\nraw,0,0.51\nraw,1,nan\nnorm,0,0.53\n", {0: 1, 1: 2, 2: 3}, "1 new row"),
        (HEAD + "norm,0,0.53\nraw,1,nan\nraw,0,0.51\n", {0: 2, 1: 1, 2: 0}, "nothing new"),
        (SUMMARY.replace("nan", "0.52"), {0: 0, 1: 1, 2: 2}, "1 changed row"),
        (HEAD + "raw,0,0.61\nraw,1,nan\n", {0: 0, 1: 1}, "1 row gone, 1 changed row"),
        (SUMMARY + "norm,1,0.54,7\n", {0: 0, 1: 1, 2: 2}, "1 new row, 1 new problem"),
    ],
)
def test_runs_are_known_again_by_their_factors(root: Path, summary: str, places: dict[int, int], sentence: str) -> None:
    found = change(root, "summary.csv", summary)
    assert found.places == places
    assert found.sentence() == f"reloaded: {sentence}"


def test_runs_of_the_same_levels_are_known_again_by_their_order(make_collection: Make) -> None:
    root = make_collection({"summary.csv": "family,acc\nraw,0.51\nraw,0.52\nnorm,0.53\nnorm,0.54\n"})
    found = change(root, "summary.csv", "family,acc\nnorm,0.53\nraw,0.51\nraw,0.52\nraw,0.55\nnorm,0.54\n")
    assert (found.new, found.gone, len(found.places)) == (1, 0, 4)


def test_a_history_that_grew_says_by_how_much(root: Path) -> None:
    assert change(root, "data/h.csv", HISTORY + "raw,1,3,2\n").sentence() == "reloaded: data/h.csv grew by 10 B"
    assert change(root, "data/h.csv", HISTORY).sentence() == "reloaded: data/h.csv changed"
    assert change(root, "notes.txt", "new").sentence() == "reloaded: 1 new file"


def test_of_several_files_only_their_number_is_said(make_collection: Make) -> None:
    rows = "epoch,step,loss\n0,1,0.5\n1,2,0.25\n"
    root = make_collection({f"version_{at}/metrics.csv": rows for at in range(4)})
    before = load_collection(root)
    for at in (1, 2):
        (root / f"version_{at}" / "metrics.csv").write_text(rows + "2,3,0.125\n")
    found = changes(before, load_collection(root))
    assert found.sentence() == "reloaded: 2 changed rows, 2 files changed"
