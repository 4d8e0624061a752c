"""The curves that a question asks for, out of histories as they are really written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import nan
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.selection import Selection, Statistic
from sweeplens.figures import Table, Value
from sweeplens.panes import dynamics, gaps
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.histories import curves_of

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"

SPARSE = "run,step,train,val\n" + "".join(
    f"{run},{step},{step}.5,\n{run},{step},,{step}.25\n" for run in "ab" for step in (1, 2, 3)
)
SUMMARY = "run,acc\na,0.51\nb,0.52\n"


def table(pane: Pane, path: Path, **selection: object) -> dict[str, Sequence[Value]]:
    """The columns of a pane's answer, by name."""
    figure = pane.answer(Question(load_collection(path), Selection(**selection)))  # type: ignore[arg-type]
    assert isinstance(figure, Table)
    return {column.name: figure.rows.column(at) for at, column in enumerate(figure.columns)}


@pytest.mark.parametrize("name", ["data/history.csv", "data/history.jsonl"])
@pytest.mark.parametrize("metric", ["train", "val"])
def test_metrics_that_share_a_step_across_rows_are_all_there(make_collection: Make, name: str, metric: str) -> None:
    text = SPARSE
    if name.endswith("jsonl"):
        rows = [line.split(",") for line in SPARSE.splitlines()[1:]]
        text = "".join(
            f'{{"run": "{run}", "step": {step}, ' + (f'"train": {train}}}\n' if train else f'"val": {val}}}\n')
            for run, step, train, val in rows
        )
    root = make_collection({"summary.csv": SUMMARY, name: text})
    shown = table(dynamics.PANE, root, metric=metric)
    part = {"train": 0.5, "val": 0.25}[metric]
    assert shown["first"] == [1 + part] * 2
    assert shown["final"] == [3 + part] * 2
    assert shown["n"] == [3, 3]


def test_a_value_that_is_missing_later_is_the_earlier_one_and_nan_is_a_value(make_collection: Make) -> None:
    points = "run,step,loss,acc\na,1,2.5,0.5\na,1,,0.6\na,2,1.5,0.7\na,2,nan,\nb,1,3.5,0.1\nb,2,3.25,0.2\n"
    collection = load_collection(make_collection({"summary.csv": SUMMARY, "data/h.csv": points}))
    (history,) = collection.histories
    points_of_a = curves_of(Question(collection), history, ["loss", "acc"]).by_curve[0]
    assert points_of_a["loss"].to_list() == pytest.approx([2.5, nan], nan_ok=True)
    assert points_of_a["acc"].to_list() == [0.6, 0.7]


@pytest.mark.parametrize(("statistic", "expected"), [("max", [0.9, 0.8]), ("min", [0.5, 0.6]), ("mean", [0.7, 0.7])])
def test_what_a_run_stands_for_is_of_steps_that_are_finite(
    make_collection: Make, statistic: Statistic, expected: list[float]
) -> None:
    rows = ["a,1,0.9", "a,2,0.5", "a,2,", "a,nan,7.5", "a,inf,8.5", "a,,9.5", "b,1,0.8", "b,-inf,0.1", "b,2,0.6"]
    root = make_collection({"summary.csv": SUMMARY, "data/h.csv": "run,step,acc\n" + "\n".join(rows) + "\n"})
    collection = Question(load_collection(root), Selection(statistic=statistic)).standing
    assert collection.runs["acc"].to_list() == pytest.approx(expected)


def test_the_end_of_a_run_is_at_its_last_finite_step(make_collection: Make) -> None:
    rows = ["a,1,0.9", "a,2,0.5", "a,nan,7.5", "a,inf,8.5", "b,1,0.8", "b,2,0.6"]
    runs = load_collection(make_collection({"h.csv": "run,step,acc\n" + "\n".join(rows) + "\n"})).runs
    assert runs["acc"].to_list() == [0.5, 0.6]


def test_modes_are_held_against_each_other_at_a_step_at_which_the_metric_was_written(make_collection: Make) -> None:
    rows = [f"{mode},{step},{step + at}.5," for at, mode in enumerate(("old", "new")) for step in (1, 2, 3)]
    rows += [f"{mode},{step},,{step + at}.25" for at, mode in enumerate(("old", "new")) for step in (2,)]
    history = "mode,step,train,val\n" + "\n".join(rows) + "\n"
    root = make_collection({"summary.csv": "mode,acc\nold,0.51\nnew,0.52\n", "data/h.csv": history})
    assert table(gaps.PANE, root, metric="val")["delta_new_minus_old_val"] == [1.0]


def test_of_a_long_table_the_later_value_that_is_there_counts(make_collection: Make) -> None:
    rows = ["a,1,loss,2.5", "a,1,loss,", "a,2,loss,1.5", "a,2,loss,1.25", "b,1,loss,3.5", "b,2,loss,3.25"]
    history = "run,step,metric,value\n" + "\n".join(rows) + "\n"
    shown = table(dynamics.PANE, make_collection({"summary.csv": SUMMARY, "data/h.csv": history}), metric="loss")
    assert shown["first"] == [2.5, 3.5]
    assert shown["final"] == [1.25, 3.25]
