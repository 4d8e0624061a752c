"""Which cells are expected and how whole each is."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.brief import ExpectedBrief
from sweeplens.data.cells import cells_of, run_states
from sweeplens.data.collection import Cell, Status
from sweeplens.data.expectation import WHAT_IS_THERE, Expectation, expected_by_brief, expected_by_list
from sweeplens.data.factors import levels_of, spelling
from sweeplens.data.load import load_collection
from sweeplens.data.metrics import Factor
from sweeplens.errors import BriefError

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"


def factor(name: str, levels: Sequence[str], *, is_replicate: bool = False) -> Factor:
    """A factor in a column of its name."""
    return Factor(name, name, levels_of(spelling(levels, name, levels), name), is_replicate=is_replicate)


FAMILY = factor("family", ["raw", "norm"])
BETA = factor("beta", [".01", ".1"])
SEED = factor("seed", ["0", "1"], is_replicate=True)
FACTORS = (FAMILY, BETA, SEED)


def runs(*rows: tuple[str, str, str, float | None]) -> pl.DataFrame:
    """Runs by family, beta, seed, with their accuracy."""
    schema = {"family": pl.String, "beta": pl.String, "seed": pl.String, "acc": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def judged(
    frame: pl.DataFrame,
    expected: Expectation,
    final: Sequence[str] = ("acc",),
    in_history: frozenset[tuple[str, ...]] = frozenset(),
) -> dict[tuple[str, ...], Cell]:
    """The cells by their levels."""
    states = run_states(frame, FACTORS, final, ["acc"])
    return {cell.levels: cell for cell in cells_of(frame, FACTORS, expected, states, in_history)}


PRODUCT = expected_by_brief(ExpectedBrief(product=True), FACTORS, {})


def test_a_product_is_every_combination_in_the_order_of_the_levels() -> None:
    cells = judged(runs(), PRODUCT)
    assert list(cells) == [("raw", ".01"), ("raw", ".1"), ("norm", ".01"), ("norm", ".1")]
    assert all(cell.expected_runs == 2 for cell in cells.values())


def test_a_missing_cell_is_counted() -> None:
    cell = judged(runs(), PRODUCT)["raw", ".01"]
    assert (cell.status, cell.why, cell.runs) == (Status.MISSING, "nothing of it is there", ())


def test_a_cell_is_complete_when_every_replicate_has_its_final_metric() -> None:
    frame = runs(("raw", ".01", "1", 0.5), ("raw", ".1", "0", 0.4), ("raw", ".01", "0", 0.6))
    cells = judged(frame, PRODUCT)
    assert cells["raw", ".01"] == Cell(("raw", ".01"), Status.COMPLETE, (0, 2), 2)
    assert cells["raw", ".1"].status is Status.INCOMPLETE
    assert cells["raw", ".1"].why == "seed 1 is absent"


@pytest.mark.parametrize(("value", "word"), [(math.nan, "NaN"), (math.inf, "infinite"), (-math.inf, "infinite")])
def test_a_final_metric_that_is_not_finite_makes_a_cell_diverged(value: float, word: str) -> None:
    cell = judged(runs(("raw", ".01", "0", value), ("raw", ".01", "1", None)), PRODUCT)["raw", ".01"]
    assert cell.status is Status.DIVERGED
    assert cell.why == f"seed 0: acc is {word}; seed 1: has no final acc"


def test_diverged_comes_before_incomplete() -> None:
    assert judged(runs(("raw", ".01", "0", math.nan)), PRODUCT)["raw", ".01"].status is Status.DIVERGED


def test_a_run_without_its_final_metric_makes_a_cell_incomplete() -> None:
    cell = judged(runs(("raw", ".01", "0", None), ("raw", ".01", "1", 0.4)), PRODUCT)["raw", ".01"]
    assert (cell.status, cell.why) == (Status.INCOMPLETE, "seed 0: has no final acc")


def test_a_cell_of_which_only_a_history_is_there_is_incomplete() -> None:
    cell = judged(runs(), PRODUCT, in_history=frozenset({("raw", ".01")}))["raw", ".01"]
    assert (cell.status, cell.why) == (Status.INCOMPLETE, "only a history is there")


def test_what_is_not_expected_is_counted_apart_and_last() -> None:
    listed = expected_by_list([{"family": "raw", "beta": ".01"}], FACTORS, "a list")
    cells = judged(runs(("norm", ".1", "0", 0.5)), listed)
    assert [cell.status for cell in cells.values()] == [Status.MISSING, Status.UNEXPECTED]


def test_undeclared_means_what_is_there() -> None:
    cells = judged(runs(("norm", ".1", "0", 0.5)), WHAT_IS_THERE, in_history=frozenset({("raw", ".01")}))
    assert {levels: cell.status for levels, cell in cells.items()} == {
        ("raw", ".01"): Status.INCOMPLETE,
        ("norm", ".1"): Status.COMPLETE,
    }


def test_any_one_metric_is_enough_where_no_final_ones_are_declared() -> None:
    frame = runs(("raw", ".01", "0", None), ("raw", ".01", "1", None)).with_columns(loss=pl.Series([0.1, math.nan]))
    states = run_states(frame, FACTORS, (), ["acc", "loss"])
    assert states.fault == ["", "loss is NaN"]
    assert states.diverged == [False, True]


def test_an_exception_leaves_out_every_cell_that_agrees_with_it() -> None:
    said = ExpectedBrief(product=True, excepted=({"family": "norm"},))
    assert list(expected_by_brief(said, FACTORS, {}).cells) == [("raw", ".01"), ("raw", ".1")]


def test_a_listed_cell_stands_for_all_levels_of_the_factors_it_does_not_name() -> None:
    expected = expected_by_list([{"family": "raw"}], FACTORS, "a list")
    assert expected.cells == {("raw", ".01"): {("0",), ("1",)}, ("raw", ".1"): {("0",), ("1",)}}


def test_a_listed_seed_is_one_run_of_its_cell() -> None:
    expected = expected_by_list([{"family": "raw", "beta": ".1", "seed": "1"}], FACTORS, "a list")
    assert expected.cells == {("raw", ".1"): {("1",)}}


def test_an_unknown_factor_is_named_with_those_that_there_are() -> None:
    with pytest.raises(BriefError, match="the factor gamma; there is family, beta, seed"):
        expected_by_list([{"gamma": "1"}], FACTORS, "a list")


def test_a_product_of_too_many_cells_is_refused() -> None:
    many = [factor(f"f{at}", [str(level) for level in range(100)]) for at in range(3)]
    with pytest.raises(BriefError, match="more than 100,000 cells"):
        expected_by_brief(ExpectedBrief(product=True), many, {})


def test_several_runs_of_one_cell_stay_apart() -> None:
    frame = runs(("raw", ".01", "0", 0.5), ("raw", ".01", "0", 0.6), ("raw", ".01", "1", 0.7))
    assert judged(frame, PRODUCT)["raw", ".01"].runs == (0, 1, 2)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["raw", "norm", "other"]),
            st.sampled_from([".01", ".1"]),
            st.sampled_from(["0", "1"]),
            st.sampled_from([0.5, None, math.nan, math.inf]),
        ),
        max_size=12,
    )
)
def test_every_run_is_in_one_cell_and_every_cell_has_one_status(
    rows: list[tuple[str, str, str, float | None]],
) -> None:
    cells = judged(runs(*rows), PRODUCT)
    placed = sorted(row for cell in cells.values() for row in cell.runs)
    assert placed == list(range(len(rows)))
    for levels, cell in cells.items():
        values = [row[3] for row in rows if row[:2] == levels]
        if levels[0] == "other":
            assert cell.status is Status.UNEXPECTED
        elif not values:
            assert cell.status is Status.MISSING
        elif any(value is not None and not math.isfinite(value) for value in values):
            assert cell.status is Status.DIVERGED


@pytest.mark.parametrize("written", [".01", "0.01", "1e-2", "beta=.01", "0p01"])
def test_levels_match_as_numbers_where_they_are_numbers(make_collection: Make, written: str) -> None:
    brief = "factors: {beta: {column: b, levels: [.01, .1]}}\nexpected: product\nfinal: [acc]\n"
    root = make_collection({"brief.yaml": brief, "summary.csv": f"b,acc\n{written},0.5\n.1,0.6\n"})
    assert [cell.status for cell in load_collection(root).cells] == [Status.COMPLETE, Status.COMPLETE]


def test_numbers_inside_names_keep_names_apart(make_collection: Make) -> None:
    table = "model,mode,acc\ngpt4,a,0.5\ngpt-4,a,0.6\ngpt4,b,0.7\ngpt-4,b,0.8\n"
    collection = load_collection(make_collection({"summary.csv": table}))
    assert len(collection.cells) == 4
