"""Curves of replicates folded: a line through their centres with a band, and how many runs made it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.data.collection import History
from sweeplens.data.metrics import Metric
from sweeplens.data.query import EVERYTHING
from sweeplens.figures import Direction, Series
from sweeplens.lazy import np, pl
from sweeplens.panes.base import Question
from sweeplens.panes.curve_drawing import Drawing
from sweeplens.panes.histories import CURVE, CurveSet, curves_of
from sweeplens.stats.alignment import interpolated
from sweeplens.stats.folding import METHODS, folded, part_name
from sweeplens.ways import Folding

WORST = "sweeplens:worst"
"""Column of a curve's points: what a value counts as that is not finite."""


@dataclass(frozen=True, eq=False)
class Run:
    """One run of a cell, and what stands in place of its values that are not finite."""

    line: Series
    worst: Sequence[float | None] = ()
    """At each x the value that NaN and Inf count as; empty where they are left out."""

    def points(self, at: Sequence[float] | None) -> pl.DataFrame:
        """`x`, `y` and `worst`, one row an x, of several the last; interpolated at `at` where that is given."""
        worst = self.worst or [None] * len(self.line.x)
        points = pl.DataFrame(
            {"x": self.line.x, "y": self.line.y, WORST: worst},
            schema={"x": pl.Float64, "y": pl.Float64, WORST: pl.Float64},
            strict=False,
        )
        points = points.filter(pl.col("x").is_finite()).unique("x", keep="last", maintain_order=True)
        return points if at is None else _between(points.sort("x"), np.array(at))


def _between(points: pl.DataFrame, at: np.ndarray[tuple[int], np.dtype[np.float64]]) -> pl.DataFrame:
    """The points at other x, as far as they reach; what counts in place of NaN is interpolated as it counts."""
    x, y = points["x"].to_numpy(), points["y"].to_numpy()
    counted = np.where(np.isfinite(y), y, points[WORST].fill_null(math.nan).to_numpy())
    inside = at[(at >= x[0]) & (at <= x[-1])] if len(x) else at[:0]
    worst = pl.Series(WORST, interpolated(x, counted, inside)).fill_nan(None)
    return pl.DataFrame({"x": inside, "y": interpolated(x, y, inside), WORST: worst})


def folded_line(name: str, runs: Sequence[Run], folding: Folding, interpolate: bool) -> Series:
    """The centre of these runs at each x that some run has, with a band where it is of several.

    Each x is that of the runs that have it; where `interpolate` holds, of all that reach from before it to behind it.
    """
    grid = sorted({x for run in runs for x in run.line.x if math.isfinite(x)}) if interpolate else None
    points = pl.concat([run.points(grid) for run in runs])
    band = band_of(folded(points, ["x"], ["y"], METHODS[folding], {"y": pl.col(WORST)}).sort("x"), "y")
    own = replace(runs[0].line, name=name, x=band["x"].to_list(), y=band["y"].to_list(), diverged=None)
    return replace(own, low=band["low"].to_list(), high=band["high"].to_list(), n=band["n"].to_list())


def band_of(cells: pl.DataFrame, metric: str) -> pl.DataFrame:
    """Cells with their folded metric as `metric`, `low`, `high` and `n`, what is not finite as NaN."""
    centre = cells[metric].set(~cells[metric].is_finite(), None)
    spread, low, high = (cells[part_name(metric, part)] for part in ("spread", "low", "high"))
    edges = {
        "low": low.zip_with(low.is_not_null(), centre - spread),
        "high": high.zip_with(high.is_not_null(), centre + spread),
    }
    numbers = {name: part.fill_null(math.nan) for name, part in {metric: centre, **edges}.items()}
    return cells.with_columns(n=pl.col(part_name(metric, "n")), **numbers)


def with_worst(drawing: Drawing, metric: Metric) -> Drawing:
    """The drawing whose points say in `WORST` what NaN and Inf count as: the worst finite value at the same step.

    Runs that the filter drops count as well, so that it changes no value; those of another task do not. Unchanged where
    nothing is folded, where they are left out, or where it is not known what worse is.
    """
    if not (drawing.is_folded and counts_worst(drawing, metric)):
        return drawing
    points = _beside_worst(drawing.chosen, every_curve(drawing, metric), metric, drawing.own_keys)
    return replace(drawing, chosen=replace(drawing.chosen, points=points))


def with_worst_counted(question: Question, chosen: CurveSet) -> CurveSet:
    """The curves with what NaN and Inf count as in their place: the worst finite value as `with_worst` has it."""
    known = [metric for metric in chosen.metrics if metric.direction is not Direction.UNKNOWN]
    for metric in known if question.selection.nonfinite == "worst" else ():
        keys = [factor.column for factor in chosen.factors if not (factor.splits_cells or factor.is_replicate)]
        points = _beside_worst(chosen, _unfiltered(question, chosen.history, metric), metric, keys)
        value = pl.col(metric.name)
        counted = pl.when(value.is_finite().not_()).then(pl.col(WORST)).otherwise(value).alias(metric.name)
        chosen = replace(chosen, points=points.with_columns(counted).select(chosen.points.columns))
    return chosen


def _beside_worst(chosen: CurveSet, every: CurveSet, metric: Metric, keys: Sequence[str]) -> pl.DataFrame:
    """The points with some keys, and in `WORST` the worst finite value of every curve at the same step and keys."""
    at = [*keys, chosen.history.step]
    found = keyed(every, keys).group_by(at).agg(worst_of(metric.name, metric.direction))
    return keyed(chosen, keys).join(found, on=at, how="left", nulls_equal=True, maintain_order="left")


def every_curve(drawing: Drawing, metric: Metric) -> CurveSet:
    """The curves of a metric that no filter drops, averaged as those that are drawn."""
    every = _unfiltered(drawing.question, drawing.chosen.history, metric)
    return every.mean_over(drawing.over) if drawing.over else every


def _unfiltered(question: Question, history: History, metric: Metric) -> CurveSet:
    selection = replace(question.selection, where=EVERYTHING, view=None)
    return curves_of(Question(question.collection, selection), history, [metric.name])


def worst_of(column: str, direction: Direction) -> pl.Expr:
    """The worst finite value of a column, as `WORST`."""
    finite = pl.col(column).filter(pl.col(column).is_finite())
    return (finite.min() if direction is Direction.HIGHER else finite.max()).alias(WORST)


def keyed(chosen: CurveSet, keys: Sequence[str]) -> pl.DataFrame:
    """The points with some keys of their curves."""
    return chosen.points.join(chosen.curves.select(CURVE, *keys), on=CURVE, how="left", maintain_order="left")


def counts_worst(drawing: Drawing, metric: Metric) -> bool:
    """Whether NaN and Inf count as the worst finite value."""
    return drawing.question.selection.nonfinite == "worst" and metric.direction is not Direction.UNKNOWN
