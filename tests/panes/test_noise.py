"""What is marked as no larger than the spread of seeds, in rankings and comparisons."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from pathlib import Path

import pytest

from sweeplens.data.collection import Collection
from sweeplens.data.selection import Selection
from sweeplens.figures import Direction, Table
from sweeplens.panes import compare, extremes
from sweeplens.panes.base import Question
from sweeplens.panes.noise import ABOUT
from tests.builders import collection_of, factor

SEEDS = ("0", "1", "2", "3", "4")


def collection(scores: dict[str, list[float]], better: Direction = Direction.HIGHER) -> Collection:
    """One family a key, one seed a score."""
    rows = [(family, seed, score) for family, own in scores.items() for seed, score in zip(SEEDS, own, strict=False)]
    families, seeds, values = zip(*rows, strict=True)
    return collection_of(
        {"family": families, "seed": seeds, "score": values},
        (factor("family", tuple(scores)), factor("seed", SEEDS, is_replicate=True)),
        better={"score": better},
        expected_runs=3,
    )


NEAR = collection({"a": [0.90, 0.92, 0.94], "b": [0.89, 0.91, 0.93], "c": [0.5, 0.51, 0.52], "d": [0.1]})


def ranked(of: Collection, **selection: object) -> Table:
    table = extremes.answer(Question(of, Selection(fold=True, **selection)))  # type: ignore[arg-type]
    assert isinstance(table, Table)
    return table


def test_cells_that_seeds_cannot_tell_apart_are_marked_and_grouped() -> None:
    table = ranked(NEAR)
    top = [(row[table.index("tie")], row[table.index("tie_group")]) for row in table.rows.page(0, 4)]
    assert top == [(" ", 1), (ABOUT, 1), (" ", 2), (" ", 3)]
    assert table.captions[-1].startswith("≈: apart from the row above without it by less than the spread over seed")


def test_without_two_finite_runs_of_a_cell_n_is_too_small_to_say() -> None:
    table = ranked(collection({"a": [0.9], "b": [0.8, nan]}))
    assert table.captions[-1].startswith("No cell has two finite runs: n is too small to say")


def test_without_replicates_nothing_is_marked() -> None:
    single = collection_of({"family": ["a", "b"], "score": [0.9, 0.8]}, (factor("family", ("a", "b")),))
    assert "tie_group" not in [column.name for column in ranked(single).columns]


def pairs(ours: dict[str, list[float]], theirs: dict[str, list[float]], better: Direction = Direction.HIGHER) -> Table:
    reference = replace(collection(theirs, better), path=Path("reference"))
    table = compare.answer(Question(collection(ours, better), Selection(view="paired"), reference))
    assert isinstance(table, Table)
    return table


@pytest.mark.parametrize(
    ("better", "verdicts"),
    [
        (Direction.HIGHER, ["better", "worse", ABOUT, "n too small to say"]),
        (Direction.LOWER, ["worse", "better", ABOUT, "n too small to say"]),
        (Direction.UNKNOWN, ["higher", "lower", ABOUT, "n too small to say"]),
    ],
)
def test_each_cell_says_what_its_pairs_do(better: Direction, verdicts: list[str]) -> None:
    ours = {"a": [2.0, 3.0, 4.0, 5, 6], "b": [1.0] * 5, "c": [1.0, 3.0, 2.0, 2, 2], "d": [5.0, nan, 5.0, 5, 5]}
    theirs = {"a": [1.0, 1.5, 2.0, 3, 4], "b": [2.0, 3.0, 4.0, 3, 3], "c": [2.0, 1.0, 2.0, 2, 2], "d": [1.0] * 5}
    table = pairs(ours, theirs, better)
    assert table.rows.column(table.index("verdict")) == verdicts
    assert table.rows.column(table.index("n")) == [5, 5, 5, 4]
    assert table.rows.column(table.index("delta")) == pytest.approx([1.7, -2.0, 0.2, 4.0])


def test_runs_are_paired_by_their_seed_whatever_their_order() -> None:
    (row,) = pairs({"a": [1.0, 2.0, 3.0]}, {"a": [3.0, 1.0]}).rows.page(0, 9)
    assert row == ("a", 2, -0.5, None, None, "n too small to say")


def test_the_sentence_says_the_interval_over_all_cells() -> None:
    (sentence,) = pairs({"a": [2.0, 3.0, 4.0], "b": [1, 2, 3]}, {"a": [1.0, 2.0, 3.0], "b": [0, 1, 2]}).captions
    assert sentence == (
        "Paired by seed, candidate - reference in score is 1 [1, 1] over 6 pairs in 2 cells "
        "(95 % by a seeded bootstrap within cells): better."
    )


def test_the_sentence_says_where_pairs_are_too_few() -> None:
    (sentence,) = pairs({"a": [2.0, 3.0, 5.0, nan]}, {"a": [1.0, 2.0, 4.0, 5.0]}).captions
    assert sentence == (
        "Paired by seed, candidate - reference in score is 1 over 3 pairs in 1 cell: n too small to say, "
        "as it takes 4 pairs beyond the first of their cell; 1 pair with NaN, Inf or nothing left out."
    )


def test_seeds_that_do_not_match_make_no_pairs() -> None:
    ours = collection({"a": [1.0, 2.0]})
    theirs = collection_of({"family": ["a", "a"], "score": [1.0, 2.0]}, (factor("family", ("a",)),))
    table = compare.answer(Question(ours, Selection(view="paired"), replace(theirs, path=Path("reference"))))
    assert isinstance(table, Table)
    assert (len(table.rows), table.captions) == (0, ())
