"""Derived metrics are evaluated row by row, in any order, and nothing else is."""

from __future__ import annotations

import math
from collections.abc import Mapping

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.derived import Derivation, derived, in_order, parsed, planned
from sweeplens.errors import FormulaError

ROWS = pl.DataFrame(
    {
        "a": [1.0, 2.0, None, math.nan],
        "b": [4.0, 0.0, 1.0, 1.0],
        "time (s)": [60.0, 120.0, 0.0, 30.0],
        "family": ["raw", "norm", "raw", "norm"],
        "beta": ["beta=.01", "beta=.1", "beta=.01", "beta=.1"],
    }
)
BETA = {"beta": pl.col("beta").replace_strict({"beta=.01": 0.01, "beta=.1": 0.1}, return_dtype=pl.Float64)}


def derive(formulas: Mapping[str, str]) -> Derivation:
    """The rows with these formulas."""
    known, problems = planned(formulas, "brief.yaml")
    assert problems == ()
    return derived(ROWS.lazy(), known, BETA)


def column(formula: str) -> list[float | None]:
    """What a formula gives for each row."""
    values: list[float | None] = derive({"x": formula}).frame.collect()["x"].to_list()
    return values


@pytest.mark.parametrize(
    ("formula", "first"),
    [
        ("a + b", 5.0),
        ("b / a", 4.0),
        ('"time (s)" / 60', 1.0),
        ("CASE WHEN family = 'raw' THEN a ELSE b END", 1.0),
        ("greatest(a, b)", 4.0),
        ("round(a / 3, 2)", 0.33),
        ("a > 0", 1.0),
        ("1.1486", 1.1486),
        ("beta * b", 0.04),
        ("CASE WHEN beta = 'beta=.01' THEN 1 ELSE 2 END", 1.0),
        ("nullif(a, 1)", None),
    ],
)
def test_a_formula_is_evaluated_for_each_row(formula: str, first: float | None) -> None:
    assert column(formula)[0] == pytest.approx(first)


def test_missing_nan_and_infinity_stay_three_things() -> None:
    assert column("a * 2")[2] is None
    assert math.isnan(column("a * 2")[3] or 0.0)
    assert column("a / b")[1] == math.inf


def test_metrics_may_name_each_other_before_they_are_defined() -> None:
    frame = derive({"z": "y + 1", "y": "x * 2", "x": "a"}).frame.collect()
    assert frame["z"][:2].to_list() == [3.0, 5.0]


@pytest.mark.parametrize(
    "formula",
    [
        "max(a)",
        "sum(a)",
        "avg(a) + 1",
        "count(*)",
        "first_value(a)",
        "row_number() over ()",
        "a - lag(a) over (order by b)",
    ],
)
def test_aggregates_and_windows_are_refused_by_name(formula: str) -> None:
    with pytest.raises(FormulaError, match=r"The formula of x (calls|holds) "):
        parsed("x", formula)


@pytest.mark.parametrize("formula", ["(select 1)", "a; drop table b", "read_csv('/etc/passwd')", "a +", "", "a, b"])
def test_what_is_no_expression_is_refused(formula: str) -> None:
    with pytest.raises(FormulaError, match="x"):
        parsed("x", formula)


def test_a_column_may_be_called_like_an_aggregate() -> None:
    frame = ROWS.with_columns(pl.col("a").alias("max (a)")).lazy()
    known, _ = planned({"x": '"max (a)" * 2'}, "brief.yaml")
    assert derived(frame, known, {}).names == ("x",)


def test_a_circle_is_an_error_that_names_its_members() -> None:
    with pytest.raises(FormulaError, match=r"circle: (x → y → x|y → x → y)\.$"):
        in_order([parsed("x", "y + 1"), parsed("y", "x + 1"), parsed("z", "a")])


def test_what_is_in_a_circle_is_left_out_and_the_rest_is_used() -> None:
    known, problems = planned({"x": "y", "y": "x", "z": "a", "w": "v", "v": "w"}, "brief.yaml")
    assert [formula.name for formula in known] == ["z"]
    assert sorted(problem.sentence.split(": ")[1][:1] for problem in problems) in (
        ["v", "x"],
        ["w", "x"],
        ["v", "y"],
        ["w", "y"],
    )


def test_an_unknown_column_is_named_with_the_nearest() -> None:
    refused = derive({"x": "familly"}).refused
    assert refused == {"x": "The formula of x names familly, which is no column; did you mean family?"}


def test_what_needs_a_metric_that_failed_says_so() -> None:
    refused = derive({"x": "nowhere + 1", "y": "x * 2"}).refused
    assert refused["y"] == "The formula of y names x, which could not be derived."


def test_arithmetic_with_text_is_refused_in_words() -> None:
    assert derive({"x": "family * 2"}).refused == {
        "x": "The formula of x does arithmetic with text, or gives text in place of a number."
    }


@settings(max_examples=40, deadline=None)
@given(st.permutations(["m0", "m1", "m2", "m3", "m4"]))
def test_the_order_of_the_definitions_does_not_matter(names: list[str]) -> None:
    chain = {name: f"{names[at - 1]} + 1" if at else "a" for at, name in enumerate(names)}
    shuffled = {name: chain[name] for name in sorted(chain)}
    assert derive(shuffled).frame.collect()[names[-1]][0] == 5.0


def test_a_formula_that_is_too_long_to_be_read_is_refused() -> None:
    known, (problem,) = planned({"x": " + ".join(["a"] * 5_000), "y": "a"}, "brief.yaml")
    assert [formula.name for formula in known] == ["y"]
    assert problem.sentence == "The formula of x is longer than 2,000 characters; split it into several."
