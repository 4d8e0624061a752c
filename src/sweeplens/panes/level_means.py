"""The levels of some factors in place of runs: every metric averaged over all that the factors leave open."""

from __future__ import annotations

from dataclasses import replace

from sweeplens.data.brief import Brief
from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Collection
from sweeplens.data.query import EVERYTHING
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.columns import rows_by
from sweeplens.panes.common import CommonSet, common_set, open_factors, splitting_factors
from sweeplens.panes.counting import counting, worst_values
from sweeplens.panes.sentences import listed
from sweeplens.panes.standing import average_sentences


def of_levels(question: Question) -> tuple[Question, tuple[str, ...]]:
    """The same question about a collection of one row for each combination of levels, and what was averaged.

    Means are of the finite values that the filter keeps, one a run, or one a cell where runs are folded; of the common
    set alone where that is asked for. A product was formed row by row before.
    """
    common = _common(question)
    metrics = [metric.name for metric in question.collection.metrics]
    means = [pl.col(name).filter(pl.col(name).is_finite()).mean() for name in metrics]
    keys = [factor.column for factor in question.by]
    runs = common.frame.group_by(keys, maintain_order=True).agg(*means, pl.len().cast(pl.Int64).alias(RUNS_IN_CELL))
    collection = replace(
        question.collection,
        runs=runs.with_columns(pl.lit("").alias(STATUS)),
        factors=question.by,
        cells=(),
        brief=_without_levels(question.collection.brief, question.selection.view),
    )
    asked = replace(question.selection, by=(), where=EVERYTHING, fold=False, statistic="last")
    said = (_averaged(question, runs[RUNS_IN_CELL]), *average_sentences(question), *common.sentences)
    return replace(question, collection=_undivided(collection), selection=asked), said


def _common(question: Question) -> CommonSet:
    """The rows to average: what is not finite as it is to count, and those of the common set where they are wanted."""
    frame = counting(rows_by(question, question.by).frame, worst_values(question))
    others, metric = open_factors(frame, question.by, splitting_factors(question)), question.metric
    return common_set(question, frame, question.by, others, metric.name) if metric else CommonSet(frame, (), "")


def _averaged(question: Question, counts: pl.Series) -> str:
    """`Means over beta and task (4 to 6 rows each).`"""
    varying = [
        factor.head
        for factor in splitting_factors(question)
        if factor not in question.by and question.runs[factor.column].n_unique() > 1
    ]
    rows = " to ".join(str(count) for count in dict.fromkeys((counts.min(), counts.max())) if count is not None)
    return f"Means over {listed(varying) or 'runs'} ({rows} {'cells' if question.is_folded else 'rows'} each)."


def _without_levels(brief: Brief, name: str | None) -> Brief:
    """The brief with the view's filter and levels already applied."""
    view = brief.views.get(name or "")
    if view is None:
        return brief
    return replace(brief, views={**brief.views, str(name): replace(view, by=(), where="")}, fold=False)


def _undivided(collection: Collection) -> Collection:
    """The collection with every factor counting as one that makes cells."""
    factors = tuple(replace(factor, splits_cells=True, is_replicate=False) for factor in collection.factors)
    return replace(collection, factors=factors)
