"""What is marked as no larger than the spread of seeds, in rankings and comparisons."""

from __future__ import annotations

from dataclasses import replace
from math import nan, sqrt
from pathlib import Path
from statistics import stdev

import pytest

from sweeplens.data.collection import Collection
from sweeplens.data.selection import Selection
from sweeplens.export.base import Options
from sweeplens.export.csv import write_csv
from sweeplens.figures import Direction, Figure, Grid, Media, Table, WithinNoise
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
    assert table.captions[-1].startswith(
        "≈ (one tie_group): apart from its group's first row by less than the spread over seed"
    )


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
        (Direction.HIGHER, ["better", "worse", "within noise", "n too small to say"]),
        (Direction.LOWER, ["worse", "better", "within noise", "n too small to say"]),
        (Direction.UNKNOWN, ["higher", "lower", "within noise", "n too small to say"]),
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


def compared(ours: dict[str, list[float]], theirs: dict[str, list[float]], view: str = "table") -> Figure:
    reference = replace(collection(theirs), path=Path("reference"))
    return compare.answer(Question(collection(ours), Selection(view=view), reference))


OURS = {"a": [1.0, 1.2, 1.4], "b": [1.0, 3.0, nan], "c": [5.0], "d": [2.0, 2.0, 2.0]}
THEIRS = {"a": [1.0, 1.1, 1.2], "b": [2.5], "c": [5.0], "d": [1.0, 1.0, 1.0]}
SPREADS = [sqrt((stdev(OURS["a"]) ** 2 + stdev(THEIRS["a"]) ** 2) / 2), stdev([1.0, 3.0]), None, 0.0]
"""Of both sides, of one where the other holds a single run, of none, and of repeats that are equal."""


def test_a_delta_below_the_spread_of_seeds_is_one_within_noise() -> None:
    table = compared(OURS, THEIRS)
    assert isinstance(table, Table)
    deltas = table.rows.column(table.index("delta_score"))
    assert [isinstance(delta, WithinNoise) for delta in deltas] == [True, True, False, False]
    assert deltas == pytest.approx([0.1, -0.5, 0.0, 1.0])
    assert table.rows.column(table.index("spread_score")) == [
        None if spread is None else pytest.approx(spread) for spread in SPREADS
    ]
    ordered = table.rows.ordered(table.index("delta_score"), descending=True)
    assert [isinstance(row[table.index("delta_score")], WithinNoise) for row in ordered.page(0, 4)] == [
        *(False, True, False),
        True,
    ]
    said = "In 2 of 4 common cells the delta in score is within noise (≈): below the spread over seed, "
    assert any(caption.startswith(said) for caption in table.captions)


def test_the_heat_map_and_the_count_of_wins_know_what_is_within_noise() -> None:
    grid, summary = compared(OURS, THEIRS, "heatmap"), compared(OURS, THEIRS, "summary")
    assert isinstance(grid, Grid)
    assert [field.within_noise for field in grid.fields[0]] == [True, True, False, False]
    counts = summary.as_table()
    assert counts.rows.column(counts.index("within_noise")) == [2]


def test_noise_is_written_to_data_as_a_number_without_a_mark() -> None:
    head, first, *_ = write_csv(compared(OURS, THEIRS), Options()).splitlines()
    assert head == "family,reference_score,candidate_score,delta_score,spread_score"
    assert [float(field) for field in first.split(",")[1:]] == pytest.approx([1.1, 1.2, 0.1, SPREADS[0]])


def test_the_delta_leads_on_the_screen_and_follows_both_sides_elsewhere() -> None:
    table = compared(OURS, THEIRS)
    assert isinstance(table, Table)
    heads = {media: [table.columns[at].name for at in table.places(media)] for media in (Media.SCREEN, Media.DOCUMENT)}
    assert heads[Media.SCREEN] == ["family", "delta_score", "reference_score", "candidate_score"]
    assert heads[Media.DOCUMENT] == ["family", "reference_score", "candidate_score", "delta_score"]


def test_single_runs_on_both_sides_say_that_n_is_too_small() -> None:
    table = compared({"a": [1.0], "b": [2.0, nan]}, {"a": [1.5], "b": [1.0]})
    assert isinstance(table, Table)
    assert "spread_score" not in [column.name for column in table.columns]
    assert any("n is too small to say which deltas seed alone would make" in caption for caption in table.captions)


def test_a_reference_that_is_averaged_over_more_than_seeds_lends_no_spread() -> None:
    wide = collection_of(
        {"family": ["a", "a", "a"], "size": ["s", "m", "s"], "seed": ["0", "0", "1"], "score": [1.0, 9.0, 1.0]},
        (factor("family", ("a",)), factor("size", ("s", "m")), factor("seed", ("0", "1"), is_replicate=True)),
    )
    table = compare.answer(Question(collection({"a": [5.0, 5.2]}), Selection(), replace(wide, path=Path("reference"))))
    assert isinstance(table, Table)
    (spread,) = table.rows.column(table.index("spread_score"))
    assert spread == pytest.approx(stdev([5.0, 5.2]))
