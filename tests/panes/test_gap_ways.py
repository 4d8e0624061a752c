"""Gaps of modes in every way of making numbers, against plain Python over the pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite, nan
from statistics import fmean, median
from typing import Any, get_args

import polars as pl
import pytest
from scipy import stats

from sweeplens.data.brief import Brief, ModesBrief
from sweeplens.data.collection import Collection, History
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.figures import Curves, Direction, Figure, Grid, Table, Value
from sweeplens.panes import gaps
from sweeplens.panes.base import Question
from sweeplens.ways import Folding, Nonfinite
from tests.builders import collection_of, factor

LAST = 2.0
Key = tuple[str, str, str, str]
"""Setting, task, mode and seed."""
VALUES: Mapping[Key, float] = {
    ("p", "x", "full", "0"): 0.9,
    ("p", "x", "full", "1"): nan,
    ("p", "x", "full", "2"): 0.4,
    ("p", "x", "reinit", "0"): 0.3,
    ("p", "x", "reinit", "1"): 0.5,
    ("p", "x", "reinit", "2"): 0.45,
    ("p", "y", "full", "0"): 0.8,
    ("p", "y", "reinit", "0"): inf,
    ("q", "x", "full", "0"): 0.7,
    ("q", "x", "full", "1"): 0.65,
    ("q", "x", "reinit", "0"): 0.6,
    ("q", "x", "reinit", "1"): 0.1,
    ("q", "x", "full", "2"): 0.99,
}
"""At the last step: whole pairs, a diverged run on either side, single seeds, and a run without a counterpart."""
EARLIER = 0.05
"""At the first step every run is worse than any later: it is no stand-in for what diverges at the last one."""
EVERY_WAY = pytest.mark.parametrize("folding", get_args(Folding))
BOTH_POLICIES = pytest.mark.parametrize("nonfinite", get_args(Nonfinite))


def sweep(values: Mapping[Key, float] = VALUES) -> Collection:
    points = [(*key, step, value) for key, last in values.items() for step, value in ((1.0, EARLIER), (LAST, last))]
    schema = {**dict.fromkeys(("setting", "task", "mode", "seed"), pl.String), "step": pl.Float64, "score": pl.Float64}
    frame = pl.DataFrame(points, schema=schema, orient="row")
    history = History("h.csv", "step", ("setting", "task", "mode", "seed"), ("score",), frame.lazy, task="task")
    runs = sorted({(setting, mode, seed) for setting, _, mode, seed in values})
    columns: dict[str, Sequence[Any]] = {
        "setting": [run[0] for run in runs],
        "mode": [run[1] for run in runs],
        "seed": [run[2] for run in runs],
        "score": [0.5] * len(runs),
    }
    factors = [
        factor("setting", "pq"),
        factor("mode", ("full", "reinit")),
        factor("seed", "012", is_replicate=True),
    ]
    brief = Brief(modes=ModesBrief("mode", "full", "reinit"))
    made = collection_of(columns, factors, better={"score": Direction.HIGHER}, expected_runs=3, brief=brief)
    return replace(made, histories=(history,))


SWEEP = sweep()


def asked(collection: Collection = SWEEP, **selection: Any) -> Figure:
    return gaps.answer(Question(collection, Selection(**selection)))


def rows(figure: Figure) -> list[dict[str, Value]]:
    assert isinstance(figure, Table)
    names = [column.name for column in figure.columns]
    return [dict(zip(names, row, strict=True)) for row in figure.rows.page(0, len(figure.rows))]


def pairs(nonfinite: Nonfinite) -> dict[tuple[str, str, str], tuple[float, float]]:
    """Both sides of each setting, task and seed, as far as both count."""
    finite = {key: value for key, value in VALUES.items() if isfinite(value)}
    found = {}
    for setting, task, mode, seed in VALUES:
        sides = [VALUES.get((setting, task, each, seed)) for each in ("full", "reinit")]
        if mode == "reinit" or None in sides:
            continue
        worst = min(value for key, value in finite.items() if key[1] == task) if nonfinite == "worst" else None
        counted = [value if value is not None and isfinite(value) else worst for value in sides]
        if None not in counted:
            found[setting, task, seed] = (counted[0], counted[1])
    return found  # type: ignore[return-value]


def average(values: Sequence[float], folding: Folding) -> float:
    if folding == "iqm-bootstrap95":
        return float(stats.trim_mean(values, 0.25))
    return median(values) if folding == "median-range" else fmean(values)


def cells(folding: Folding, nonfinite: Nonfinite) -> dict[tuple[str, str], tuple[float, float, int]]:
    """Both sides of each setting and task, over the seeds of its pairs, and how many these are."""
    by_cell: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for (setting, task, _), sides in pairs(nonfinite).items():
        by_cell.setdefault((setting, task), []).append(sides)
    return {
        cell: (average([a for a, _ in sides], folding), average([b for _, b in sides], folding), len(sides))
        for cell, sides in by_cell.items()
    }


@EVERY_WAY
@BOTH_POLICIES
def test_folded_gaps_are_between_cells(folding: Folding, nonfinite: Nonfinite) -> None:
    found = rows(asked(fold=True, folding=folding, nonfinite=nonfinite, by=("setting", "task")))
    right = cells(folding, nonfinite)
    there = {(row["setting"], row["task"]): row for row in found if row["delta_full_minus_reinit_score"] is not None}
    assert set(there) == set(right)
    for cell, (ours, theirs, count) in right.items():
        row = there[cell]
        values = (row["full_score"], row["reinit_score"], row["delta_full_minus_reinit_score"], row["pairs"])
        assert values == pytest.approx((ours, theirs, ours - theirs, count))


@EVERY_WAY
@BOTH_POLICIES
def test_folded_gaps_of_settings_are_means_of_cells(folding: Folding, nonfinite: Nonfinite) -> None:
    found = {
        row["setting"]: row for row in rows(asked(fold=True, folding=folding, nonfinite=nonfinite, by=("setting",)))
    }
    for setting in "pq":
        own = [sides for (name, _), sides in cells(folding, nonfinite).items() if name == setting]
        right = (fmean([side[0] for side in own]), fmean([side[1] for side in own]), sum(side[2] for side in own))
        assert tuple(found[setting][name] for name in ("full_score", "reinit_score", "pairs")) == pytest.approx(right)


@BOTH_POLICIES
def test_gaps_of_settings_are_means_of_pairs(nonfinite: Nonfinite) -> None:
    found = {row["setting"]: row for row in rows(asked(nonfinite=nonfinite, by=("setting",)))}
    for setting in "pq":
        own = [sides for (name, _, _), sides in pairs(nonfinite).items() if name == setting]
        right = (fmean([ours - theirs for ours, theirs in own]), len(own))
        assert (found[setting]["delta_full_minus_reinit_score"], found[setting]["pairs"]) == pytest.approx(right)


@BOTH_POLICIES
def test_a_pair_that_stands_for_itself_is_as_it_is(nonfinite: Nonfinite) -> None:
    found = rows(asked(nonfinite=nonfinite, by=("setting", "task", "seed")))
    right = pairs("exclude")
    there = {(row["setting"], row["task"], row["seed"]): row["delta_full_minus_reinit_score"] for row in found}
    assert len(there) == 6
    assert {key: value for key, value in there.items() if value is not None} == {
        key: pytest.approx(ours - theirs) for key, (ours, theirs) in right.items()
    }


@BOTH_POLICIES
def test_a_heat_map_is_of_the_same_gaps(nonfinite: Nonfinite) -> None:
    grid = asked(view="heatmap", fold=True, nonfinite=nonfinite, by=("setting", "task"))
    assert isinstance(grid, Grid)
    found = {
        (row, column): field.value
        for row, fields in zip(grid.row_labels, grid.fields, strict=True)
        for column, field in zip(grid.column_labels, fields, strict=True)
        if field.value is not None
    }
    assert found == {cell: pytest.approx(a - b) for cell, (a, b, _) in cells("mean-std", nonfinite).items()}


@BOTH_POLICIES
def test_curves_of_gaps_end_in_the_same_gaps(nonfinite: Nonfinite) -> None:
    curves = asked(view="curves", nonfinite=nonfinite, by=("setting",))
    assert isinstance(curves, Curves)
    ends = {line.name: (line.x[-1], line.y[-1]) for line in curves.plots[0].series}
    for setting in "pq":
        own = [ours - theirs for (name, _, _), (ours, theirs) in pairs(nonfinite).items() if name == setting]
        assert ends[setting] == pytest.approx((LAST, fmean(own)))


def test_what_was_averaged_and_counted_how_is_said() -> None:
    figure = asked(fold=True, folding="median-range", nonfinite="worst", by=("setting",))
    assert isinstance(figure, Table)
    assert "Medians over seed." in figure.captions
    assert "Means over task." in figure.captions
    assert "NaN and Inf count as the worst finite value at their step." in figure.captions


def test_gaps_over_tasks_that_not_every_setting_has_are_marked_and_restricted() -> None:
    told = asked(by=("setting",), fold=True, nonfinite="worst")
    assert isinstance(told, Table)
    assert any("not every setting has y" in caption for caption in told.captions)
    common = asked(by=("setting",), fold=True, nonfinite="worst", common=True)
    assert isinstance(common, Table)
    assert "Left out, as not every setting has it: y." in common.captions
    found = {row["setting"]: row["full_score"] for row in rows(common)}
    right = {setting: ours for (setting, task), (ours, _, _) in cells("mean-std", "worst").items() if task == "x"}
    assert found == {setting: pytest.approx(value) for setting, value in right.items()}


def test_what_is_folded_cannot_be_answered_by() -> None:
    assert "seed" in rows(asked(by=("seed",)))[0]
    with pytest.raises(UsageError, match="cannot be compared by seed"):
        asked(by=("seed",), fold=True)
