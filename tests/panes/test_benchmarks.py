"""Methods over tasks as a view."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sweeplens.data.collection import Collection
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Curves, Direction, Figure, Notice, Table
from sweeplens.panes import distributions
from sweeplens.panes.base import Question
from tests.builders import collection_of, factor

SCORES: dict[tuple[str, str], list[float]] = {
    ("old", "x"): [0.0, 1.0, 2.0],
    ("old", "y"): [10.0, 30.0],
    ("new", "x"): [3.0, 4.0, 2.0],
    ("new", "y"): [50.0, nan, 20.0],
    ("new", "z"): [7.0],
}
ROWS = [(method, task, str(at), value) for (method, task), own in SCORES.items() for at, value in enumerate(own)]
COLUMNS: dict[str, list[Any]] = {
    name: list(values)
    for name, values in zip(("method", "task", "seed", "score"), zip(*ROWS, strict=True), strict=True)
}
FACTORS = (
    factor("method", ("old", "new")),
    factor("task", ("x", "y", "z")),
    factor("seed", ("0", "1", "2"), is_replicate=True),
)


def asked(view: str = "benchmark", better: Direction = Direction.HIGHER, **selection: Any) -> Figure:
    collection = collection_of(COLUMNS, FACTORS, better={"score": better})
    return distributions.answer(Question(collection, Selection(view=view, **selection)))


def rows(figure: Figure) -> dict[str, dict[str, Any]]:
    assert isinstance(figure, Table)
    names = [column.name for column in figure.columns]
    return {str(row[0]): dict(zip(names, row, strict=True)) for row in figure.rows.page(0, 9)}


def scaled(method: str, is_low: bool = False) -> list[float]:
    values = np.array(SCORES[method, "x"]) / 4, (np.array(SCORES[method, "y"]) - 10) / 40
    every = np.concatenate(values)
    return [1 - value if is_low else value for value in every if value == value]


def test_methods_are_ordered_by_their_iqm_over_common_tasks() -> None:
    found = rows(asked())
    assert list(found) == ["new", "old"]
    for method, row in found.items():
        assert row["iqm"] == pytest.approx(stats.trim_mean(scaled(method), 0.25))
        assert row["iqm_low"] <= row["iqm"] <= row["iqm_high"]
        assert row["runs"] == len(scaled(method))


def test_improvement_is_over_the_first_method_unless_another_is_named() -> None:
    u = [stats.mannwhitneyu([3, 4, 2], [0, 1, 2]).statistic / 9, stats.mannwhitneyu([50, 20], [10, 30]).statistic / 4]
    assert rows(asked())["new"]["p_above"] == pytest.approx(np.mean(u))
    assert rows(asked())["old"]["p_above"] is None
    assert rows(asked(versus="new"))["old"]["p_above"] == pytest.approx(1 - np.mean(u))


def test_less_is_more_where_the_metric_should_be_low() -> None:
    found = rows(asked(better=Direction.LOWER))
    assert list(found) == ["old", "new"]
    assert found["old"]["iqm"] == pytest.approx(stats.trim_mean(scaled("old", is_low=True), 0.25))


def test_tasks_that_not_every_method_has_are_left_out_and_named() -> None:
    figure = asked()
    assert isinstance(figure, Table)
    assert figure.captions[-1] == "Left out, as not every method has it or all runs are equal: z."


def test_runs_that_do_not_count_are_counted() -> None:
    found = rows(asked())
    assert {name: row["nonfinite"] for name, row in found.items()} == {"new": 1, "old": 0}
    assert {row["nonfinite"] for row in rows(asked(nonfinite="worst")).values()} == {0}


def test_of_single_runs_n_is_too_small_to_say_an_interval() -> None:
    single = collection_of(
        {"method": ["a", "a", "b", "b"], "task": ["x", "y"] * 2, "score": [0.0, 1.0, 1.0, 0.0]},
        (factor("method", ("a", "b")), factor("task", ("x", "y"))),
    )
    table = distributions.answer(Question(single, Selection(view="benchmark")))
    assert isinstance(table, Table)
    assert all(row["iqm_low"] is None and row["p_low"] is None for row in rows(table).values())
    assert "Of a and b n is too small to say an interval: there is one run a task." in table.captions
    profiles = distributions.answer(Question(single, Selection(view="profiles")))
    assert isinstance(profiles, Curves)
    assert all(line.low is None for line in profiles.plots[0].series)


def test_what_is_pooled_is_named() -> None:
    wide = {name: [*values, *values] for name, values in COLUMNS.items()}
    budgets = ["short"] * len(ROWS) + ["long"] * len(ROWS)
    factors = (*FACTORS, factor("budget", ("short", "long")))
    of = collection_of({**wide, "budget": budgets}, factors)
    table = distributions.answer(Question(of, Selection(view="benchmark", by=("method", "task"))))
    assert isinstance(table, Table)
    said = "Runs of one method on one task count alike, whatever their budget; a filter can choose."
    assert said in table.captions


def test_a_profile_has_a_band_around_it() -> None:
    figure = asked("profiles")
    assert isinstance(figure, Curves)
    for line in figure.plots[0].series:
        assert line.low is not None
        assert line.high is not None
        assert all(low <= y <= high for low, y, high in zip(line.low, line.y, line.high, strict=True))


def test_a_profile_falls_from_all_runs_to_none() -> None:
    figure = asked("profiles")
    assert isinstance(figure, Curves)
    for line in figure.plots[0].series:
        assert list(line.y) == sorted(line.y, reverse=True)
        assert line.y[-1] == 0
    new = next(line for line in figure.plots[0].series if line.name == "new")
    assert new.y[50] == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_of_two_factors_of_repeated_runs_the_one_of_more_levels_is_the_task() -> None:
    unnamed = {"kind" if name == "task" else name: values for name, values in COLUMNS.items()}
    factors = (FACTORS[0], factor("kind", ("x", "y", "z")), FACTORS[2])
    for of, found in ((collection_of(unnamed, factors, expected_runs=3), Table), (single(unnamed), Notice)):
        assert isinstance(distributions.answer(Question(of, Selection(view="benchmark"))), found)


def single(columns: dict[str, list[Any]]) -> Collection:
    """The first run of each cell alone."""
    first = [at for at, seed in enumerate(columns["seed"]) if seed == "0"]
    kept = {name: [values[at] for at in first] for name, values in columns.items() if name != "seed"}
    return collection_of(kept, (FACTORS[0], factor("kind", ("x", "y", "z"))))


def test_an_unknown_reference_is_named() -> None:
    with pytest.raises(UsageError, match="no method called other; there is old and new"):
        asked(versus="other")


def test_without_tasks_the_way_out_is_said() -> None:
    plain = collection_of({"family": ["a", "b"], "score": [1.0, 2.0]}, (factor("family", ("a", "b")),))
    for view in ("benchmark", "profiles"):
        assert isinstance(distributions.answer(Question(plain, Selection(view=view))), Notice)
