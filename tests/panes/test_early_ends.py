"""Curves that stop before the others do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.panes import early_ends
from sweeplens.panes.base import Question
from sweeplens.panes.early_ends import early_sentences

Make = Callable[[Mapping[str, str | bytes]], Path]


def collection_with(make: Make, last: Mapping[str, int], empty_from: int = 99) -> Path:
    """A sweep over `lr` whose curves have a row up to these epochs, without a value from `empty_from` on."""
    rows = [f"{lr},{at},{'' if at >= empty_from else at / 10}" for lr, end in last.items() for at in range(1, end + 1)]
    summary = "lr,acc\n" + "".join(f"{lr},0.5\n" for lr in last)
    return make({"summary.csv": summary, "history.csv": "lr,epoch,acc\n" + "\n".join(rows) + "\n"})


def said(path: Path, where: str = "") -> list[str]:
    return list(early_sentences(Question(load_collection(path), Selection(where=parse_filter(where)))))


def test_a_curve_that_stops_before_most_is_named_with_its_last_step(make_collection: Make) -> None:
    path = collection_with(make_collection, {"0.1": 5, "0.2": 5, "0.3": 2})
    assert said(path) == ["1 curve of history.csv ends before epoch 5, where most end: lr=0.3 (2)."]


def test_rows_without_any_value_are_no_part_of_a_curve(make_collection: Make) -> None:
    path = collection_with(make_collection, {"0.1": 3, "0.2": 3, "0.3": 6}, empty_from=2)
    assert said(path) == []


def test_nothing_is_said_where_all_end_together_or_none_do(make_collection: Make) -> None:
    assert said(collection_with(make_collection, {"0.1": 5, "0.2": 5})) == []
    assert said(collection_with(make_collection, {"0.1": 3, "0.2": 4, "0.3": 5})) == []


def test_only_what_the_filter_keeps_is_named(make_collection: Make) -> None:
    path = collection_with(make_collection, {"0.1": 5, "0.2": 5, "0.3": 2})
    assert said(path, "lr<0.3") == []


def test_many_are_counted(make_collection: Make) -> None:
    ends = {f"0.{at}": 5 if at > 5 else 2 for at in range(1, 13) if at != 10}
    (sentence,) = said(collection_with(make_collection, ends))
    assert sentence.startswith("5 curves of history.csv end before epoch 5")
    assert sentence.endswith("and 1 more.")


def test_a_large_history_is_not_read_for_it(make_collection: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(early_ends, "LARGEST", 10)
    assert said(collection_with(make_collection, {"0.1": 5, "0.2": 5, "0.3": 2})) == []
