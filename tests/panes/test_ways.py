"""Every way of making numbers, in every pane that averages, against numpy and scipy on cells of all kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite, nan
from pathlib import Path
from statistics import fmean
from typing import Any, get_args

import numpy as np
import polars as pl
import pytest
from scipy import stats

from sweeplens.data.collection import Collection, History
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Bars, Direction, Figure, Folded, Grid, Points, Table, Value
from sweeplens.panes import pane_named
from sweeplens.panes.base import Question
from sweeplens.ways import Folding, Nonfinite
from tests.builders import collection_of, factor

Cells = dict[tuple[str, str], list[float | None]]

EXPECTED = 4
BETTER = {"score": Direction.HIGHER, "loss": Direction.LOWER}
SCORES: Cells = {
    ("a", "x"): [0.9, 0.7, 0.8, 0.2],
    ("a", "y"): [0.6, nan, 0.4, 0.5],
    ("b", "x"): [0.3, inf, None, 0.75],
    ("b", "y"): [0.65],
    ("c", "x"): [nan, nan],
    ("c", "y"): [None],
}
"""Whole, with a diverged run, with a diverged and an unfinished one, of one run, diverged altogether, unfinished."""
OTHERS: Cells = {
    ("a", "x"): [0.5, 0.6],
    ("a", "y"): [0.7, nan],
    ("b", "x"): [0.1, 0.2, 0.3],
    ("b", "y"): [nan],
    ("c", "x"): [0.4, 0.45],
}
WORST = min(value for cell in SCORES.values() for value in cell if value is not None and isfinite(value))

EVERY_WAY = pytest.mark.parametrize("folding", get_args(Folding))
BOTH_POLICIES = pytest.mark.parametrize("nonfinite", get_args(Nonfinite))


def sweep(cells: Cells, **more: Any) -> Collection:
    """One run a seed: the score, its opposite as a loss, and the same under a name whose better end is unknown."""
    rows = [(*cell, str(seed), value) for cell, values in cells.items() for seed, value in enumerate(values)]
    scores = [row[3] for row in rows]
    columns: dict[str, Sequence[Any]] = {
        "family": [row[0] for row in rows],
        "task": [row[1] for row in rows],
        "seed": [row[2] for row in rows],
        "score": scores,
        "loss": [None if value is None else -value for value in scores],
        "kl": scores,
    }
    factors = [factor("family", "abc"), factor("task", "xy"), factor("seed", "0123", is_replicate=True)]
    return collection_of(columns, factors, better=BETTER, expected_runs=EXPECTED, **more)


SWEEP = sweep(SCORES)
OTHER = replace(sweep(OTHERS), path=Path("other"), name="other")


def answer(pane: str, against: Collection | None = None, collection: Collection = SWEEP, **asked: Any) -> Figure:
    return pane_named(pane).answer(Question(collection, Selection(**asked), against))


def rows(figure: Figure) -> list[dict[str, Value]]:
    """What a table holds, by the names of its columns."""
    table = figure.as_table()
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows.page(0, len(table.rows))]


def counted(values: Sequence[float | None], worst: float | None) -> list[float]:
    """The values that a policy counts."""
    there = [value for value in values if value is not None]
    kept = [value if isfinite(value) else worst for value in there]
    return [value for value in kept if value is not None]


def centre(values: Sequence[float | None], folding: Folding, worst: float | None = None) -> float | None:
    """One number for a cell; None where no value counts."""
    kept = counted(values, worst)
    if not kept:
        return None
    if folding == "iqm-bootstrap95":
        return float(stats.trim_mean(kept, 0.25))
    return float(np.median(kept) if folding == "median-range" else np.mean(kept))


def beside(kept: Sequence[float], folding: Folding) -> tuple[float, ...] | None:
    """What stands beside it: a spread, or the two ends of an interval; None of what is drawn at random."""
    mean, error = float(np.mean(kept)), float(stats.sem(kept))
    reach = float(stats.t.ppf(0.975, len(kept) - 1)) * error
    return {
        "mean-std": (float(np.std(kept, ddof=1)),),
        "mean-stderr": (error,),
        "median-range": (min(kept), max(kept)),
        "mean-t95": (mean - reach, mean + reach),
    }.get(folding)


def centres(cells: Cells, folding: Folding, nonfinite: Nonfinite, worst: float = WORST) -> dict[Any, float | None]:
    """What every cell is."""
    stand_in = worst if nonfinite == "worst" else None
    return {cell: centre(values, folding, stand_in) for cell, values in cells.items()}


def finite(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None and isfinite(value)]


def near(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, rel=1e-9, abs=1e-12)


def is_nothing(value: Value) -> bool:
    """Whether a field holds no finite number."""
    return value is None or not isfinite(float(value))  # type: ignore[arg-type]


@EVERY_WAY
@BOTH_POLICIES
def test_a_cell_is_what_numpy_and_scipy_make_of_its_runs(folding: Folding, nonfinite: Nonfinite) -> None:
    found = {
        (row["family"], row["task"]): row
        for row in rows(answer("cells", fold=True, folding=folding, nonfinite=nonfinite))
    }
    assert set(found) == set(SCORES)
    for name, sign, worst in (("score", 1, WORST), ("loss", -1, -WORST), ("kl", 1, None)):
        for cell, values in SCORES.items():
            signed = [None if value is None else sign * value for value in values]
            stand_in = worst if nonfinite == "worst" else None
            right, field = centre(signed, folding, stand_in), found[cell][name]
            if right is None:
                assert is_nothing(field)
                continue
            assert isinstance(field, Folded)
            assert field.centre == near(right)
            assert (field.n, field.expected) == (len(finite(signed)), EXPECTED)
            kept = counted(signed, stand_in)
            told = (field.spread,) if field.spread is not None else (field.low, field.high)
            if len(kept) < 2:
                assert told == (None, None)
            elif (ends := beside(kept, folding)) is not None:
                assert told == pytest.approx(ends, rel=1e-9, abs=1e-12)


@EVERY_WAY
@BOTH_POLICIES
def test_a_ranking_is_of_cells_and_of_none_that_leaves_a_run_out(folding: Folding, nonfinite: Nonfinite) -> None:
    found = rows(answer("extremes", fold=True, folding=folding, nonfinite=nonfinite))
    right = centres(SCORES, folding, nonfinite)
    if nonfinite == "exclude":
        right = {
            cell: value
            for cell, value in right.items()
            if len(finite(SCORES[cell])) == len([v for v in SCORES[cell] if v is not None])
        }
    order = sorted((cell for cell, value in right.items() if value is not None), key=lambda cell: -(right[cell] or 0))
    top = [row for row in found if row["end"] == "top"]
    assert [(row["family"], row["task"]) for row in top] == order[:5]
    assert [float(row["score"]) for row in top] == [near(right[cell]) for cell in order[:5]]  # type: ignore[arg-type]


@EVERY_WAY
@BOTH_POLICIES
def test_a_distribution_of_cells_is_that_of_their_centres(folding: Folding, nonfinite: Nonfinite) -> None:
    (row,) = (
        row
        for row in rows(answer("distributions", fold=True, folding=folding, nonfinite=nonfinite))
        if row["metric"] == "score"
    )
    values = finite(list(centres(SCORES, folding, nonfinite).values()))
    right = (min(values), fmean(values), np.median(values), max(values), np.std(values), len(values))
    assert tuple(row[name] for name in ("min", "mean", "median", "max", "std", "n")) == pytest.approx(right, rel=1e-9)


@BOTH_POLICIES
def test_a_distribution_of_runs_counts_what_is_not_finite_as_the_policy_says(nonfinite: Nonfinite) -> None:
    found = [
        row for row in rows(answer("distributions", view="by family", nonfinite=nonfinite)) if row["family"] == "a"
    ]
    runs = [*SCORES["a", "x"], *SCORES["a", "y"]]
    values = counted(runs, WORST if nonfinite == "worst" else None)
    right = (min(values), fmean(values), np.median(values), max(values), np.std(values))
    assert [tuple(row[name] for name in ("min", "mean", "median", "max", "std")) for row in found] == [
        pytest.approx(right)
    ]
    assert (found[0]["n"], found[0]["nonfinite"]) == (7, 1)


@EVERY_WAY
@BOTH_POLICIES
@pytest.mark.parametrize("fold", [False, True])
def test_a_comparison_holds_cells_against_cells(folding: Folding, nonfinite: Nonfinite, fold: bool) -> None:
    worst = min(finite([value for cells in (SCORES, OTHERS) for cell in cells.values() for value in cell]))
    ours, theirs = (centres(cells, folding, nonfinite, worst) for cells in (SCORES, OTHERS))
    asked: dict[str, Any] = {"folding": folding, "nonfinite": nonfinite, "fold": fold, "columns": ("score",)}
    found = {(row["family"], row["task"]): row for row in rows(answer("compare", OTHER, **asked))}
    assert set(found) == set(SCORES) & set(OTHERS)
    for cell, row in found.items():
        mine, other = ours[cell], theirs[cell]
        for name, right in (("candidate_score", mine), ("reference_score", other)):
            assert is_nothing(row[name]) if right is None else row[name] == near(right)
        if mine is not None and other is not None:
            assert row["delta_score"] == near(mine - other)
    deltas = [ours[cell] - theirs[cell] for cell in found if ours[cell] is not None and theirs[cell] is not None]  # type: ignore[operator]
    (told,) = rows(answer("compare", OTHER, view="summary", **asked))
    assert (told["n"], told["win"]) == (len(deltas), sum(delta > 1e-12 for delta in deltas))


@EVERY_WAY
@BOTH_POLICIES
def test_a_scale_is_that_of_cells_on_both_sides(folding: Folding, nonfinite: Nonfinite) -> None:
    asked: dict[str, Any] = {
        "folding": folding,
        "nonfinite": nonfinite,
        "fold": True,
        "metric": "score",
        "view": "scale",
    }
    found = {row["aggregation_mode"]: row for row in rows(answer("diagnostics", OTHER, **asked))}
    worst = min(finite([value for cells in (SCORES, OTHERS) for cell in cells.values() for value in cell]))
    common = {cell: values for cell, values in SCORES.items() if cell in OTHERS}
    sides = {
        "candidate": centres(SCORES, folding, nonfinite),
        "candidate_common_cells": centres(common, folding, nonfinite, worst),
        "reference_common_cells": centres(OTHERS, folding, nonfinite, worst),
    }
    for name, cells in sides.items():
        values, row = finite(list(cells.values())), found[name]
        right = (len(values), fmean(values), min(values), max(values))
        assert (row["n"], row["mean"], row["min"], row["max"]) == pytest.approx(right)


@EVERY_WAY
@BOTH_POLICIES
def test_bars_and_points_are_those_of_cells(folding: Folding, nonfinite: Nonfinite) -> None:
    asked: dict[str, Any] = {"folding": folding, "nonfinite": nonfinite, "fold": True}
    right = centres(SCORES, folding, nonfinite)
    bars = answer("diagnostics", metric="score", view="bars", **asked)
    assert isinstance(bars, Bars)
    drawn = {bar.levels: bar.value for _, group in bars.groups for bar in group}
    assert {cell: value for cell, value in drawn.items() if not is_nothing(value)} == {
        cell: near(value) for cell, value in right.items() if value is not None
    }
    points = answer("tradeoffs", columns=("kl", "score"), **asked)
    assert isinstance(points, Points)
    without = centres(SCORES, folding, "exclude")
    assert {point.levels: (point.x, point.y) for point in points.points} == {
        cell: (near(value), near(right[cell])) for cell, value in without.items() if value is not None
    }


@EVERY_WAY
@BOTH_POLICIES
def test_effects_and_pivots_are_means_of_cells(folding: Folding, nonfinite: Nonfinite) -> None:
    asked: dict[str, Any] = {"folding": folding, "nonfinite": nonfinite}
    right = {cell: value for cell, value in centres(SCORES, folding, nonfinite).items() if value is not None}
    by_family = {
        name: fmean([value for (family, _), value in right.items() if family == name])
        for name in {family for family, _ in right}
    }
    (row,) = (row for row in rows(answer("distributions", view="effects", **asked)) if row["factor"] == "family")
    assert (row["lowest_mean"], row["highest_mean"]) == pytest.approx(
        (min(by_family.values()), max(by_family.values()))
    )
    grid = answer("distributions", view="pivot", **asked)
    assert isinstance(grid, Grid)
    fields = dict(
        zip(((f, t) for f in "abc" for t in "xy"), (field.value for line in grid.fields for field in line), strict=True)
    )
    assert {cell: value for cell, value in fields.items() if value is not None} == {
        cell: near(value) for cell, value in right.items()
    }


@EVERY_WAY
@BOTH_POLICIES
@pytest.mark.parametrize("fold", [False, True])
def test_a_ranking_of_levels_averages_runs_or_cells(folding: Folding, nonfinite: Nonfinite, fold: bool) -> None:
    stand_in = WORST if nonfinite == "worst" else None
    parts = {name: [values for (family, _), values in SCORES.items() if family == name] for name in "abc"}
    if fold:
        known = {name: [centre(values, folding, stand_in) for values in cells] for name, cells in parts.items()}
    else:
        known = {name: [v for values in cells for v in counted(values, stand_in)] for name, cells in parts.items()}
    right = {name: fmean(finite(values)) for name, values in known.items() if finite(values)}
    asked: dict[str, Any] = {"folding": folding, "nonfinite": nonfinite, "fold": fold, "by": ("family",)}
    found = {row["family"]: row["score"] for row in rows(answer("extremes", **asked)) if row["end"] == "top"}
    assert found == {name: near(value) for name, value in right.items()}


def test_a_ranking_of_levels_is_marked_where_they_have_not_the_same_and_restricted_to_what_they_share() -> None:
    whole = replace(SWEEP, runs=SWEEP.runs.filter(pl.col("family") != "c"))
    told = answer("extremes", collection=whole, by=("family",), fold=True)
    assert isinstance(told, Table)
    assert not any("same cells" in caption for caption in told.captions)
    told = answer("extremes", collection=whole, by=("family",))
    assert isinstance(told, Table)
    assert any("not over the same cells: not every family has x at seed=1" in caption for caption in told.captions)
    assert not any("Each row is one run" in caption for caption in told.captions)
    common = answer("extremes", collection=whole, by=("family",), common=True)
    assert isinstance(common, Table)
    assert any(caption.startswith("Left out, as not every family has it: x at seed=1") for caption in common.captions)
    found = {row["family"]: row["score"] for row in rows(common) if row["end"] == "top"}
    assert found == {"a": near(fmean([0.9, 0.2, 0.6])), "b": near(fmean([0.3, 0.75, 0.65]))}


def test_seeds_of_its_own_for_every_level_are_no_want_of_common_ones() -> None:
    columns: dict[str, Sequence[Any]] = {"f": list("aabb"), "seed": list("1234"), "score": [1.0, 2.0, 3.0, 4.0]}
    own = collection_of(columns, [factor("f", "ab"), factor("seed", "1234", is_replicate=True)], expected_runs=2)
    told = answer("extremes", collection=own, by=("f",))
    assert isinstance(told, Table)
    assert not any("same cells" in caption for caption in told.captions)


@pytest.mark.parametrize(
    ("pane", "asked"),
    [
        ("distributions", {"by": ("seed",)}),
        ("distributions", {"view": "by seed"}),
        ("extremes", {"by": ("seed",)}),
        ("diagnostics", {"by": ("seed",), "view": "bars", "metric": "score"}),
    ],
)
def test_what_was_folded_away_cannot_be_answered_by(pane: str, asked: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="seed cannot be answered by"):
        answer(pane, fold=True, **asked)


@pytest.mark.parametrize("pane", ["cells", "extremes", "distributions", "diagnostics", "tradeoffs", "compare"])
@pytest.mark.parametrize("nonfinite", get_args(Nonfinite))
def test_cells_of_one_run_are_what_the_run_is(pane: str, nonfinite: Nonfinite) -> None:
    """Nothing is averaged, so that nothing can be counted as something else; a comparison is of cells anyway."""
    single = collection_of({"f": ["a", "b"], "score": [0.5, nan]}, [factor("f", "ab")], better=BETTER)
    asked: dict[str, Any] = (
        {"versus": "f=a"} if pane == "compare" else {"columns": ("score",)} if pane == "diagnostics" else {}
    )
    plain = rows(answer(pane, collection=single, **asked))
    folded = rows(
        answer(
            pane,
            collection=single,
            fold=True,
            nonfinite=nonfinite if pane in ("cells", "extremes") else "exclude",
            **asked,
        )
    )
    assert repr(folded) == repr(plain)


@pytest.mark.parametrize("statistic", ["best", "min", "max", "mean"])
@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize("pane", ["cells", "extremes", "distributions", "tradeoffs", "diagnostics", "compare"])
def test_every_pane_about_runs_is_about_the_value_that_they_stand_for(pane: str, fold: bool, statistic: str) -> None:
    courses = {"0": [0.1, 0.9, 0.5], "1": [0.4, 0.2, 0.3], "2": [0.8, nan], "3": [0.6]}
    values = {
        "best": {"0": 0.9, "1": 0.4, "2": nan, "3": 0.6},
        "max": {"0": 0.9, "1": 0.4, "2": nan, "3": 0.6},
        "min": {"0": 0.1, "1": 0.2, "2": nan, "3": 0.6},
        "mean": {"0": 0.7, "1": 0.25, "2": nan, "3": 0.6},
    }[statistic]
    points = [(seed, float(step), value) for seed, course in courses.items() for step, value in enumerate(course)]
    frame = pl.DataFrame(points, schema=["seed", "step", "score"], orient="row")
    history = History("h.csv", "step", ("seed",), ("score",), frame.lazy)

    def of(scores: Sequence[float], **more: Any) -> Collection:
        columns = {"f": ["a", "a", "b", "b"], "seed": list("0123"), "score": scores, "kl": [1.0, 2.0, 3.0, 4.0]}
        factors = [factor("f", "ab"), factor("seed", "0123", is_replicate=True)]
        return collection_of(columns, factors, better=BETTER, expected_runs=2, **more)

    asked: dict[str, Any] = {"fold": fold, "columns": ("kl", "score")}
    asked |= {"versus": "f=a"} if pane == "compare" else {}
    stood = answer(
        pane, collection=of([0.5, 0.3, nan, 0.6], histories=(history,)), statistic=statistic, mean_of=2, **asked
    )
    right = answer(pane, collection=of(list(values.values())), **asked)
    wanted = [column.name for column in right.as_table().columns]
    assert [[str(row[name]) for name in wanted] for row in rows(stood)] == [
        [str(row[name]) for name in wanted] for row in rows(right)
    ]
