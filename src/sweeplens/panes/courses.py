"""What every run did on its way: the first, the best and the last value of its history, their steps, and its shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sweeplens.data.collection import Collection, History
from sweeplens.data.metrics import Metric
from sweeplens.data.standing import history_of
from sweeplens.figures import Direction
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.histories import CURVE, CurveSet, curves_of
from sweeplens.stats.dynamics import curve_facts

WHAT = ("first", "best", "last")
SHAPE = 24
"""Values of a shape, at most."""
_BIN, _PLACE, _ROW, _VALUE = "sweeplens:bin", "sweeplens:place", "sweeplens:row", "sweeplens:value"


@dataclass(frozen=True, eq=False)
class Courses:
    """A question whose runs hold, of some metrics, what their histories say."""

    question: Question
    """Its collection has a metric `value_name(what, metric)` for each of `WHAT` that is known of a metric."""
    metrics: tuple[Metric, ...]
    curves: tuple[CurveSet, ...]
    """The histories, one or several of the metrics in each."""

    def shapes(self, metric: Metric, frame: pl.DataFrame, keys: Sequence[str]) -> list[tuple[float | None, ...]]:
        """The shape of each row of `frame`, of which `keys` name the runs: the mean of these at every stretch of steps.

        A row's stretches reach from its first step to its last; it holds nothing in one without a finite value.
        """
        chosen = next(each for each in self.curves if metric in each.metrics)
        runs = self.question.runs.select(*keys, pl.col(_curve_name(chosen.history)).alias(CURVE))
        rows = frame.select(*keys).with_row_index(_ROW)
        placed = runs.join(rows, on=keys, nulls_equal=True) if keys else runs.with_columns(pl.lit(0).alias(_ROW))
        return _shapes(_binned(chosen, metric.name, placed.select(CURVE, _ROW)), frame.height)


def value_name(what: str, metric: str) -> str:
    """The column of the runs that holds the first, best or last value of a metric."""
    return f"sweeplens:{what}:{metric}"


def step_name(what: str, metric: str) -> str:
    """The column of the runs that holds the step of such a value."""
    return f"sweeplens:{what} step:{metric}"


def known_of(metric: Metric) -> tuple[str, ...]:
    """Which of `WHAT` is known of a metric: what is best only where its direction is."""
    return tuple(what for what in WHAT if what != "best" or metric.direction is not Direction.UNKNOWN)


def with_history(collection: Collection, metrics: Iterable[Metric]) -> tuple[Metric, ...]:
    """Those of the metrics that some history holds run by run."""
    return tuple(metric for metric in metrics if history_of(collection, metric) is not None)


def courses_of(question: Question, metrics: Sequence[Metric]) -> Courses:
    """The question with what histories say of these metrics; each has one."""
    collection, chosen = question.collection, []
    runs = collection.runs
    for history in collection.histories:
        names = [metric.name for metric in metrics if history_of(collection, metric) is history]
        if names:
            chosen.append(curves_of(Question(collection), history, names))
            runs = _joined(runs, chosen[-1])
    values = [_value_metric(metric, what) for metric in metrics for what in known_of(metric)]
    with_values = replace(collection, runs=runs, metrics=(*collection.metrics, *values))
    return Courses(replace(question, collection=with_values), tuple(metrics), tuple(chosen))


def _value_metric(metric: Metric, what: str) -> Metric:
    return replace(metric, name=value_name(what, metric.name), formula="", spread="")


def _joined(runs: pl.DataFrame, chosen: CurveSet) -> pl.DataFrame:
    """The runs with the number of their curve, and what is known of its metrics."""
    keys = list(chosen.history.keys)
    known = chosen.curves.select(CURVE, *keys)
    for metric in chosen.metrics:
        facts = curve_facts(chosen.points, CURVE, chosen.history.step, metric.name)
        known = known.join(_named(facts, metric), on=CURVE, how="left", maintain_order="left")
    known = known.rename({CURVE: _curve_name(chosen.history)})
    return runs.join(known, on=keys, how="left", nulls_equal=True, maintain_order="left")


def _curve_name(history: History) -> str:
    return f"sweeplens:curve:{history.name}"


def _named(facts: pl.DataFrame, metric: Metric) -> pl.DataFrame:
    """The facts of a metric under the names that runs hold them by."""
    best = "min" if metric.direction is Direction.LOWER else "max"
    sources = {"first": "first", "best": best, "last": "final"}
    values = [pl.col(sources[what]).alias(value_name(what, metric.name)) for what in known_of(metric)]
    steps = [
        pl.col(f"{sources[what]}_step").cast(pl.Float64).alias(step_name(what, metric.name))
        for what in known_of(metric)
    ]
    return facts.select(CURVE, *values, *steps)


def _binned(chosen: CurveSet, metric: str, placed: pl.DataFrame) -> pl.DataFrame:
    """Row, stretch and value: the mean over the curves that are placed in the row of their means in the stretch."""
    place = pl.col(chosen.history.step).rank("dense").over(_ROW).cast(pl.Int64) - 1
    points = chosen.points.filter(pl.col(metric).is_not_null()).join(placed, on=CURVE).with_columns(place.alias(_PLACE))
    stretch = pl.col(_PLACE) * SHAPE // pl.max_horizontal(pl.col(_PLACE).max().over(_ROW) + 1, SHAPE)
    value = pl.col(metric).filter(pl.col(metric).is_finite()).mean().alias(_VALUE)
    means = points.with_columns(stretch.alias(_BIN)).group_by(CURVE, _ROW, _BIN).agg(value)
    return means.group_by(_ROW, _BIN).agg(pl.col(_VALUE).mean())


def _shapes(binned: pl.DataFrame, count: int) -> list[tuple[float | None, ...]]:
    """For each of `count` rows its values, stretch by stretch."""
    shapes: list[list[float | None]] = [[] for _ in range(count)]
    for row, _, value in binned.sort(_ROW, _BIN).rows():
        shapes[row].append(value)
    return [tuple(shape) for shape in shapes]
