"""What a collection can say of itself, and which factors its columns become."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sweeplens
from sweeplens.data.collection import Status
from sweeplens.data.factors import MANY_LEVELS, levels_of, numbers_of, respelled, spelling
from sweeplens.data.load import load_collection
from sweeplens.data.metrics import Factor

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"


def test_a_collection_counts_its_cells_by_status(running_sample: Path) -> None:
    collection = load_collection(running_sample)
    assert sum(collection.counts.values()) == len(collection.cells)
    assert collection.expected_cells == len(collection.cells) - collection.counts[Status.UNEXPECTED]


def test_factors_and_metrics_are_found_by_every_name_they_have(sum_sample: Path) -> None:
    collection = load_collection(sum_sample)
    family = collection.factor("family")
    assert family is not None
    assert collection.factor("reconstruction_loss_family_label") is family
    metric = collection.metric("matched router score")
    assert metric is not None
    assert collection.metric("matched_router_score") is metric
    assert (collection.factor("nothing"), collection.metric("nothing")) == (None, None)


def test_the_sum_sample_is_whole(sum_sample: Path) -> None:
    collection = load_collection(sum_sample)
    assert collection.counts[Status.COMPLETE] == collection.expected_cells == 12
    assert dict(collection.constants) == {"token_aggregation": "sum"}
    assert [factor.name for factor in collection.cell_factors] == ["family", "beta"]
    assert all(problem.level == "note" for problem in collection.problems)


def test_open_takes_a_path_or_its_text(sum_sample: Path) -> None:
    assert sweeplens.open(str(sum_sample)).name == sweeplens.open(sum_sample).name == sum_sample.name


def test_every_name_of_the_collection_is_a_column_of_its_runs(samples: Path) -> None:
    for sample in samples.iterdir():
        if sample.is_dir():
            collection = load_collection(sample)
            names = {f.column for f in collection.factors} | {m.name for m in collection.metrics} | {*collection.texts}
            assert names <= set(collection.runs.columns)
            assert all(collection.runs.schema[f.column] == pl.String for f in collection.factors)
            assert all(collection.runs.schema[m.name] == pl.Float64 for m in collection.metrics)
            seen = {f.column: set(collection.runs[f.column]) for f in collection.factors}
            assert all(seen[f.column] <= {level.text for level in f.levels} for f in collection.factors)


@pytest.mark.parametrize(
    ("seen", "declared", "levels"),
    [
        (["beta=.1", "beta=.01"], [], ["beta=.01", "beta=.1"]),
        (["0.01", "1e-2", ".01", ".1"], [], ["0.01", ".1"]),
        (["b", "a"], ["a", "b"], ["a", "b"]),
        (["beta=.01", "beta=.1"], [".1", "1e-2", "1"], ["beta=.1", "beta=.01", "1"]),
        (["raw 1", "norm 1"], ["1"], ["1", "raw 1", "norm 1"]),
        (["", "x"], [], ["", "x"]),
        (["gpt4", "gpt-4"], [], ["gpt4", "gpt-4"]),
        (["0", "0.0", "-0"], [], ["0"]),
    ],
)
def test_levels_that_mean_one_number_are_one_level(seen: list[str], declared: list[str], levels: list[str]) -> None:
    assert list(spelling(seen, "beta", declared).levels) == levels


def test_a_column_is_written_in_one_spelling() -> None:
    spelt = spelling(["0.01", "1e-2", ".1"], "beta")
    column = pl.DataFrame({"beta": ["1e-2", None, ".1", "0.01"]}).select(respelled("beta", spelt))["beta"]
    assert column.to_list() == ["0.01", "", ".1", "0.01"]


def test_levels_are_shown_short_where_that_keeps_them_apart() -> None:
    assert [level.head for level in levels_of(spelling(["beta=.01", "beta=.1"], "beta"), "beta")] == [".01", ".1"]
    assert [level.head for level in levels_of(spelling(["beta=a", "a"], "beta"), "beta")] == ["beta=a", "a"]


def test_thousands_of_levels_are_names() -> None:
    many = [str(at) for at in range(MANY_LEVELS + 1)]
    assert levels_of(spelling(many, "run"), "run")[7].number is None


def test_only_factors_whose_every_level_holds_a_number_are_numbers() -> None:
    factors = [
        Factor(name, name, levels_of(spelling(levels, name), name))
        for name, levels in {"beta": ["beta=.01", "1"], "mode": ["1", "full"]}.items()
    ]
    numbers = numbers_of(factors)
    assert list(numbers) == ["beta"]
    assert pl.DataFrame({"beta": ["1", "beta=.01"]}).select(numbers["beta"])["beta"].to_list() == [1.0, 0.01]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["0.1", ".1", "1e-1", "a", "b", "", "a 1", "2", "2.0"]), max_size=8))
def test_every_text_that_was_seen_means_one_of_the_levels(seen: Sequence[str]) -> None:
    spelt = spelling(seen, "f")
    assert {spelt.meant(text) for text in seen} == set(spelt.levels)
    assert all(spelt.meant(level) == level for level in spelt.levels)
