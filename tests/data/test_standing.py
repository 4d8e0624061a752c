"""The value of its history that a run stands for, against plain loops over the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite, nan

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.collection import Collection, History
from sweeplens.data.selection import Selection
from sweeplens.data.standing import standing, step_column
from sweeplens.figures import Direction, Table
from sweeplens.panes import cells, extremes
from sweeplens.panes.base import Question
from tests.builders import collection_of, factor

Course = Sequence[tuple[float, float | None]]
STORED = {"a": 0.5, "b": 0.6, "c": nan, "d": 0.4}
COURSES: Mapping[str, Course] = {
    "a": [(10, 0.3), (30, 0.5), (20, 0.9)],
    "b": [(10, 0.8), (20, inf), (30, 0.6), (40, None)],
    "c": [(10, 0.95), (20, 0.97)],
    "e": [(10, 1.0)],
}


def with_history(courses: Mapping[str, Course], stored: Mapping[str, float | None], better: Direction) -> Collection:
    """Runs of one metric whose courses stand in a history, and of one that stands in none."""
    points = [(run, step, value) for run, course in courses.items() for step, value in course]
    frame = pl.DataFrame(points, schema={"run": pl.String, "step": pl.Float64, "score": pl.Float64}, orient="row")
    history = History("history.csv", "step", ("run",), ("score",), frame.lazy)
    columns: dict[str, Sequence[object]] = {
        "run": list(stored),
        "score": list(stored.values()),
        "size": [1.0] * len(stored),
    }
    made = collection_of(columns, (factor("run", tuple(stored)),), better={"score": better, "size": better})
    return replace(made, histories=(history,))


COLLECTION = with_history(COURSES, STORED, Direction.HIGHER)


def values(collection: Collection, statistic: str, mean_of: int = 2) -> tuple[list[float | None], list[float | None]]:
    """The values that the runs stand for, and their steps."""
    runs = standing(collection, statistic, mean_of).runs  # type: ignore[arg-type]
    return runs["score"].to_list(), runs[step_column("score")].to_list()


@pytest.mark.parametrize(
    ("statistic", "expected", "steps"),
    [
        ("best", [0.9, 0.8, nan, 0.4], [20, 10, 20, None]),
        ("max", [0.9, 0.8, nan, 0.4], [20, 10, 20, None]),
        ("min", [0.3, 0.6, nan, 0.4], [10, 30, 10, None]),
        ("mean", [0.7, 0.6, nan, 0.4], [30, 30, 20, None]),
    ],
)
def test_a_run_stands_for_a_value_of_its_history(
    statistic: str, expected: list[float], steps: list[float | None]
) -> None:
    found, at = values(COLLECTION, statistic)
    assert found == pytest.approx(expected, nan_ok=True)
    assert at == steps


def test_the_last_value_is_the_stored_one() -> None:
    assert standing(COLLECTION, "last", 5) is COLLECTION


def test_the_best_of_a_metric_that_should_be_low_is_its_lowest() -> None:
    assert values(with_history(COURSES, STORED, Direction.LOWER), "best")[0][0] == 0.3


def test_a_course_that_ends_in_nan_stands_for_that() -> None:
    found, at = values(with_history({"a": [(1, 0.9), (2, nan)]}, {"a": 0.7}, Direction.HIGHER), "best")
    assert found == pytest.approx([nan], nan_ok=True)
    assert at == [2]


@given(st.lists(st.one_of(st.floats(-10, 10), st.none(), st.just(nan)), min_size=1, max_size=8), st.integers(1, 9))
@settings(max_examples=40, deadline=None)
def test_statistics_are_those_of_the_finite_values(course: list[float | None], mean_of: int) -> None:
    collection = with_history({"a": list(enumerate(course))}, {"a": None}, Direction.HIGHER)
    written = [value for value in course if value is not None]
    finite = [value for value in written if isfinite(value)]
    if not written:
        assert values(collection, "max")[0] == [None]
    elif not isfinite(written[-1]):
        assert values(collection, "max")[0] == pytest.approx([nan], nan_ok=True)
    else:
        last = [value for value in written[-mean_of:] if isfinite(value)]
        assert values(collection, "max") == ([max(finite)], [course.index(max(finite))])
        assert values(collection, "min") == ([min(finite)], [course.index(min(finite))])
        assert values(collection, "mean", mean_of)[0] == pytest.approx([sum(last) / len(last)])


def test_the_step_stands_behind_the_value_and_sentences_say_what_is_as_stored() -> None:
    table = cells.answer(Question(COLLECTION, Selection(statistic="best")))
    assert isinstance(table, Table)
    assert [column.name for column in table.columns if column.kind == "number"] == ["score", "score_step", "size"]
    assert table.rows.column(table.index("score_step")) == [20, 10, 20, None]
    assert table.captions == (
        "Each run stands for the best value of its history; one that ends in NaN or Inf stands for that.",
        "As stored, in no history run by run: size.",
    )


def test_without_a_direction_the_best_is_as_stored_and_said_so() -> None:
    table = cells.answer(Question(with_history(COURSES, STORED, Direction.UNKNOWN), Selection(statistic="best")))
    assert isinstance(table, Table)
    assert table.rows.column(table.index("score"))[0] == 0.5
    assert "As stored, as its better end is unknown: score." in table.captions


def test_a_diverged_run_does_not_win_by_its_best_value() -> None:
    table = extremes.answer(Question(COLLECTION, Selection(statistic="best")))
    assert isinstance(table, Table)
    assert table.rows.column(table.index("run"))[:3] == ["a", "b", "d"]
