"""What a run stands for: the value that is stored of it, or one of its history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from sweeplens.data.collecting import collected
from sweeplens.data.collection import Collection, History
from sweeplens.data.digest import digested
from sweeplens.data.metrics import Metric
from sweeplens.data.steps import has_step, one_row_a_step
from sweeplens.figures import Direction
from sweeplens.lazy import pl
from sweeplens.ways import Statistic

_VALUE, _STEP = "sweeplens:value:", "sweeplens:step:"

_MADE: WeakKeyDictionary[Collection, dict[tuple[Statistic, int], Collection]] = WeakKeyDictionary()
"""Collections that were made already: every pane asks for the same."""


def standing(collection: Collection, statistic: Statistic, mean_of: int) -> Collection:
    """The collection whose runs stand for `statistic` of their histories; itself for `last`, the stored values.

    Of each metric that a history holds run by run, the best, lowest or highest finite value, or the mean of the finite
    ones among the last `mean_of` that are written; `step_column` names where its step is. A run that ends in NaN or
    Inf, and one that is stored as such, stands for that. What no history holds, and the best of a metric whose
    direction is unknown, is as stored. May raise `ReadError`.
    """
    if statistic == "last":
        return collection
    made = _MADE.setdefault(collection, {})
    if (statistic, mean_of) not in made:
        made[statistic, mean_of] = replace(collection, runs=_runs(collection, statistic, mean_of))
    return made[statistic, mean_of]


def step_column(metric: str) -> str:
    """Name of the column of the runs that holds the step of the value that a run stands for."""
    return _STEP + metric


def history_of(collection: Collection, metric: Metric) -> History | None:
    """The history that holds the metric run by run, of several the one with the fewest keys; None where none does."""
    fitting = [history for history in collection.histories if metric.name in history.metrics and not history.task]
    by_run = [history for history in fitting if _names_runs(history, collection.runs)]
    return min(by_run, key=lambda history: len(history.keys), default=None)


def _names_runs(history: History, runs: pl.DataFrame) -> bool:
    """Whether the keys of a history tell the runs apart, and nothing finer."""
    keys = list(history.keys)
    are_there = all(runs.schema.get(key) == pl.String for key in keys)
    return bool(keys) and are_there and runs.select(keys).n_unique() == runs.height


def _runs(collection: Collection, statistic: Statistic, mean_of: int) -> pl.DataFrame:
    """The runs, those metrics that a history holds with the value and the step that are asked for."""
    runs = collection.runs
    for history, metrics in _by_history(collection, statistic):
        runs = _joined(runs, history, metrics, statistic, mean_of)
    return runs


def _by_history(collection: Collection, statistic: Statistic) -> Iterator[tuple[History, list[Metric]]]:
    """Each history with the metrics that it gives."""
    known = [m for m in collection.metrics if statistic != "best" or m.direction is not Direction.UNKNOWN]
    found = [(metric, history_of(collection, metric)) for metric in known]
    for history in collection.histories:
        metrics = [metric for metric, holding in found if holding is history]
        if metrics:
            yield history, metrics


def _joined(
    runs: pl.DataFrame, history: History, metrics: Sequence[Metric], statistic: Statistic, mean_of: int
) -> pl.DataFrame:
    """The runs with the values of these metrics from their history, where the run is in it and is not diverged."""
    facts = _facts(history, metrics, statistic, mean_of)
    joined = runs.join(facts, on=list(history.keys), how="left", nulls_equal=True, maintain_order="left")
    return joined.with_columns(_chosen(metric.name) for metric in metrics).drop(_VALUE + m.name for m in metrics)


def _chosen(name: str) -> pl.Expr:
    is_wild = pl.col(name).is_finite().not_().fill_null(False)
    return pl.when(is_wild).then(pl.col(name)).otherwise(pl.coalesce(_VALUE + name, name)).alias(name)


def _facts(history: History, metrics: Sequence[Metric], statistic: Statistic, mean_of: int) -> pl.DataFrame:
    """One row a run of the history: its keys, and of each metric the value and the step; kept where it took long."""
    names = [metric.name for metric in metrics]
    asked = [part for metric in metrics for part in _named(metric, history.step, statistic, mean_of)]

    def make() -> pl.DataFrame:
        points = history.scan().select(*history.keys, history.step, *names).filter(has_step(history.step))
        tidy = one_row_a_step(collected(points, history.name), history.keys, history.step)
        return tidy.group_by(history.keys, maintain_order=True).agg(asked)

    asked_of = (history.name, history.step, history.keys, [(each.name, each.direction.value) for each in metrics])
    return digested(history.files, f"standing {statistic} {mean_of} {asked_of!r}", make)


def _named(metric: Metric, step: str, statistic: Statistic, mean_of: int) -> tuple[pl.Expr, pl.Expr]:
    value, place = stood_for(metric, step, statistic, mean_of)
    return value.alias(_VALUE + metric.name), place.alias(step_column(metric.name))


def stood_for(metric: Metric, step: str, statistic: Statistic, mean_of: int) -> tuple[pl.Expr, pl.Expr]:
    """The value that a run stands for and its step, over the run's rows in the order of the steps.

    A run whose last written value is NaN or Inf stands for that; the best of a metric whose direction is unknown is its
    last.
    """
    written = pl.col(metric.name).is_not_null()
    values, steps = pl.col(metric.name).filter(written), pl.col(step).filter(written).cast(pl.Float64)
    if statistic == "last" or (statistic == "best" and metric.direction is Direction.UNKNOWN):
        return values.last(), steps.last()
    finite, at = values.filter(values.is_finite()), steps.filter(values.is_finite())
    if statistic == "mean":
        kept = values.tail(mean_of)
        value, place = kept.filter(kept.is_finite()).mean(), steps.last()
    else:
        is_low = statistic == "min" or (statistic == "best" and metric.direction is Direction.LOWER)
        value = finite.min() if is_low else finite.max()
        place = at.get(finite.arg_min() if is_low else finite.arg_max())
    is_whole = values.last().is_finite()
    return pl.when(is_whole).then(value).otherwise(values.last()), pl.when(is_whole).then(place).otherwise(steps.last())
