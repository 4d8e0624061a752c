"""Facts of curves that diverge and of cells of curves, against numpy."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan
from typing import Any

import numpy as np
import polars as pl
import pytest

from sweeplens.data.collection import Collection, History
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Curves, Direction, Folded, Media, Table
from sweeplens.panes import dynamics
from sweeplens.panes.base import Question
from sweeplens.tui.widgets.frame_facts import best_of
from tests.builders import collection_of, factor

RUNS: dict[tuple[str, str], tuple[float, ...]] = {
    ("a", "0"): (0.1, 0.5, 0.4),
    ("a", "1"): (0.2, 0.3, 0.6),
    ("b", "0"): (0.9, 0.99, nan),
    ("b", "1"): (0.3, 0.4, 0.5),
    ("c", "0"): (0.2, 0.7),
}
"""Accuracies by family and seed; b at seed 0 diverges after it was the best."""


def collection(better: Direction = Direction.HIGHER) -> Collection:
    rows = [(*run, float(step), value) for run, values in RUNS.items() for step, value in enumerate(values)]
    schema = {"family": pl.String, "seed": pl.String, "step": pl.Float64, "score": pl.Float64}
    points = pl.DataFrame(rows, schema=schema, orient="row")
    keys = list(zip(*RUNS, strict=True))
    made = collection_of(
        {"family": keys[0], "seed": keys[1], "score": [values[-1] for values in RUNS.values()]},
        (factor("family", ("a", "b", "c")), factor("seed", ("0", "1"), is_replicate=True)),
        better={"score": better},
        expected_runs=2,
    )
    return replace(made, histories=(History("history.csv", "step", ("family", "seed"), ("score",), points.lazy),))


def table(better: Direction = Direction.HIGHER, **selection: Any) -> Table:
    figure = dynamics.answer(Question(collection(better), Selection(**selection)))
    assert isinstance(figure, Table)
    return figure


def told(of: Table, *names: str) -> list[tuple[Any, ...]]:
    return list(zip(*(of.rows.column(of.index(name)) for name in names), strict=True))


@pytest.mark.parametrize("sort", [("max", True), ("max", None), ("max", False), ("final", None), ("value", True)])
def test_a_diverged_run_comes_last_in_every_order(sort: tuple[str, bool | None]) -> None:
    assert told(table(sort=sort, statistic="best"), "family", "seed")[-1] == ("b", "0")


@pytest.mark.parametrize(("name", "best"), [("max", 0.7), ("final", 0.7)])
def test_a_diverged_run_is_never_the_best_though_it_was(name: str, best: float) -> None:
    made = table()
    at = made.index(name)
    assert made.columns[at].best(made.rows.column(at)) == best
    assert best_of(made, at) == best


def test_the_lowest_loss_of_a_diverged_run_is_not_the_best() -> None:
    made = table(Direction.LOWER, where=parse_filter("family=b"))
    at = made.index("min")
    assert made.columns[at].best(made.rows.column(at)) == best_of(made, at) == 0.3


def test_a_view_that_ranks_checkpoints_puts_diverged_runs_last() -> None:
    made = table(columns=("max score",), sort=("max score", None), rows=2)
    assert [row[2] for row in made.rows.page(0, 9)] == [0.7, 0.6]


def test_what_a_diverged_run_was_worth_is_said_as_such() -> None:
    made = table()
    names = ("diverged_step", "last_finite", "last_finite_step")
    assert told(made, *names)[2] == (2, 0.99, 1)
    assert told(made, *names)[0] == (None, None, None)
    (final,) = told(made, "final")[2]
    assert isnan(final)
    assert [made.columns[made.index(name)].head for name in names] == ["not finite from", "last finite", "at"]


def test_where_no_run_diverged_the_screen_has_no_columns_for_it() -> None:
    made = table(where=parse_filter("family=a"))
    shown = [made.columns[at].name for at in made.places(Media.SCREEN)]
    assert "diverged_step" not in shown
    assert "diverged_step" in [column.name for column in made.columns]


def test_rows_of_cells_are_the_runs_folded() -> None:
    made = table(fold=True)
    assert [row[0] for row in told(made, "family")] == ["a", "b", "c"]
    a, b, c = (row[0] for row in told(made, "final"))
    assert (float(a), a.spread, a.n, a.expected) == pytest.approx((0.5, np.std([0.4, 0.6], ddof=1), 2, 2))
    assert (float(b), b.spread, b.n, b.expected, b.is_ranked) == (0.5, None, 1, 2, False)
    assert (c.n, c.expected) == (1, 2)
    assert [row[0] for row in told(made, "max")] == pytest.approx([np.mean([0.5, 0.6]), 0.5, 0.7])


def test_a_diverged_run_counts_as_the_worst_run_where_that_is_asked_for() -> None:
    made = table(fold=True, nonfinite="worst", where=parse_filter("family=b"))
    ((final,),) = told(made, "final")
    assert isinstance(final, Folded)
    assert (float(final), final.n, final.is_ranked) == ((0.5 + 0.4) / 2, 1, True)
    ((highest,),) = told(made, "max")
    assert float(highest) == (0.5 + 0.5) / 2


def test_a_step_of_a_cell_is_one_that_its_runs_share() -> None:
    made = table(fold=True)
    assert told(made, "first_step", "final_step", "max_step") == [(0, 2, None), (0, 2, None), (0, 1, 1)]
    assert told(made, "n", "diverged_step") == [(6, None), (5, 2), (2, None)]


def test_data_hold_what_stands_beside_the_centres_of_cells() -> None:
    made = table(fold=True, folding="median-range")
    assert told(made, "final_low", "final_high", "final_runs")[0] == (0.4, 0.6, 2)
    assert told(made, "final_low", "final_runs")[2] == (None, 1)


@pytest.mark.parametrize(
    ("statistic", "values", "steps"),
    [
        ("best", [0.5, 0.6, nan, 0.5, 0.7], [1, 2, 2, 2, 1]),
        ("min", [0.1, 0.2, nan, 0.3, 0.2], [0, 0, 2, 0, 0]),
        ("mean", [0.45, 0.45, nan, 0.45, 0.45], [2, 2, 2, 2, 1]),
    ],
)
def test_the_value_that_a_run_stands_for_is_told_with_its_step(
    statistic: str, values: list[float], steps: list[int]
) -> None:
    made = table(statistic=statistic, mean_of=2)
    assert [row[0] for row in told(made, "value")] == pytest.approx(values, nan_ok=True)
    assert [row[0] for row in told(made, "value_step")] == steps


def test_the_last_value_has_no_column_of_its_own() -> None:
    assert "value" not in [column.name for column in table().columns]


def curves(**selection: Any) -> Curves:
    figure = dynamics.answer(Question(collection(), Selection(view="curves", **selection)))
    assert isinstance(figure, Curves)
    return figure


def test_lines_carry_the_value_that_their_run_stands_for() -> None:
    lines = curves(statistic="best").plots[0].series
    stands = [(line.stands.what, line.stands.value, line.stands.at) if line.stands else None for line in lines]
    assert stands == [("best", 0.5, 1), ("best", 0.6, 2), None, ("best", 0.5, 2), ("best", 0.7, 1)]


def test_a_line_of_a_cell_carries_the_values_of_its_runs_folded() -> None:
    (a,) = (line for line in curves(fold=True).plots[0].series if line.name == "a")
    assert a.stands is not None
    assert isinstance(a.stands.value, Folded)
    assert (float(a.stands.value), a.stands.at) == (0.5, 2)


def test_a_step_means_nothing_on_another_axis() -> None:
    lines = curves(x="fraction").plots[0].series
    assert {line.stands.at for line in lines if line.stands} == {None}
