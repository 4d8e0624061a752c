"""How far factors move a metric, two factors at once, and what levels have in common; against pandas."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.export.base import Options
from sweeplens.export.csv import write_csv
from sweeplens.export.markdown import write_markdown
from sweeplens.figures import Direction, Figure, Folded, Grid, Notice, Table
from sweeplens.panes import distributions
from sweeplens.panes.base import Question
from sweeplens.stats.effects import common_rows, effect, pooled_spread
from tests.builders import collection_of, factor

RUNS: dict[str, list[Any]] = {
    "family": ["a", "a", "a", "a", "b", "b", "b", "c"],
    "task": ["x", "x", "y", "y", "x", "x", "y", "x"],
    "seed": ["0", "1", "0", "1", "0", "1", "0", "0"],
    "score": [1.0, 2.0, 5.0, 7.0, 2.0, nan, 8.0, 40.0],
}
COLLECTION = collection_of(
    RUNS,
    (factor("family", ("a", "b", "c")), factor("task", ("x", "y")), factor("seed", ("0", "1"), is_replicate=True)),
)


def asked(view: str, **selection: object) -> Figure:
    return distributions.answer(Question(COLLECTION, Selection(view=view, **selection)))  # type: ignore[arg-type]


def rows(figure: Figure) -> dict[str, dict[str, object]]:
    assert isinstance(figure, Table)
    names = [column.name for column in figure.columns]
    return {str(row[0]): dict(zip(names, row, strict=True)) for row in figure.rows.page(0, 99)}


def test_effects_are_ranges_of_means_over_cells_of_equal_weight() -> None:
    cells = pd.DataFrame(RUNS).groupby(["family", "task"])["score"].mean()
    found = rows(asked("effects"))
    for name in ("family", "task"):
        means = cells.groupby(name).mean()
        assert found[name]["range"] == pytest.approx(means.max() - means.min())
        assert (found[name]["lowest"], found[name]["highest"]) == (means.idxmin(), means.idxmax())
    assert list(found) == ["family", "task"]


def test_effects_stand_beside_the_spread_of_seeds() -> None:
    grouped = pd.DataFrame(RUNS).groupby(["family", "task"])["score"]
    n, var = grouped.count(), grouped.var(ddof=1)
    pooled = np.sqrt(((n - 1) * var).sum() / (n - 1).clip(lower=0).sum())
    family = rows(asked("effects"))["family"]
    assert family["seed_std"] == pytest.approx(pooled)
    assert family["ratio"] == pytest.approx(float(str(family["range"])) / pooled)


def test_averages_over_different_cells_are_marked_and_restricted_when_asked() -> None:
    figure, common = asked("effects"), asked("effects", common=True)
    assert isinstance(figure, Table)
    assert isinstance(common, Table)
    assert any("not every family has y" in text for text in figure.captions)
    assert "Left out, as not every family has it: y." in common.captions
    means = pd.DataFrame(RUNS).query("task == 'x'").groupby(["family"])["score"].mean()
    assert rows(common)["family"]["range"] == pytest.approx(means.max() - means.min())


def test_a_spread_by_levels_is_restricted_to_what_they_have_in_common() -> None:
    table = asked("by family", common=True)
    assert isinstance(table, Table)
    assert table.rows.column(table.index("n")) == [1, 1, 1]
    assert table.captions[-1] == ("Left out, as not every family has it: x at seed=1, y at seed=0, and y at seed=1.")


def test_a_pivot_holds_means_of_cells_and_the_runs_behind_them() -> None:
    grid = asked("pivot")
    assert isinstance(grid, Grid)
    assert [[field.value for field in row] for row in grid.fields] == [[1.5, 6.0], [2.0, 8.0], [40.0, None]]
    values = [field.value for row in grid.fields for field in row]
    assert [value.count for value in values if isinstance(value, Folded)] == [
        "(2/2)",
        "(2/2)",
        "(1/2!)",
        "(1/1)",
        "(1/1)",
    ]
    assert grid.fields[1][0].where == "family=b task=x"


def test_a_pivot_is_written_with_its_counts() -> None:
    grid = asked("pivot")
    assert write_csv(grid, Options()).splitlines()[:2] == [
        "family,x,x_n,x_expected,y,y_n,y_expected",
        "a,1.5,2,2,6,2,2",
    ]
    assert "| b      |  2 (1/2!) | 8 (1/1) |" in write_markdown(grid, Options())


def test_diverged_runs_count_in_effects_and_pivots_as_the_worst_where_that_is_asked_for() -> None:
    better = replace(COLLECTION, metrics=tuple(replace(m, direction=Direction.HIGHER) for m in COLLECTION.metrics))
    question = Question(better, Selection(view="pivot", nonfinite="worst"))
    grid = distributions.answer(question)
    assert isinstance(grid, Grid)
    assert grid.fields[1][0].value == np.mean([2.0, 1.0])
    effects = rows(distributions.answer(replace(question, selection=Selection(view="effects", nonfinite="worst"))))
    cells = pd.DataFrame(RUNS).fillna({"score": 1.0}).groupby(["family", "task"])["score"].mean()
    assert effects["family"]["range"] == pytest.approx(np.ptp(cells.groupby("family").mean()))


def test_a_range_below_the_spread_of_seeds_is_within_noise() -> None:
    columns: dict[str, list[Any]] = {"f": ["a", "a", "b", "b"], "seed": ["0", "1"] * 2, "score": [1.0, 3.0, 1.5, 3.5]}
    noisy = collection_of(columns, (factor("f", ("a", "b")), factor("seed", ("0", "1"), is_replicate=True)))
    found = rows(distributions.answer(Question(noisy, Selection(view="effects"))))
    assert found["f"]["noise"] == "within noise"


def test_a_replicate_makes_no_cells_to_tell_apart() -> None:
    for view in ("pivot", "lines"):
        with pytest.raises(UsageError, match="seed makes no cells"):
            asked(view, by=("family", "seed"))


@pytest.mark.parametrize(
    ("order", "rows"),
    [
        (("score", True), ["c", "b", "a"]),
        (("score", False), ["a", "b", "c"]),
        (("y", None), ["b", "a", "c"]),
    ],
)
def test_a_pivot_is_ordered_by_its_mean_or_by_a_column_what_is_missing_last(
    order: tuple[str, bool | None], rows: list[str]
) -> None:
    grid = asked("pivot", sort=order)
    assert isinstance(grid, Grid)
    assert [*grid.row_labels] == rows


def test_without_a_factor_of_several_levels_there_is_nothing_to_move() -> None:
    single = collection_of({"seed": ["0", "1"], "score": [1.0, 2.0]}, (factor("seed", ("0", "1"), is_replicate=True),))
    for view in ("effects", "lines", "pivot"):
        assert isinstance(distributions.answer(Question(single, Selection(view=view))), Notice)


TRIPLES = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.one_of(st.floats(-9, 9), st.just(nan))), max_size=10
)


@given(TRIPLES)
@settings(max_examples=60, deadline=None)
def test_common_rows_are_those_whose_rest_every_level_has(triples: list[tuple[str, str, float]]) -> None:
    frame = pl.DataFrame(triples, schema={"by": pl.String, "rest": pl.String, "v": pl.Float64}, orient="row")
    finite = [(by, rest) for by, rest, value in triples if value == value]
    levels = {by for by, _ in finite}
    expected = [value == value and all((by, rest) in finite for by in levels) for _, rest, value in triples]
    assert common_rows(frame, ["by"], ["rest"], "v").to_list() == expected


def test_an_effect_needs_a_finite_value() -> None:
    assert effect(pl.DataFrame({"f": ["a"], "v": [nan]}), "f", "v") is None


@pytest.mark.parametrize(
    ("spreads", "counts", "expected"),
    [
        ([1.0, 3.0], [2, 2], np.sqrt(5)),
        ([1.0, 3.0], [3, 2], np.sqrt(11 / 3)),
        ([None, 2.0], [1, 4], 2.0),
        ([None], [1], None),
    ],
)
def test_pooled_spreads_weigh_by_degrees_of_freedom(
    spreads: list[float | None], counts: list[int], expected: float | None
) -> None:
    assert pooled_spread(spreads, counts) == (None if expected is None else pytest.approx(expected))
