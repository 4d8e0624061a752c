"""Two sides joined on the cells that they have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite, isnan, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.brief import Brief, FactorBrief
from sweeplens.data.collection import Collection
from sweeplens.data.metrics import Factor
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.panes.base import Question
from sweeplens.panes.joining import Comparison, Names, compared
from tests.builders import collection_of, factor

F = factor("f", ("a", "b", "c"))
BETA = factor("beta", ("beta=.01", "beta=.1"), "beta_label")


def side(columns: Mapping[str, Any], *factors: Factor, name: str = "other", **more: Any) -> Collection:
    return replace(collection_of(columns, factors, **more), path=Path(name))


def joined(candidate: Collection, reference: Collection | None, **selection: Any) -> Comparison:
    question = Question(candidate, Selection(**selection), reference)
    assert question.reference is not None
    return compared(question, question.reference)


def same(a: float | None, b: float | None) -> bool:
    """Whether two values are the same, NaN being the same as NaN."""
    if a is None or b is None:
        return a is b
    return (isnan(a) and isnan(b)) or a == pytest.approx(b, rel=1e-12)


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (("beta=.01", "beta=.1"), ("beta=.01", "beta=.1")),
        (("beta=.01", "beta=.1"), ("0.01", "1e-1")),
        ((".01", ".1"), ("beta=0.01", "beta=0.1")),
        (("0p01", "0p1"), ("0.01", "0.1")),
    ],
)
def test_levels_match_as_text_or_as_numbers(here: tuple[str, str], there: tuple[str, str]) -> None:
    ours = side({"beta": here, "score": [1.0, 2.0]}, factor("beta", here))
    theirs = side({"beta": there, "score": [10.0, 20.0]}, factor("beta", there))
    comparison = joined(ours, theirs)
    assert comparison.cells["beta"].to_list() == list(here)
    assert comparison.delta["score"].to_list() == [-9.0, -18.0]


@pytest.mark.parametrize("name", ["left", "right", "len", "count"])
def test_a_factor_may_be_called_as_the_columns_that_are_added(name: str) -> None:
    both = side({name: ["a", "b"], "score": [1.0, 2.0]}, factor(name, ("a", "b")))
    assert joined(both, both).delta["score"].to_list() == [0.0, 0.0]


def test_names_that_hold_the_same_number_do_not_match() -> None:
    ours = side({"model": ["resnet50", "vgg19"], "score": [1.0, 2.0]}, factor("model", ("resnet50", "vgg19")))
    theirs = side({"model": ["vit50", "vgg19"], "score": [1.0, 2.0]}, factor("model", ("vit50", "vgg19")))
    comparison = joined(ours, theirs)
    assert comparison.cells["model"].to_list() == ["vgg19"]
    assert comparison.only_candidate["model"].to_list() == ["resnet50"]
    assert comparison.only_reference["model"].to_list() == ["vit50"]


@pytest.mark.parametrize(
    "theirs", [factor("beta", ("beta=.01", "beta=.1"), "b"), factor("b", ("beta=.01", "beta=.1"), "beta_label")]
)
def test_a_factor_is_found_by_name_or_by_column(theirs: Factor) -> None:
    ours = side({"beta_label": ["beta=.01", "beta=.1"], "score": [1.0, 2.0]}, BETA)
    other = side({theirs.column: ["beta=.1", "beta=.01"], "score": [5.0, 7.0]}, theirs)
    assert joined(ours, other).other["score"].to_list() == [7.0, 5.0]


def test_rows_stand_in_the_order_of_the_candidate() -> None:
    ours = side({"f": ["c", "a", "b"], "score": [1.0, 2.0, 3.0]}, F)
    theirs = side({"f": ["a", "b", "c"], "score": [0.0, 0.0, 0.0]}, F)
    comparison = joined(ours, theirs)
    assert comparison.cells["f"].to_list() == ["c", "a", "b"]
    assert comparison.numbers == (0, 1, 2)


def test_a_cell_of_several_runs_is_the_mean_of_its_finite_values() -> None:
    seed = factor("seed", ("0", "1"), is_replicate=True)
    ours = side(
        {"f": ["a", "a", "b", "b"], "seed": ["0", "1"] * 2, "score": [1.0, 3.0, nan, 5.0]}, F, seed, expected_runs=2
    )
    theirs = side({"f": ["a", "b"], "score": [1.5, 1.0]}, F)
    comparison = joined(ours, theirs)
    assert comparison.candidate["score"].to_list() == [2.0, 5.0]
    assert comparison.delta["score"].to_list() == [0.5, 4.0]
    assert comparison.holds_means
    assert comparison.numbers is None


@pytest.mark.parametrize(
    ("ours", "theirs", "delta"),
    [
        (None, 1.0, None),
        (1.0, None, None),
        (nan, 1.0, nan),
        (1.0, nan, nan),
        (inf, 1.0, inf),
        (1.0, inf, -inf),
        (inf, inf, nan),
    ],
)
def test_missing_nan_and_infinity_stay_what_they_are(
    ours: float | None, theirs: float | None, delta: float | None
) -> None:
    comparison = joined(side({"f": ["a"], "score": [ours]}, F), side({"f": ["a"], "score": [theirs]}, F))
    assert same(comparison.candidate["score"][0], ours)
    assert same(comparison.other["score"][0], theirs)
    assert same(comparison.delta["score"][0], delta)


def test_the_filter_chooses_cells_and_not_what_they_are_held_against() -> None:
    ours = side({"f": ["a", "b"], "score": [0.9, 0.2]}, F)
    theirs = side({"f": ["a", "b", "c"], "score": [0.1, 0.8, 0.95]}, F)
    comparison = joined(ours, theirs, where=parse_filter("score>.5"))
    assert comparison.cells["f"].to_list() == ["a"]
    assert comparison.other["score"].to_list() == [0.1]
    assert comparison.only_reference["f"].to_list() == ["c"]
    assert joined(ours, theirs, where=parse_filter("f=a")).only_reference.height == 0


def test_a_filter_that_means_nothing_there_hides_no_cell_of_the_reference() -> None:
    ours = side({"f": ["a", "b"], "score": [0.9, 0.2], "speed": [1.0, 2.0]}, F)
    theirs = side({"f": ["a", "c"], "score": [0.1, 0.8]}, F)
    assert joined(ours, theirs, where=parse_filter("speed<2")).only_reference["f"].to_list() == ["c"]


def test_a_level_is_the_reference_for_the_others() -> None:
    mode = factor("mode", ("full", "reinit"))
    ours = side({"f": ["a", "a", "b"], "mode": ["full", "reinit", "full"], "score": [3.0, 1.0, 2.0]}, F, mode)
    comparison = joined(ours, None, versus="reinit")
    assert comparison.names == Names("full", "reinit")
    assert comparison.cells.rows() == [("a",)]
    assert comparison.delta["score"].to_list() == [2.0]
    assert comparison.only_candidate.rows() == [("b",)]


def test_among_several_other_levels_the_rows_say_theirs() -> None:
    ours = side({"f": ["a", "b", "c"], "score": [1.0, 2.0, 4.0]}, F)
    comparison = joined(ours, None, versus="f=a")
    assert comparison.cells["f"].to_list() == ["b", "c"]
    assert comparison.delta["score"].to_list() == [1.0, 3.0]


def test_a_factor_read_out_of_another_one_is_not_joined_on_it() -> None:
    setting = factor("setting", ("b1_x", "b2_x"))
    beta = replace(factor("beta", ("1", "2")), splits_cells=False)
    brief = Brief(factors={"beta": FactorBrief(source="setting", pattern="b(?P<beta>.)")})
    ours = side({"setting": ["b1_x", "b2_x"], "beta": ["1", "2"], "score": [1.0, 5.0]}, setting, beta, brief=brief)
    comparison = joined(ours, None, versus="beta=1")
    assert comparison.delta["score"].to_list() == [4.0]


def test_a_factor_that_the_reference_does_not_vary_repeats_its_cell() -> None:
    ours = side({"f": ["a", "a", "b"], "lr": ["1", "2", "1"], "score": [1.0, 2.0, 3.0]}, F, factor("lr", ("1", "2")))
    theirs = side({"f": ["a", "b"], "score": [10.0, 20.0]}, F)
    comparison = joined(ours, theirs)
    assert comparison.other["score"].to_list() == [10.0, 10.0, 20.0]
    assert [each.name for each in comparison.pairing.own] == ["lr"]
    assert comparison.reference_runs.height == 2


def test_a_factor_that_only_the_reference_varies_is_averaged_over() -> None:
    ours = side({"f": ["a", "b"], "score": [1.0, 2.0]}, F)
    theirs = side({"f": ["a", "a", "b"], "lr": ["1", "2", "1"], "score": [1.0, 3.0, 5.0]}, F, factor("lr", ("1", "2")))
    comparison = joined(ours, theirs)
    assert comparison.other["score"].to_list() == [2.0, 5.0]
    assert [each.name for each in comparison.pairing.averaged] == ["lr"]


def test_what_one_side_holds_constant_matches_that_level_of_the_other() -> None:
    varied = side({"f": ["a", "b"], "lr": ["0.1", "0.1"], "score": [1.0, 2.0]}, F, constants=(("lr", "0.1"),))
    both = {"f": ["a", "a", "b"], "lr": [".1", ".2", ".2"], "score": [10.0, 20.0, 30.0]}
    comparison = joined(varied, side(both, F, factor("lr", (".1", ".2"))))
    assert comparison.cells.rows() == [("a",)]
    assert comparison.other["score"].to_list() == [10.0]
    backwards = joined(side(both, F, factor("lr", (".1", ".2"))), varied)
    assert backwards.cells.rows() == [("a", ".1")]


def test_a_single_run_is_a_baseline_for_every_cell() -> None:
    comparison = joined(side({"f": ["a", "b"], "score": [1.0, 2.0]}, F), side({"score": [0.5]}))
    assert comparison.delta["score"].to_list() == [0.5, 1.5]


def test_without_a_common_factor_nothing_is_common() -> None:
    theirs = side({"g": ["x", "y"], "score": [1.0, 2.0]}, factor("g", ("x", "y")))
    comparison = joined(side({"f": ["a", "b"], "score": [1.0, 2.0]}, F), theirs)
    assert (comparison.count, comparison.only_candidate.height) == (0, 2)


def test_two_runs_without_factors_are_one_common_cell() -> None:
    comparison = joined(side({"score": [3.0]}), side({"score": [1.0]}))
    assert (comparison.count, comparison.delta["score"].to_list()) == (1, [2.0])


@pytest.mark.parametrize(
    ("ours", "theirs", "names"),
    [
        ("sum", "mean", Names("sum", "mean")),
        ("sum", "sum", Names("candidate", "reference")),
        ("", "mean", Names("candidate", "mean")),
        ("sum", "", Names("sum", "reference")),
        ("delta", "mean", Names("candidate", "reference")),
        ("reference", "", Names("candidate", "reference")),
    ],
)
def test_sides_are_called_by_their_labels_where_these_tell_them_apart(ours: str, theirs: str, names: Names) -> None:
    one = side({"f": ["a"], "score": [1.0]}, F, brief=Brief(label=ours))
    other = side({"f": ["a"], "score": [1.0]}, F, brief=Brief(label=theirs))
    assert joined(one, other).names == names


VALUES = st.one_of(st.none(), st.sampled_from([nan, inf, -inf]), st.floats(-1e6, 1e6))
RUNS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["beta=.01", "beta=.1"]), VALUES), max_size=12)


def mean_of_cell(runs: Sequence[tuple[str, str, float | None]], cell: tuple[str, str]) -> float | None:
    """The mean of a cell's finite values; its first value that is not missing where it has none."""
    values = [value for *levels, value in runs if tuple(levels) == cell and value is not None]
    finite = [value for value in values if isfinite(value)]
    return sum(finite) / len(finite) if finite else next(iter(values), None)


@settings(max_examples=60, deadline=None)
@given(RUNS, RUNS)
def test_common_cells_and_deltas_are_those_of_plain_python(
    ours: list[tuple[str, str, float | None]], theirs: list[tuple[str, str, float | None]]
) -> None:
    columns = [
        {"f": [f for f, _, _ in runs], "beta_label": [b for _, b, _ in runs], "score": [v for _, _, v in runs]}
        for runs in (ours, theirs)
    ]
    comparison = joined(side(columns[0], F, BETA), side(columns[1], F, BETA))
    here, there = (list(dict.fromkeys((f, b) for f, b, _ in runs)) for runs in (ours, theirs))
    common = [cell for cell in here if cell in there]
    assert comparison.cells.rows() == common
    assert comparison.only_candidate.rows() == [cell for cell in here if cell not in there]
    assert comparison.only_reference.rows() == [cell for cell in there if cell not in here]
    for cell, delta in zip(common, comparison.delta["score"], strict=True):
        a, b = mean_of_cell(ours, cell), mean_of_cell(theirs, cell)
        if a is None or b is None:
            assert delta is None
        elif isfinite(a) and isfinite(b):
            assert delta == pytest.approx(a - b, rel=1e-9, abs=1e-6)
        else:
            assert same(delta, a - b)
