"""The levels of some factors in place of runs: every metric averaged over all that the factors leave open."""

from __future__ import annotations

from dataclasses import replace

from sweeplens.data.brief import Brief
from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Collection
from sweeplens.data.query import EVERYTHING
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.sentences import listed


def of_levels(question: Question) -> tuple[Question, str]:
    """The same question about a collection of one row for each combination of levels, and what was averaged.

    Means are of the finite values that the filter keeps; a product was formed row by row before.
    """
    keys = [factor.column for factor in question.by]
    metrics = [metric.name for metric in question.collection.metrics]
    means = [pl.col(name).filter(pl.col(name).is_finite()).mean() for name in metrics]
    runs = question.runs.group_by(keys, maintain_order=True).agg(*means, pl.len().cast(pl.Int64).alias(RUNS_IN_CELL))
    counts: list[int] = runs[RUNS_IN_CELL].unique().sort().to_list()
    rows = " to ".join(str(count) for count in dict.fromkeys((*counts[:1], *counts[-1:])))
    said = f"Means over {listed(_averaged_over(question)) or 'runs'} ({rows} rows each)."
    collection = replace(
        question.collection,
        runs=runs.with_columns(pl.lit("").alias(STATUS)),
        factors=question.by,
        brief=_without_levels(question.collection.brief, question.selection.view),
    )
    selection = replace(question.selection, by=(), where=EVERYTHING, fold=False)
    return replace(question, collection=_undivided(collection), selection=selection), said


def _averaged_over(question: Question) -> list[str]:
    """The factors that vary among the rows and are not answered by."""
    others = [factor for factor in question.collection.factors if factor not in question.by and factor.splits_cells]
    return [factor.head for factor in others if question.runs[factor.column].n_unique() > 1]


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
