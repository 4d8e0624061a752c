"""Curves of replicates folded, against numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite, isnan, nan, sqrt
from typing import get_args

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.collection import Collection, History
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Curves, Direction, Series
from sweeplens.panes import dynamics
from sweeplens.panes.base import Question
from sweeplens.panes.curve_bands import Run, folded_line
from sweeplens.panes.curve_sentences import count_sentences
from sweeplens.ways import Folding
from tests.builders import collection_of, factor

VALUES = st.one_of(st.floats(-100, 100), st.sampled_from([nan, inf, -inf]))
STEPS = st.dictionaries(st.integers(0, 6), VALUES, min_size=1, max_size=7)
RUNS = st.lists(STEPS, min_size=1, max_size=4)
Values = Sequence[float]


def as_run(points: Mapping[int, float], worst: Mapping[int, float] | None = None) -> Run:
    steps = sorted(points)
    line = Series("run", [float(step) for step in steps], [points[step] for step in steps])
    return Run(line, [worst.get(step) for step in steps] if worst else ())


def edges(values: Values, folding: Folding) -> tuple[float, float, float]:
    """The centre and the band of some values, by numpy."""
    if not len(values):
        return nan, nan, nan
    centre = float(np.median(values) if folding == "median-range" else np.mean(values))
    if len(values) < 2:
        return centre, nan, nan
    if folding == "median-range":
        return centre, min(values), max(values)
    reach = np.std(values, ddof=1) / (sqrt(len(values)) if folding == "mean-stderr" else 1)
    return centre, centre - float(reach), centre + float(reach)


def check(line: Series, wanted: Callable[[float], Values], folding: Folding) -> None:
    assert line.low is not None
    assert line.high is not None
    for x, *found in zip(line.x, line.y, line.low, line.high, strict=True):
        assert found == pytest.approx(edges(wanted(x), folding), nan_ok=True, abs=1e-9), x


@given(RUNS, st.sampled_from(["mean-std", "mean-stderr", "median-range"]))
@settings(max_examples=60, deadline=None)
def test_each_step_is_of_the_finite_values_of_the_runs_that_have_it(
    runs: list[dict[int, float]], folding: Folding
) -> None:
    line = folded_line("a", [as_run(run) for run in runs], folding, interpolate=False)

    def there(x: float) -> Values:
        return [run[int(x)] for run in runs if isfinite(run.get(int(x), nan))]

    assert line.x == sorted({step for run in runs for step in run})
    assert line.n == [len(there(x)) for x in line.x]
    check(line, there, folding)


@given(RUNS)
@settings(max_examples=60, deadline=None)
def test_what_is_not_finite_counts_as_the_worst_and_is_not_counted_as_finite(runs: list[dict[int, float]]) -> None:
    finite = {step: [run[step] for run in runs if isfinite(run.get(step, nan))] for step in range(7)}
    worst = {step: max(values) for step, values in finite.items() if values}
    line = folded_line("a", [as_run(run, worst) for run in runs], "mean-std", interpolate=False)

    def counted(x: float) -> Values:
        values = [run[int(x)] for run in runs if int(x) in run]
        return [value if isfinite(value) else worst[int(x)] for value in values if isfinite(value) or int(x) in worst]

    assert line.n == [len(finite[int(x)]) for x in line.x]
    check(line, counted, "mean-std")


@given(RUNS)
@settings(max_examples=60, deadline=None)
def test_interpolated_runs_reach_from_their_first_step_to_their_last(runs: list[dict[int, float]]) -> None:
    line = folded_line("a", [as_run(run) for run in runs], "mean-std", interpolate=True)

    def value(run: Mapping[int, float], x: float) -> float:
        before, after = (
            max((step for step in run if step <= x), default=None),
            min((step for step in run if step >= x), default=None),
        )
        if before is None or after is None:
            return nan
        share = 0.0 if before == after else (x - before) / (after - before)
        ends = run[before], run[after]
        return ends[0] + share * (ends[1] - ends[0]) if all(map(isfinite, ends)) else nan

    def there(x: float) -> Values:
        return [each for run in runs if isfinite(each := value(run, x))]

    assert line.x == sorted({step for run in runs for step in run})
    assert line.n == [len(there(x)) for x in line.x]
    check(line, there, "mean-std")


def test_between_a_value_and_one_that_counts_as_the_worst_it_is_the_straight_line_to_the_worst() -> None:
    gone, whole = {0: 1.0, 2: nan, 4: nan}, {0: 2.0, 1: 2.0, 2: 2.0, 3: 2.0, 4: 2.0}
    runs = [as_run(gone, {2: 5.0, 4: 9.0}), as_run(whole)]
    line = folded_line("a", runs, "mean-std", interpolate=True)
    assert list(line.y) == [(other + 2.0) / 2 for other in (1.0, 3.0, 5.0, 7.0, 9.0)]
    assert line.n == [2, 1, 1, 1, 1]


@pytest.mark.parametrize("folding", get_args(Folding))
def test_a_single_run_has_no_band(folding: Folding) -> None:
    line = folded_line("a", [as_run({0: 1.0, 1: nan, 2: 3.0})], folding, interpolate=False)
    assert line.y == pytest.approx([1.0, nan, 3.0], nan_ok=True)
    assert [*(line.low or ()), *(line.high or ())] == pytest.approx([nan] * 6, nan_ok=True)
    assert line.n == [1, 0, 1]


def test_of_several_points_of_a_run_at_one_place_the_last_counts() -> None:
    run = Run(Series("a", [1.0, 1.0, 2.0], [5.0, 7.0, 9.0]))
    line = folded_line("a", [run, run], "mean-std", interpolate=False)
    assert (line.x, line.y, line.n) == ([1.0, 2.0], [7.0, 9.0], [2, 2])


@pytest.mark.parametrize("interpolate", [False, True])
def test_a_point_without_a_place_on_the_axis_counts_nowhere(interpolate: bool) -> None:
    run = Run(Series("a", [1.0, nan, 2.0], [5.0, 7.0, 9.0]))
    line = folded_line("a", [run, run], "mean-std", interpolate)
    assert (line.x, line.y, line.n) == ([1.0, 2.0], [5.0, 9.0], [2, 2])


@pytest.mark.parametrize(
    ("n", "said"),
    [
        ([3, 3, 3], []),
        ([3, 2, 2], ["Runs get fewer: a 3 → 2 from step 1."]),
        ([3, 2, 1], ["Runs get fewer: a 3 → 1 by step 2."]),
        ([1, 2, 1], ["a is of 1 to 2 runs, which share not every step (I fills in between)."]),
    ],
)
def test_where_a_line_is_of_fewer_runs_is_told(n: list[int], said: list[str]) -> None:
    line = Series("a", list(range(len(n))), [0.0] * len(n), n=n)
    assert count_sentences([line], "step") == said


def collection(better: Direction = Direction.LOWER) -> Collection:
    """Two families of two seeds; one run of the second one diverges."""
    runs = {
        ("a", "0"): (1.0, 2.0, 4.0),
        ("a", "1"): (3.0, 6.0),
        ("b", "0"): (5.0, nan, nan),
        ("b", "1"): (7.0, 1.0, 3.0),
    }
    rows = [(*run, float(step), value) for run, values in runs.items() for step, value in enumerate(values)]
    schema = {"family": pl.String, "seed": pl.String, "step": pl.Float64, "loss": pl.Float64}
    points = pl.DataFrame(rows, schema=schema, orient="row")
    keys = list(zip(*runs, strict=True))
    made = collection_of(
        {"family": keys[0], "seed": keys[1], "loss": [values[-1] for values in runs.values()]},
        (factor("family", ("a", "b")), factor("seed", ("0", "1"), is_replicate=True)),
        better={"loss": better},
    )
    return replace(made, histories=(History("history.csv", "step", ("family", "seed"), ("loss",), points.lazy),))


def asked(better: Direction = Direction.LOWER, **selection: object) -> Curves:
    figure = dynamics.answer(Question(collection(better), Selection(view="curves", **selection)))  # type: ignore[arg-type]
    assert isinstance(figure, Curves)
    return figure


def line_of(figure: Curves, name: str) -> Series:
    (line,) = (line for plot in figure.plots for line in plot.series if line.name == name)
    return line


def test_runs_are_thin_lines_behind_the_line_of_their_cell() -> None:
    (plot,) = asked(fold=True).plots
    assert [(line.name, line.pattern) for line in plot.series] == [
        ("a at seed=0", "thin"),
        ("a at seed=1", "thin"),
        ("a", "solid"),
        ("b at seed=0", "thin"),
        ("b at seed=1", "thin"),
        ("b", "solid"),
    ]
    assert plot.series[2].y == [2.0, 4.0, 4.0]
    assert plot.series[2].n == [2, 2, 1]
    assert [line.name for line in plot.series if line.diverged] == ["b at seed=0"]


def test_a_diverged_run_is_left_out_or_counts_as_the_worst_run_at_its_step() -> None:
    assert line_of(asked(fold=True), "b").y == [6.0, 1.0, 3.0]
    assert line_of(asked(fold=True, nonfinite="worst"), "b").y == [6.0, (6.0 + 1.0) / 2, (4.0 + 3.0) / 2]
    higher = asked(Direction.HIGHER, fold=True, nonfinite="worst")
    assert line_of(higher, "b").y == [6.0, 1.0, 3.0]


def test_what_a_filter_drops_is_still_the_worst() -> None:
    figure = asked(fold=True, nonfinite="worst", where=parse_filter("family=b"))
    assert line_of(figure, "b").y == [6.0, (6.0 + 1.0) / 2, (4.0 + 3.0) / 2]


def test_what_is_worse_of_an_unknown_direction_is_not_guessed() -> None:
    figure = asked(Direction.UNKNOWN, fold=True, nonfinite="worst")
    assert line_of(figure, "b").y == [6.0, 1.0, 3.0]
    assert any("it is not known what is worse of loss" in text for text in figure.captions)


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        ({}, "Lines are the mean ± standard deviation of a sample (ddof=1) over seed"),
        ({}, "NaN and Inf are left out"),
        ({}, "Runs get fewer: a 2 → 1 from step 2 and b 2 → 1 from step 1."),
        ({}, "b at seed=0 from step 1 (last finite 5 @0)"),
        ({"folding": "median-range"}, "Lines are the median [minimum, maximum] over seed"),
        ({"nonfinite": "worst"}, "count as the worst finite value of any run at the same step"),
        ({"interpolate": True}, "interpolated linearly"),
    ],
)
def test_captions_say_how_lines_were_made(selection: dict[str, object], words: str) -> None:
    assert words in " ".join(asked(fold=True, **selection).captions)  # type: ignore[arg-type]


def test_the_legend_needs_the_levels_that_differ_alone() -> None:
    assert asked().keys == ("family", "seed")
    assert asked(fold=True).keys == ("family",)
    figure = asked(where=parse_filter("family=a"))
    assert figure.keys == ("seed",)
    assert [line.levels for line in figure.plots[0].series] == [("0",), ("1",)]


def test_data_hold_the_band_and_the_count_where_there_is_a_mean() -> None:
    folded, single = asked(fold=True).as_table(), asked().as_table()
    assert [column.name for column in single.columns] == ["plot", "series", "x", "y"]
    assert [column.name for column in folded.columns] == ["plot", "series", "x", "y", "low", "high", "n"]
    means = [row for row in folded.rows.page(0, 99) if row[1] == "a"]
    assert [row[6] for row in means] == [2, 2, 1]
    assert means[0][4] == pytest.approx(2 - np.sqrt(2))
    low = means[2][4]
    assert isinstance(low, float)
    assert isnan(low)
