"""One row a step of each curve, and rows that have none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isfinite, isnan, nan
from pathlib import Path
from typing import TypeAlias

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.load import load_collection
from sweeplens.data.steps import has_step, one_row_a_step
from tests.data.layouts.samples import write

Make: TypeAlias = "Callable[[Mapping[str, str | bytes]], Path]"

CURVES = "run,step,loss\na,1,2.5\na,2,2.4\nb,1,2.5\nb,2,2.4\n"
values = st.one_of(st.none(), st.sampled_from([0.5, 1.5, nan, inf]))
rows = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from([1.0, 2.0, 3.0]), values, values), max_size=12)


@given(rows)
@settings(max_examples=60, deadline=None)
def test_a_repeated_step_keeps_for_each_metric_the_later_value_that_is_there(
    points: list[tuple[str, float, float | None, float | None]],
) -> None:
    schema = {"run": pl.String, "step": pl.Float64, "train": pl.Float64, "val": pl.Float64}
    kept: dict[tuple[str, float], list[float | None]] = {}
    for run, step, *pair in points:
        before = kept.get((run, step), [None, None])
        kept[run, step] = [new if new is not None else old for new, old in zip(pair, before, strict=True)]
    found = one_row_a_step(pl.DataFrame(points, schema=schema, orient="row"), ["run"], "step")
    expected = [(*key, *kept[key]) for key in sorted(kept)]
    assert found.equals(pl.DataFrame(expected, schema=schema, orient="row"))


@pytest.mark.parametrize("dtype", [pl.Int64, pl.Float64, pl.Float32])
def test_only_a_finite_number_is_a_step(dtype: type[pl.DataType]) -> None:
    steps = [0, 3, None] if dtype == pl.Int64 else [0.0, 3.0, None, nan, inf, -inf]
    found = pl.DataFrame({"step": pl.Series(steps, dtype=dtype)}).select(has_step("step")).to_series().to_list()
    assert found == [step is not None and not isnan(step) and isfinite(step) for step in steps]


@pytest.mark.parametrize(
    "files",
    [
        {
            "summary.csv": "run,acc\na,0.51\nb,0.52\n",
            "data/h.csv": "run,step,loss\na,1,2.5\na,2,2.4\nb,1,2.5\nb,2,2.4\n",
        },
        {"h.csv": "run,step,loss\na,1,2.5\na,2,2.4\nb,1,2.5\nb,2,2.4\n"},
        {"version_0/h.csv": "", "version_0/metrics.csv": "epoch,step,loss\n0,1,2.5\n0,2,2.4\n"},
        {"one/progress.csv": "time/total_timesteps,loss\n1,2.5\n2,2.4\n"},
        {"x/params.yaml": "lr: 1\n", "x/dvclive/plots/metrics/loss.tsv": "step\tloss\n1\t2.5\n2\t2.4\n"},
        {"run-a-tag-loss.csv": "Wall time,Step,Value\n1,1,2.5\n1,2,2.4\n"},
        {"one/report.json": '{"acc": 0.5}', "one/log.csv": "step,loss\n1,2.5\n2,2.4\n"},
    ],
    ids=["aggregate", "tables", "lightning", "baselines", "dvclive", "tensorboard", "folders"],
)
def test_rows_without_a_finite_step_are_counted_and_are_no_points(
    make_collection: Make, files: dict[str, str | bytes]
) -> None:
    root = make_collection(files)
    name = next(name for name in files if str(files[name]).count("2.4"))
    assert load_collection(root).problems == ()
    head, *_ = str(files[name]).splitlines()
    between = "\t" if "\t" in head else ","
    for step in ("nan", "inf", ""):
        row = [step if "step" in each.lower() else "9.75" for each in head.split(between)]
        if row[0] == "9.75" and head.startswith("run,"):
            row[0] = "a"
        write(root, {name: (root / name).read_text() + between.join(row) + "\n"})
    collection = load_collection(root)
    assert [(p.file, p.sentence.split(" no finite")[0]) for p in collection.problems] == [(name, "3 rows hold")]
    assert 9.75 not in [value for metric in collection.metrics for value in collection.runs[metric.name].to_list()]
