"""A metric along a factor, against numpy over the runs."""

from __future__ import annotations

import csv
import io
from math import isnan, nan
from typing import Any

import numpy as np
import pytest

from sweeplens.data.collection import Collection
from sweeplens.data.selection import Selection
from sweeplens.export.base import Options
from sweeplens.export.csv import write_csv
from sweeplens.figures import Curves, Plot, Series
from sweeplens.panes import distributions
from sweeplens.panes.base import Question
from sweeplens.panes.factor_lines import MOST_DOTS, MOST_LINES
from sweeplens.render import render
from sweeplens.render.base import Cursor, Look, Size
from tests.builders import collection_of, factor

SEED = factor("seed", ("0", "1", "2"), is_replicate=True)
SCORES: dict[tuple[str, str], list[float]] = {
    ("raw", "beta=.01"): [1.0, 2.0, 3.0],
    ("raw", "beta=1"): [4.0, nan, 6.0],
    ("tok", "beta=.01"): [5.0],
    ("tok", "beta=.1"): [7.0, 7.0, 7.0],
}
"""Whole, diverged, of a single seed, and without a spread; two of six cells are not there."""


def collection(scores: dict[tuple[str, str], list[float]] = SCORES, betas: tuple[str, ...] = ()) -> Collection:
    rows = [(*cell, str(seed), score) for cell, own in scores.items() for seed, score in enumerate(own)]
    families, levels, seeds, values = zip(*rows, strict=True)
    return collection_of(
        {"family": families, "beta": levels, "seed": seeds, "score": values},
        (factor("family", ("raw", "tok")), factor("beta", betas or ("beta=.01", "beta=.1", "beta=1")), SEED),
        expected_runs=3,
    )


def asked(of: Collection | None = None, **selection: Any) -> Curves:
    figure = distributions.answer(Question(of or collection(), Selection(view="lines", **selection)))
    assert isinstance(figure, Curves)
    return figure


def plot_of(*args: Any, **selection: Any) -> Plot:
    (plot,) = asked(*args, **selection).plots
    return plot


def line(plot: Plot, name: str) -> Series:
    return next(series for series in plot.series if series.name == name)


def test_a_line_goes_through_the_means_of_its_cells_along_the_factor_of_numbers() -> None:
    raw = line(plot_of(), "raw")
    assert (list(raw.x), list(raw.y), list(raw.n or ())) == ([0.01, 1.0], [2.0, 5.0], [3, 2])
    spread = [np.std(own, ddof=1) for own in ([1.0, 2.0, 3.0], [4.0, 6.0])]
    assert list(raw.low or ()) == pytest.approx([2 - spread[0], 5 - spread[1]])
    assert list(raw.high or ()) == pytest.approx([2 + spread[0], 5 + spread[1]])


def test_single_seeds_have_no_whiskers_and_equal_ones_short_ones() -> None:
    tok = line(plot_of(), "tok")
    assert isnan((tok.low or [0])[0])
    assert (tok.low or [0, 0])[1] == (tok.high or [0, 0])[1] == 7.0


def test_every_finite_run_is_a_point_beside_its_line() -> None:
    points = line(plot_of(), "runs of raw")
    assert points.pattern == "points"
    assert sorted(zip(points.x, points.y, strict=True)) == [(0.01, 1), (0.01, 2), (0.01, 3), (1, 4), (1, 6)]


@pytest.mark.parametrize(
    ("betas", "log", "names"),
    [
        (("beta=.01", "beta=.1", "beta=1"), True, ()),
        (("beta=1", "beta=2", "beta=3"), False, ()),
        (("beta=0", "beta=.01", "beta=.1", "beta=1"), False, ("0", ".01", ".1", "1")),
        (("beta=low", "beta=high"), False, ("low", "high")),
    ],
)
def test_the_axis_suits_the_levels(betas: tuple[str, ...], log: bool, names: tuple[str, ...]) -> None:
    scores = {("raw", beta): [1.0, 2.0] for beta in betas}
    axis = plot_of(collection(scores, betas), by=("beta",)).x
    assert (axis.log, axis.names) == (log, names)


def test_the_factors_are_those_answered_by() -> None:
    plot = plot_of(by=("family", "beta"))
    assert plot.x.names == ("raw", "tok")
    assert [series.name for series in plot.series if not series.is_behind] == [".01", ".1", "1"]
    assert list(line(plot, ".01").y) == [2.0, 5.0]


def test_a_factor_of_many_names_is_told_apart_by_lines_rather_than_gone_along() -> None:
    tasks = [f"t{at:02}" for at in range(15)]
    rows = [(method, task, float(at)) for method in ("old", "new") for at, task in enumerate(tasks)]
    methods, named, values = zip(*rows, strict=True)
    many = collection_of(
        {"task": named, "method": methods, "score": values},
        (factor("task", tasks), factor("method", ("old", "new"))),
    )
    figure = asked(many)
    assert figure.plots[0].x.names == ("old", "new")
    assert len(figure.plots[0].series) == MOST_LINES
    assert "3 further lines left out; a filter chooses." in figure.captions


def test_runs_that_would_cover_the_lines_are_left_out_and_told_of() -> None:
    seeds = tuple(str(at) for at in range(MOST_DOTS + 1))
    of = collection_of(
        {"beta": ["beta=1"] * len(seeds), "seed": seeds, "score": [float(at) for at in range(len(seeds))]},
        (factor("beta", ("beta=1", "beta=2")), factor("seed", seeds, is_replicate=True)),
    )
    figure = asked(of)
    assert [series.name for series in figure.plots[0].series] == ["score"]
    assert "Single runs are not drawn, as there are 13 of some point; a filter leaves fewer." in figure.captions


def test_means_over_further_factors_weigh_cells_alike_and_have_no_whiskers() -> None:
    (mean,) = [series for series in plot_of(by=("beta",)).series if not series.is_behind]
    assert list(mean.y) == [np.mean([2.0, 5.0]), 7.0, 5.0]
    assert [isnan(low) for low in mean.low or ()] == [True, False, False]
    assert list(mean.n or ()) == [4, 3, 2]
    figure = asked(by=("beta",))
    assert "Points are means over family; every cell weighs alike." in figure.captions
    assert any("not every beta has" in caption for caption in figure.captions)


def test_whiskers_of_diverged_cells_widen_no_axis() -> None:
    wild = {**SCORES, ("raw", "beta=1"): [0.0, nan, 10.0]}
    plot = plot_of(collection(wild))
    assert (plot.y.low, plot.y.high) == (0.0, 10.0)
    assert (line(plot, "raw").low or [0, 0])[1] < 0
    assert plot_of(collection({k: v for k, v in SCORES.items() if nan not in v})).y.low is None


def test_without_repeats_there_are_no_points_of_runs() -> None:
    once = collection_of({"beta": ["beta=1", "beta=2"], "score": [1.0, 2.0]}, (factor("beta", ("beta=1", "beta=2")),))
    assert [series.name for series in plot_of(once).series] == ["score"]


def test_data_name_the_levels_that_have_no_number() -> None:
    rows = list(csv.DictReader(io.StringIO(write_csv(asked(by=("family",)), Options()))))
    assert {row["x"] for row in rows} == {"raw", "tok"}
    means = [row for row in rows if row["n"]]
    assert [float(row["y"]) for row in means] == [np.mean([2.0, 5.0]), np.mean([5.0, 7.0])]


@pytest.mark.parametrize("charset", ["braille", "block", "ascii"])
def test_it_is_drawn_with_its_levels_below_and_fewer_runs_beside_their_mark(charset: str) -> None:
    look = Look(charset)
    lines = ["".join(span.text for span in row) for row in render(asked(by=("family", "beta")), Size(70, 20), look)]
    assert any("raw" in text and "tok" in text and text.startswith(" ") for text in lines)
    dots = "".join(lines).count("." if charset == "ascii" else "•")
    assert dots >= 8
    assert any(mark in "".join(lines) for mark in ("●1", "o1"))


def test_the_cursor_reads_out_the_name_of_a_level() -> None:
    lines = render(asked(by=("family", "beta")), Size(70, 20), cursor=Cursor(x=1.0))
    assert "family tok" in "".join(span.text for span in lines[0])
