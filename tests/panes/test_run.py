"""One run in full."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import polars as pl

from sweeplens.data.collection import FileEntry, History
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Direction, Document, Paragraph, Table
from sweeplens.panes.base import Question
from sweeplens.panes.run import run_figure
from tests.builders import collection_of, factor

COLLECTION = collection_of(
    {
        "family": ["raw", "tok", "raw", "tok"],
        "beta": [".1", ".1", "1", "1"],
        "score": [0.5, 0.7, 0.7, nan],
        "loss": [3.0, 1.0, 2.0, None],
        "note": ["w", "x", "y", None],
    },
    (factor("family", ("raw", "tok")), factor("beta", (".1", "1"))),
    better={"score": Direction.HIGHER, "loss": Direction.LOWER},
    texts=("note",),
    constants=(("aggregation", "sum"),),
    files=(FileEntry("data/summary.csv", 1, 0.0, "summary"),),
)


def asked(run: int, where: str = "") -> Document:
    return run_figure(Question(COLLECTION, Selection(where=parse_filter(where))), run)


def table(document: Document, title: str) -> Table:
    (found,) = [block for block in document.blocks if isinstance(block, Table) and block.title == title]
    return found


def metrics(run: int, where: str = "") -> list[tuple[object, ...]]:
    rows = table(asked(run, where), "Metrics").rows.page(0, 9)
    return [(row[0], *row[2:6]) for row in rows]


def test_a_run_is_called_by_its_levels_and_says_where_it_comes_from() -> None:
    document = asked(2)
    assert document.title == "raw at beta=1"
    assert document.blocks[0] == Paragraph("Ranked among 4 rows that are shown. data/summary.csv holds it.")


def test_every_metric_has_its_rank_from_the_better_end() -> None:
    assert metrics(0) == [("score", 0.5, 3, 3, 0.7), ("loss", 3.0, 3, 3, 1.0)]
    assert metrics(2) == [("score", 0.7, 1, 3, 0.7), ("loss", 2.0, 2, 3, 1.0)]


def test_ranks_are_those_among_the_rows_that_are_shown() -> None:
    assert metrics(0, "raw") == [("score", 0.5, 2, 2, 0.7), ("loss", 3.0, 2, 2, 2.0)]
    assert asked(1, "raw").blocks[0] == Paragraph(
        "Ranked among 2 rows that are shown, of which it is none. data/summary.csv holds it."
    )


def test_what_is_not_finite_has_no_rank() -> None:
    assert [row[2] for row in metrics(3)] == [None, None]


def test_everything_else_in_its_row_is_listed() -> None:
    assert table(asked(1), "Facts").rows.page(0, 9) == [
        ("family", "tok"),
        ("beta", ".1"),
        ("status", "complete"),
        ("aggregation", "sum"),
        ("note", "x"),
    ]


def test_a_run_without_factors_is_called_by_its_number() -> None:
    bare = collection_of({"score": [1.0]}, ())
    assert run_figure(Question(bare), 0).title == "Run 1"


def test_the_value_is_the_one_that_the_run_stands_for() -> None:
    points = pl.DataFrame({"f": ["a", "a", "b"], "step": [1.0, 2.0, 1.0], "score": [0.9, 0.5, 0.7]})
    history = History("history.csv", "step", ("f",), ("score",), points.lazy)
    runs = collection_of(
        {"f": ["a", "b"], "score": [0.5, 0.7]}, [factor("f", "ab")], better={"score": Direction.HIGHER}
    )
    document = run_figure(Question(replace(runs, histories=(history,)), Selection(statistic="best")), 0)
    assert [row[2:6] for row in table(document, "Metrics").rows.page(0, 9)] == [(0.9, 1, 2, 0.9)]
    assert any("best value of its history" in block.text for block in document.blocks if isinstance(block, Paragraph))
