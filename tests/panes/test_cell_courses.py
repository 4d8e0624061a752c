"""How every run got there, in one field: against plain Python over the rows of the history."""

from __future__ import annotations

import csv
import io
import math
from collections import defaultdict
from dataclasses import replace
from statistics import mean, stdev
from typing import Any

import polars as pl
import pytest

from sweeplens.data.collection import Collection, History
from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.export.base import Options
from sweeplens.export.csv import write_csv
from sweeplens.figures import Course, Direction, Folded, Media, Notice, Table
from sweeplens.panes.base import Question
from sweeplens.panes.cells import answer
from sweeplens.panes.courses import SHAPE
from tests.builders import collection_of, factor
from tests.samples import reading
from tests.samples.reading import RUNNING

NAN, INF = math.nan, math.inf
POINTS: dict[tuple[str, str], list[tuple[int, float | None]]] = {
    ("a", "0"): [(1, 9.0), (2, 3.0), (4, 5.0), (8, 5.0)],
    ("a", "1"): [(1, 8.0), (2, 4.0), (4, 2.0), (8, 6.0)],
    ("b", "0"): [(1, 7.0), (2, 1.0), (4, NAN)],
    ("b", "1"): [(1, 5.0), (2, None), (4, 4.0)],
}
"""By family and seed the steps with their values: two runs end early, one of them in NaN."""


def collection(better: Direction = Direction.LOWER) -> Collection:
    """Runs of two families and two seeds, one more without a history."""
    runs = [*POINTS, ("c", "0")]
    made = collection_of(
        {"f": [f for f, _ in runs], "seed": [seed for _, seed in runs], "loss": [0.0] * len(runs)},
        (factor("f", ("a", "b", "c")), factor("seed", ("0", "1"), is_replicate=True)),
        better={"loss": better},
        expected_runs=2,
    )
    rows = [(*run, step, value) for run, points in POINTS.items() for step, value in points]
    frame = pl.DataFrame(rows[::-1], schema=["f", "seed", "step", "loss"], orient="row")
    return replace(made, histories=(History("h.csv", "step", ("f", "seed"), ("loss",), frame.lazy),))


def asked(of: Collection | None = None, **selection: Any) -> Table:
    figure = answer(Question(of or collection(), Selection(view="course", **selection)))
    assert isinstance(figure, Table)
    return figure


def fields(table: Table, name: str = "loss") -> list[Any]:
    return list(table.rows.column(table.index(name)))


def records(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(write_csv(table, Options()))))


def text_of(course: Course) -> str:
    return course.text(lambda number: f"{number:g}")


def test_a_field_says_the_best_value_and_its_step_and_the_last_value() -> None:
    texts = [field and text_of(field) for field in fields(asked())]
    assert texts == ["3 @2 → 5", "2 @4 → 6", "1 @2 → nan @4", "4 @4 → 4 @4", None]


def test_where_it_is_unknown_what_better_is_it_says_the_first_value_and_the_last_with_its_step() -> None:
    table = asked(collection(Direction.UNKNOWN))
    assert text_of(fields(table)[0]) == "9 → 5 @8"
    assert "loss_best" not in [column.name for column in table.columns]


def test_higher_values_are_best_where_they_are_better() -> None:
    assert text_of(fields(asked(collection(Direction.HIGHER)))[1]) == "8 @1 → 6"


def test_the_shape_is_of_the_steps_at_which_something_is_written() -> None:
    shapes = [field and field.shape for field in fields(asked())]
    assert shapes == [(9.0, 3.0, 5.0, 5.0), (8.0, 4.0, 2.0, 6.0), (7.0, 1.0, None), (5.0, 4.0), None]


def test_a_long_shape_is_means_over_stretches_of_equally_many_steps() -> None:
    of = collection_of({"f": ["a"], "loss": [1.0]}, (factor("f", ("a",)),))
    steps = range(10 * SHAPE)
    frame = pl.DataFrame({"f": ["a"] * len(steps), "step": steps, "loss": steps})
    held = replace(of, histories=(History("h", "step", ("f",), ("loss",), frame.cast({"loss": pl.Float64}).lazy),))
    (field,) = fields(asked(held))
    assert field.shape == tuple(10 * at + 4.5 for at in range(SHAPE))


def test_data_hold_every_value_with_its_step_and_no_text() -> None:
    first, _, third, *_ = records(asked())
    assert first == {
        **{"f": "a", "seed": "0", "loss_first": "9", "loss_first_step": "1", "loss_best": "3", "loss_best_step": "2"},
        **{"loss_last": "5", "loss_last_step": "8"},
    }
    assert (third["loss_best"], third["loss_last"], third["loss_last_step"]) == ("1", "nan", "4")


def test_a_cell_holds_means_over_its_runs_and_the_steps_between_which_they_lie() -> None:
    whole, broken, empty = fields(asked(fold=True))
    assert isinstance(whole.last, Folded)
    assert whole.last.spread == pytest.approx(stdev([5, 6]))
    assert (whole.last.centre, whole.last.count) == (5.5, "(2/2)")
    assert (whole.earlier, whole.earlier_at, whole.last_at) == (2.5, (2, 4), None)
    assert whole.shape == (8.5, 3.5, 3.5, 5.5)
    assert (broken.last.centre, broken.last.count, broken.last_at) == (4.0, "(1/2!)", (4, 4))
    assert not broken.is_ranked
    assert broken.shape == (6.0, 1.0, 4.0)
    assert empty is None
    row = records(asked(fold=True))[0]
    assert (row["loss_best"], row["loss_best_n"], row["loss_best_step_low"], row["loss_best_step_high"]) == (
        *("2.5", "2", "2"),
        "4",
    )


def test_diverged_runs_count_as_the_worst_value_where_that_is_asked_for() -> None:
    _, broken, _ = fields(asked(fold=True, nonfinite="worst"))
    assert (broken.last.centre, broken.last.count, broken.is_ranked) == (5.0, "(1/2!)", True)


def test_rows_are_ordered_by_their_last_value_and_kept_by_the_filter() -> None:
    table = asked(sort=("loss", False), where=parse_filter("f=a,b"))
    assert [float(field) for field in fields(table)][:3] == [4.0, 5.0, 6.0]
    assert list(table.row_ids or ()) == [3, 0, 1, 2]


def test_without_factors_there_is_one_row() -> None:
    alone = collection_of({"loss": [1.0]}, (factor("seed", ("0",), is_replicate=True),))
    frame = pl.DataFrame({"seed": ["0", "0"], "step": [1, 2], "loss": [3.0, 2.0]})
    runs = alone.runs.with_columns(seed=pl.lit("0"))
    held = replace(alone, runs=runs, histories=(History("h", "step", ("seed",), ("loss",), frame.lazy),))
    (field,) = fields(asked(held, fold=True))
    assert field.shape == (3.0, 2.0)


def test_without_a_history_of_runs_it_says_so() -> None:
    figure = answer(Question(replace(collection(), histories=()), Selection(view="course")))
    assert isinstance(figure, Notice)


def test_a_metric_that_no_history_holds_is_named() -> None:
    of = collection_of({"f": ["a"], "loss": [1.0]}, (factor("f", ("a",)),))
    with pytest.raises(UsageError, match="No history of memory holds loss run by run"):
        asked(replace(of, histories=()), columns=("loss",))


def test_the_columns_for_the_screen_are_one_a_metric() -> None:
    table = asked()
    assert [table.columns[at].name for at in table.places(Media.SCREEN)] == ["f", "seed", "loss", "status"]
    assert [table.columns[at].name for at in table.places(Media.DOCUMENT)] == ["f", "seed", "loss"]


def test_the_running_sample_folds_as_its_history_says() -> None:
    curves: dict[tuple[str, str], dict[str, list[tuple[int, float]]]] = defaultdict(lambda: defaultdict(list))
    summary = reading.records(RUNNING / "data" / "summary.csv")
    runs_there = {(row["family"], row["beta"], row["seed"]) for row in summary}
    for row in reading.records(RUNNING / "data" / "train_history.csv"):
        if row["val_loss"] and (row["family"], row["beta"], row["seed"]) in runs_there:
            curves[row["family"], row["beta"]][row["seed"]].append((int(row["step"]), float(row["val_loss"])))
    told = {(row["family"], row["beta"]): row for row in records(asked(load_collection(RUNNING), fold=True))}
    for cell, runs in curves.items():
        finite = [[(value, step) for step, value in points if math.isfinite(value)] for points in runs.values()]
        best = [min(points) for points in finite if points]
        last = [points[-1][1] for points in runs.values() if math.isfinite(points[-1][1])]
        row = told[cell]
        assert float(row["val_loss_best"]) == pytest.approx(mean(value for value, _ in best))
        assert float(row["val_loss_last"]) == pytest.approx(mean(last))
        assert row["val_loss_last_std"] == "" or float(row["val_loss_last_std"]) == pytest.approx(stdev(last))
        steps = [step for _, step in best]
        assert (float(row["val_loss_best_step_low"]), float(row["val_loss_best_step_high"])) == (min(steps), max(steps))
        assert int(row["val_loss_last_n"]) == len(last)
