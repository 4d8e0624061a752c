"""The curves that a question asks for, out of histories as they are really written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import nan
from pathlib import Path
from typing import TypeAlias

import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Curves, Grid, Table, Value
from sweeplens.panes import PANES, cells, dynamics, gaps
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.histories import curves_of
from sweeplens.ways import Statistic

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


@pytest.fixture
def by_task(make_collection: Make) -> Path:
    """Runs of two modes and settings, a history of each run, and one of each run and task."""
    points = [(m, s, t, step) for m in ("old", "new") for s in ("p", "q") for t in ("maze", "sort") for step in (1, 2)]
    rows = [f"{m},{s},{t},{step},{step}.{'5' if m == 'new' else '25'}" for m, s, t, step in points]
    whole = [f"{m},{s},{step},{step}.5,0.1" for m, s, t, step in points if t == "maze"]
    return make_collection(
        {
            "brief.yaml": "histories: [{file: data/h.csv}, {file: data/tasks.csv, task: task}]\n",
            "summary.csv": "mode,setting,acc\nold,p,0.51\nold,q,0.52\nnew,p,0.53\nnew,q,0.54\n",
            "data/h.csv": "mode,setting,step,acc,lr\n" + "\n".join(whole) + "\n",
            "data/tasks.csv": "mode,setting,task,step,acc\n" + "\n".join(rows) + "\n",
        }
    )


def test_a_filter_chooses_the_history_that_it_can_be_asked_of(by_task: Path) -> None:
    everything = table(dynamics.PANE, by_task, metric="acc")
    assert "task" not in everything
    assert everything["setting"] == ["p", "q", "p", "q"]
    of_maze = table(dynamics.PANE, by_task, metric="acc", where=parse_filter("task=maze mode=new"))
    assert (of_maze["setting"], of_maze["final"]) == (["p", "q"], [2.5, 2.5])


def test_what_is_behind_a_field_of_tasks_can_be_asked_of_every_pane(by_task: Path) -> None:
    collection = load_collection(by_task)
    asked = Selection(metric="acc", view="heatmap", by=("task", "setting"))
    grid = gaps.PANE.answer(Question(collection, asked))
    assert isinstance(grid, Grid)
    for row in grid.fields:
        for field in row:
            behind = Selection(metric="acc", view="curves", where=parse_filter(field.where))
            drawn = dynamics.PANE.answer(Question(collection, behind))
            assert isinstance(drawn, Curves)
            assert [line.y for line in drawn.plots[0].series] == [[1.25, 2.25], [1.5, 2.5]]
            for pane in PANES:
                pane.answer(Question(collection, Selection(where=parse_filter(field.where))))


def test_curves_that_know_nothing_of_what_a_filter_names_are_all_kept_and_it_is_said(by_task: Path) -> None:
    question = Question(load_collection(by_task), Selection(metric="lr", where=parse_filter("task=maze setting=p")))
    shown = dynamics.PANE.answer(question)
    assert isinstance(shown, Table)
    assert len(shown.rows) == 2
    assert "task=maze is left out: the curves of data/h.csv have no task." in shown.captions


def test_runs_are_kept_by_the_parts_of_a_filter_that_they_can_be_asked(by_task: Path) -> None:
    assert table(cells.PANE, by_task, where=parse_filter("task=maze setting=p"))["mode"] == ["old", "new"]
