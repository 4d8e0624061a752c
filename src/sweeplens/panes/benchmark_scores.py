"""Scores of methods over tasks: which runs of which tasks count, and how they are scaled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Direction, Notice
from sweeplens.lazy import np, pl
from sweeplens.panes.base import Question
from sweeplens.panes.sentences import listed
from sweeplens.text import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

TASK = re.compile(r"task|env(ironment)?|game|data_?set|problem", re.IGNORECASE)
"""How a factor of tasks is called, where none is asked for."""
NAMED = 6
TITLE = "Methods over tasks"


@dataclass(frozen=True, eq=False)
class Scores:
    """The runs of each method by task, over the tasks that all methods have."""

    metric: Metric
    method: Factor
    task: Factor
    by_method: Mapping[str, list[Array]]
    """For each method its runs, task by task, each task scaled to the range of all runs: 1 is the better end."""
    tasks: int
    left_out: tuple[str, ...]
    """Tasks that not every method has, or on which all runs are equal."""
    nonfinite: Mapping[str, int]
    """By method how many runs with NaN or Inf do not count."""
    pooled: tuple[str, ...]
    """Factors of which a method has several levels on one task: its runs count alike."""

    @property
    def captions(self) -> tuple[str, ...]:
        """How scores are scaled, and which tasks are left out."""
        ends = (
            "0 the lowest, 1 the highest" if self.metric.direction is Direction.UNKNOWN else "0 the worst, 1 the best"
        )
        scaled = (
            f"Scores of {plural(self.tasks, self.task.head)} are scaled {self.task.head} by {self.task.head}: {ends}."
        )
        more = [plural(len(self.left_out) - NAMED, "further one")] if len(self.left_out) > NAMED else []
        gone = f"Left out, as not every {self.method.head} has it or all runs are equal: "
        names = listed([*self.left_out[:NAMED], *more])
        pooled = f"Runs of one {self.method.head} on one {self.task.head} count alike, whatever their "
        return (
            scaled,
            *([f"{pooled}{listed(self.pooled)}; a filter can choose."] if self.pooled else []),
            *([f"{gone}{names}."] if names else []),
        )


def scores_of(question: Question) -> Scores | Notice:
    """The runs that the filter keeps, by method and task; a notice where there are no tasks in common."""
    metric, factors = question.metric, _factors(question)
    if metric is None or factors is None:
        return Notice(TITLE, ("This takes a metric, methods and tasks; name the factors: --by METHOD,TASK.",))
    method, task = factors
    runs = question.runs.filter(_counts(question, metric))
    methods = [level.text for level in method.levels if (runs[method.column] == level.text).any()]
    known: dict[str, list[Array]] = {name: [] for name in methods}
    left_out = []
    for level in task.levels:
        scaled = _scaled(runs.filter(pl.col(task.column) == level.text), metric, method.column)
        if set(scaled) == set(methods):
            for name in methods:
                known[name].append(scaled[name])
        else:
            left_out.append(level.head)
    count = len(task.levels) - len(left_out)
    if not count:
        return Notice(TITLE, (f"No {task.head} has runs of every {method.head}; a filter can leave some out.",))
    gone = question.runs.filter(~_counts(question, metric) & pl.col(metric.name).is_not_null())
    nonfinite = {name: int((gone[method.column] == name).sum()) for name in methods}
    return Scores(metric, method, task, known, count, tuple(left_out), nonfinite, _pooled(question, runs, factors))


def _pooled(question: Question, runs: pl.DataFrame, factors: tuple[Factor, Factor]) -> tuple[str, ...]:
    """What runs of one method on one task differ in, besides their replicate."""
    others = [factor for factor in question.collection.cell_factors if factor not in factors]
    levels = runs.group_by([factor.column for factor in factors]).agg(pl.col(f.column).n_unique() for f in others)
    return tuple(factor.head for factor in others if (levels[factor.column] > 1).any())


def _factors(question: Question) -> tuple[Factor, Factor] | None:
    """Methods and tasks: those answered by, else the factor called as tasks are and the first of the others.

    Where none is called so and runs are repeated in cells of two factors, the one of more levels is taken for tasks.
    """
    if len(question.by) > 1:
        return question.by[0], question.by[1]
    varying = [f for f in question.collection.cell_factors if question.runs[f.column].n_unique() > 1]
    task = next((factor for factor in question.collection.cell_factors if TASK.search(factor.name)), None)
    if task is None and len(varying) == 2 and question.collection.is_repeated:
        task = max(varying, key=lambda factor: len(factor.levels))
    named = question.by or tuple(factor for factor in varying if factor is not task)
    return (named[0], task) if task and named else None


def _counts(question: Question, metric: Metric) -> pl.Expr:
    """Which runs count: those with a finite value, and those with NaN or Inf where these are to count as worst."""
    value = pl.col(metric.name)
    are_left_out = question.selection.nonfinite == "exclude" or metric.direction is Direction.UNKNOWN
    return value.is_finite() if are_left_out else value.is_not_null()


def _scaled(runs: pl.DataFrame, metric: Metric, method: str) -> dict[str, Array]:
    """The runs of one task by method, 0 the worst finite one and NaN, 1 the best; empty where all are equal."""
    finite = runs[metric.name].filter(runs[metric.name].is_finite()).to_numpy()
    if not len(finite) or finite.min() == finite.max():
        return {}
    worst, best = float(finite.min()), float(finite.max())
    if metric.direction is Direction.LOWER:
        worst, best = best, worst
    value = pl.col(metric.name)
    counted = runs.with_columns(pl.when(value.is_finite()).then(value).otherwise(worst).alias(metric.name))
    parts = counted.partition_by(method, as_dict=True).items()
    return {str(name): (part[metric.name].to_numpy() - worst) / (best - worst) for (name,), part in parts}
