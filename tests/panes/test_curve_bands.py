"""Curves of replicates folded, against numpy."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.collection import Collection, History
from sweeplens.data.selection import Selection
from sweeplens.figures import Curves, Plot, Series
from sweeplens.panes import dynamics
from sweeplens.panes.base import Question
from sweeplens.panes.curve_bands import count_sentences, mean_line
from tests.builders import collection_of, factor

VALUES = st.one_of(st.floats(-100, 100), st.just(nan))
RUNS = st.lists(st.dictionaries(st.integers(0, 5), VALUES, min_size=1, max_size=6), min_size=1, max_size=4)


@given(RUNS)
@settings(max_examples=40, deadline=None)
def test_mean_and_band_are_of_the_runs_that_are_there_at_each_step(runs: list[dict[int, float]]) -> None:
    line = mean_line("a", [Series("a", list(run), list(run.values())) for run in runs])
    assert line.x == sorted({step for run in runs for step in run})
    assert line.n is not None
    assert line.low is not None
    assert line.high is not None
    for x, y, low, high, n in zip(line.x, line.y, line.low, line.high, line.n, strict=True):
        there = [run[int(x)] for run in runs if x in run and not isnan(run[int(x)])]
        assert n == len(there)
        assert y == pytest.approx(np.mean(there) if there else nan, nan_ok=True, abs=1e-9)
        std = np.std(there, ddof=1) if len(there) > 1 else nan
        assert [low, high] == pytest.approx([y - std, y + std], nan_ok=True, abs=1e-9)


@pytest.mark.parametrize(
    ("n", "said"),
    [
        ([3, 3, 3], []),
        ([3, 2, 2], ["a is of 3 runs, from step 1 on of 2."]),
        ([3, 2, 1], ["a is of 3 runs, from step 1 on of 2, from step 2 on of 1."]),
        ([1, 2, 1], ["a is of 1 to 2 runs from step to step: its runs share not every step."]),
    ],
)
def test_where_a_line_is_of_fewer_runs_is_told(n: list[int], said: list[str]) -> None:
    line = Series("a", list(range(len(n))), [0.0] * len(n), n=n)
    axes = Plot("", None, None, (line,))  # type: ignore[arg-type]
    assert count_sentences([axes], "step") == said


def collection() -> Collection:
    """Two families of two seeds; one run of the second one diverges."""
    rows = [
        (family, seed, float(step), value)
        for family, seed, values in (("a", "0", (1.0, 2.0)), ("a", "1", (3.0, 6.0)), ("b", "0", (5.0, nan)))
        for step, value in enumerate(values)
    ]
    schema = {"family": pl.String, "seed": pl.String, "step": pl.Float64, "loss": pl.Float64}
    points = pl.DataFrame(rows, schema=schema, orient="row")
    made = collection_of(
        {"family": ["a", "a", "b"], "seed": ["0", "1", "0"], "loss": [2.0, 6.0, nan]},
        (factor("family", ("a", "b")), factor("seed", ("0", "1"), is_replicate=True)),
    )
    return replace(made, histories=(History("history.csv", "step", ("family", "seed"), ("loss",), points.lazy),))


def asked(**selection: object) -> Curves:
    figure = dynamics.answer(Question(collection(), Selection(view="curves", **selection)))  # type: ignore[arg-type]
    assert isinstance(figure, Curves)
    return figure


def test_runs_are_thin_lines_behind_the_mean_of_their_cell() -> None:
    (plot,) = asked(fold=True).plots
    assert [(line.name, line.pattern) for line in plot.series] == [
        ("a at seed=0", "thin"),
        ("a at seed=1", "thin"),
        ("a", "solid"),
        ("b at seed=0", "thin"),
        ("b", "solid"),
    ]
    assert plot.series[2].y == [2.0, 4.0]
    assert [line.diverged_at for line in plot.series] == [None, None, None, 1.0, None]


def test_sentences_say_what_lines_are_and_which_run_diverged() -> None:
    captions = asked(fold=True).captions
    assert any("Lines are means over seed" in text for text in captions)
    assert "b is of 1 run, from step 1 on of 0." in captions
    assert any("b at seed=0 at step 1" in text for text in captions)


def test_data_hold_the_band_and_the_count_where_there_is_a_mean() -> None:
    folded, single = asked(fold=True).as_table(), asked().as_table()
    assert [column.name for column in single.columns] == ["plot", "series", "x", "y"]
    assert [column.name for column in folded.columns] == ["plot", "series", "x", "y", "low", "high", "n"]
    means = [row for row in folded.rows.page(0, 99) if row[1] == "a"]
    assert [row[6] for row in means] == [2, 2]
    assert means[0][4] == pytest.approx(2 - np.sqrt(2))
