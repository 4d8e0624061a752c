"""Histories as a question asks for them: which one, which of its curves, in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from sweeplens.data.askable import asked_of, finer_columns
from sweeplens.data.brief import MetricBrief
from sweeplens.data.collecting import collected
from sweeplens.data.collection import Collection, History
from sweeplens.data.corrected import directed
from sweeplens.data.factors import in_level_order
from sweeplens.data.keep import kept_mask
from sweeplens.data.levels import level_order, number_in, short_form
from sweeplens.data.metrics import Factor, Level, Metric
from sweeplens.data.steps import has_step, one_row_a_step
from sweeplens.errors import UsageError
from sweeplens.figures import Direction
from sweeplens.lazy import pl
from sweeplens.panes.base import Question, unknown

CURVE = "sweeplens:curve"
"""Column of `CurveSet.points`: the number of the curve that a row belongs to."""
_FINER = "sweeplens:finer"
ONLY = "sweeplens:only"
"""The column that stands for the keys of a history that has none."""


@dataclass(frozen=True, eq=False)
class CurveSet:
    """The curves of one history that a question keeps."""

    history: History
    factors: tuple[Factor, ...]
    """The keys of the history that vary in it, in the collection's order, its own keys (tasks) last."""
    curves: pl.DataFrame
    """One row a curve, in the order of the factors' levels: the history's keys, and what the runs know of them."""
    points: pl.DataFrame
    """`CURVE`, the step and the metrics, sorted by curve and step: one row a step at which some metric has a value."""
    metrics: tuple[Metric, ...]

    @cached_property
    def by_curve(self) -> Mapping[int, pl.DataFrame]:
        """The points of each curve that has some, by its number."""
        return {int(key[0]): part for key, part in self.points.partition_by(CURVE, as_dict=True).items()}

    def mean_over(self, columns: Sequence[str]) -> CurveSet:
        """One curve for each combination of the other keys: at every step the mean over these; NaN where one is NaN."""
        kept = [factor for factor in self.factors if factor.column not in columns]
        keys = [factor.column for factor in kept]
        step = self.history.step
        curves = self.curves.unique(keys, keep="first", maintain_order=True).drop(CURVE).with_row_index(CURVE)
        numbered = self.curves.select(pl.col(CURVE).alias(_FINER), *keys).join(
            curves.select(CURVE, *keys), on=keys, nulls_equal=True
        )
        points = self.points.rename({CURVE: _FINER}).join(numbered, on=_FINER)
        means = points.group_by(CURVE, step).agg(pl.col(metric.name).mean() for metric in self.metrics)
        return replace(self, factors=tuple(kept), curves=curves, points=means.sort(CURVE, step))


def curves_of(question: Question, history: History, metrics: Sequence[str]) -> CurveSet:
    """The curves of `history` that the question's filter keeps, with these metrics."""
    whole = as_collection(question.collection, history)
    ordered = kept_curves(question, whole)
    keys = list(history.keys) or [ONLY]
    points = _read(history, tuple(metrics))
    joined = points.join(ordered.select(CURVE, *keys), on=keys, how="inner", nulls_equal=True)
    tidy = one_row_a_step(joined.select(list(dict.fromkeys((CURVE, history.step, *metrics)))), [CURVE], history.step)
    varying = tuple(f for f in whole.factors if f.column in keys and whole.runs[f.column].n_unique() > 1)
    known = tuple(measured(question.collection, name) for name in metrics)
    return CurveSet(history, varying, ordered, tidy, known)


def kept_curves(question: Question, whole: Collection) -> pl.DataFrame:
    """Of a collection whose runs are curves those that the filter keeps, numbered in the order of their levels."""
    where = asked_of(whole, question.where, question.collection).where
    kept = whole.runs.filter(kept_mask(whole, where)) if whole.runs.height else whole.runs
    return in_level_order(kept, whole.factors).with_row_index(CURVE)


def as_collection(collection: Collection, history: History) -> Collection:
    """The collection with the curves of `history` in place of its runs: a filter can then ask of all their keys."""
    keys = list(history.keys)
    curves = _curves(history)
    known = [factor for factor in collection.factors if factor.column in collection.runs.columns]
    schema = collection.runs.schema
    shared = [key for key in keys if schema.get(key) == pl.String]
    if shared:
        runs = collection.runs.unique(shared, keep="first", maintain_order=True)
        curves = curves.join(runs, on=shared, how="left", nulls_equal=True)
    own = [_key_factor(key, curves) for key in keys if all(factor.column != key for factor in known)]
    present = [factor for factor in known if factor.column in curves.columns]
    return replace(collection, runs=curves, factors=(*present, *own))


def left_out(question: Question, history: History) -> str:
    """What of the filter cannot be asked of the curves of a history, as a sentence; empty where all of it can."""
    asked = asked_of(as_collection(question.collection, history), question.where, question.collection)
    return asked.sentence(f"the curves of {history.name}")


def _key_factor(key: str, curves: pl.DataFrame) -> Factor:
    """A key of a history that the runs do not have, as a factor."""
    texts = level_order(text for text in curves[key].to_list() if text is not None)
    return Factor(
        key, key, tuple(Level(text, number_in(text), short_form(text, key)) for text in texts), splits_cells=False
    )


@lru_cache(maxsize=16)
def _curves(history: History) -> pl.DataFrame:
    """The distinct keys of a history, in the order of the file; one row of nothing where it has no keys."""
    if not history.keys:
        return pl.DataFrame({ONLY: [""]})
    return collected(history.scan().select(history.keys).unique(maintain_order=True), history.name)


@lru_cache(maxsize=32)
def _read(history: History, metrics: tuple[str, ...]) -> pl.DataFrame:
    """The keys, the step and these metrics of every row with a step and some of them, in the order of the file."""
    wanted = list(dict.fromkeys((*history.keys, history.step, *metrics)))
    is_point = has_step(history.step)
    if metrics:
        is_point &= pl.any_horizontal(pl.col(metric).is_not_null() for metric in metrics)
    rows = collected(history.scan().select(wanted).filter(is_point), history.name)
    return rows if history.keys else rows.with_columns(pl.lit("").alias(ONLY))


@lru_cache(maxsize=32)
def first_step(history: History) -> float | None:
    """The smallest finite step in the history; None where there is none."""
    steps = history.scan().filter(has_step(history.step)).select(pl.col(history.step).min().cast(pl.Float64))
    first: float | None = collected(steps, history.name).item()
    return first


def key_factors(question: Question, chosen: CurveSet) -> tuple[Factor, ...]:
    """The factors that tell the curves apart, those that are answered by first."""
    first = [factor for name in question.by_names for factor in chosen.factors if name in (factor.name, factor.column)]
    return (*first, *(factor for factor in chosen.factors if factor not in first))


def chosen_history(question: Question, metrics: Sequence[str]) -> History:
    """The history that holds these metrics (or a step of that name) and the keys that are answered by.

    Of several, one that has most of the keys in the filter, and of these the one with the fewest keys beside those that
    were asked for. `UsageError` where none does.
    """
    by = set(question.by_names)
    filtered = finer_columns(question.where, question.collection)
    fitting = [
        history
        for history in question.collection.histories
        if set(metrics) <= {*history.metrics, history.step}
        and by <= {*history.keys, *_names(question.collection, history)}
    ]
    if not fitting:
        raise UsageError(_nothing_fits(question.collection, metrics))

    def distance(history: History) -> tuple[int, bool, int]:
        is_split = bool(history.task) and history.task not in by | filtered
        return len(filtered.difference(history.keys)), is_split, len(history.keys)

    return min(fitting, key=distance)


def _names(collection: Collection, history: History) -> list[str]:
    return [factor.name for factor in collection.factors if factor.column in history.keys]


def _nothing_fits(collection: Collection, metrics: Sequence[str]) -> str:
    if not collection.histories:
        return f"{collection.name} has no history: no file with a column that counts steps was found."
    there = sorted({metric for history in collection.histories for metric in history.metrics})
    return f"No history of {collection.name} holds {' and '.join(metrics)}; there is {', '.join(there[:8])}."


def measured(collection: Collection, name: str) -> Metric:
    """The metric called `name` of the runs, or of some history alone; `UsageError` with the nearest names else."""
    found = collection.metric(name)
    there = list(dict.fromkeys(metric for history in collection.histories for metric in history.metrics))
    if found is not None:
        return found
    if name not in there:
        raise unknown("metric", name, [*(metric.name for metric in collection.metrics), *there])
    said = collection.brief.metrics.get(name, MetricBrief())
    metric = Metric(name, said.label, said.unit, Direction(said.better or "unknown"))
    return directed([metric], collection.said)[0]


def history_metric(question: Question) -> str:
    """The metric asked about if it was asked for; else the primary one, or the first one, that some history holds."""
    asked = question.selection.metric or (question.view.metric if question.view else "")
    there = list(dict.fromkeys(metric for history in question.collection.histories for metric in history.metrics))
    if asked:
        return measured(question.collection, asked).name
    return question.collection.primary if question.collection.primary in there else there[0] if there else ""
