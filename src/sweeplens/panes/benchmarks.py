"""Methods over tasks: interquartile means with intervals, probabilities of improvement, performance profiles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Axis, Column, Curves, Direction, Figure, Notice, Plot, Series, Value, table_of
from sweeplens.lazy import np, pl
from sweeplens.panes.base import Question
from sweeplens.panes.columns import factor_column
from sweeplens.panes.folding import policy_sentences
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.panes.sentences import listed, titled
from sweeplens.panes.standing import standing_sentences
from sweeplens.stats.benchmarks import (
    aggregate_iqm,
    improvement,
    improvement_interval,
    iqm_interval,
    profile,
)
from sweeplens.text import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

TASK = re.compile(r"task|env(ironment)?|game|data_?set|problem", re.IGNORECASE)
"""How a factor of tasks is called, where none is asked for."""
THRESHOLDS = 101
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
        return (scaled, *([f"{gone}{names}."] if names else []))


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
    return Scores(metric, method, task, known, count, tuple(left_out))


def _factors(question: Question) -> tuple[Factor, Factor] | None:
    """Methods and tasks: those answered by, else the factor called as tasks are and the first of the others."""
    if len(question.by) > 1:
        return question.by[0], question.by[1]
    factors = question.collection.cell_factors
    task = next((factor for factor in factors if TASK.search(factor.name)), None)
    named = question.by or tuple(
        factor for factor in factors if factor is not task and question.runs[factor.column].n_unique() > 1
    )
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


def benchmark(question: Question) -> Figure:
    """One row a method: the interquartile mean over tasks, and how likely it is above the reference, with intervals."""
    scores = scores_of(question)
    if isinstance(scores, Notice):
        return scores
    reference = _reference(question, scores)
    rows = [_row(scores, name, reference) for name in scores.by_method]
    rows.sort(key=lambda row: -float(row[2]))  # type: ignore[arg-type]
    how = "Intervals are 95 % by a seeded bootstrap, the runs of each task drawn by themselves"
    said = f"{how}; p_above is the probability that a run is above one of {reference} on a {scores.task.head}."
    table = table_of(
        titled(f"{scores.metric.head} over tasks"),
        (factor_column(scores.method), *COLUMNS),
        rows,
        captions=(said, *scores.captions, *standing_sentences(question), *policy_sentences(question)),
    )
    return first_rows(ordered(table, question), question.limit(len(rows)))


COLUMNS = (
    Column("runs", kind="integer"),
    Column("iqm", direction=Direction.HIGHER, mark_best=True, why="Interquartile mean of all runs of all tasks."),
    Column("iqm_low", label="low"),
    Column("iqm_high", label="high"),
    Column("p_above", why="Probability of improvement over the reference, ties counted half."),
    Column("p_low", label="low"),
    Column("p_high", label="high"),
)


def _reference(question: Question, scores: Scores) -> str:
    """The method that the others are held against: the one that is named, else the first."""
    named = question.selection.versus
    if named is not None and named not in scores.by_method:
        raise UsageError(f"There is no {scores.method.head} called {named}; there is {listed([*scores.by_method])}.")
    return named or next(iter(scores.by_method))


def _row(scores: Scores, name: str, reference: str) -> tuple[Value, ...]:
    tasks, other = scores.by_method[name], scores.by_method[reference]
    above: tuple[float | None, ...] = (None, None, None)
    if name != reference:
        above = (improvement(tasks, other), *improvement_interval(tasks, other))
    return (name, sum(map(len, tasks)), aggregate_iqm(tasks), *iqm_interval(tasks), *above)


def profiles(question: Question) -> Figure:
    """For each method the share of runs above every score, averaged over tasks."""
    scores = scores_of(question)
    if isinstance(scores, Notice):
        return scores
    thresholds = np.linspace(0, 1, THRESHOLDS)
    lines = [
        Series(name, thresholds.tolist(), profile(tasks, thresholds).tolist(), name)
        for name, tasks in scores.by_method.items()
    ]
    x = Axis(f"{scores.metric.head} (scaled)", low=0.0, high=1.0, name="score")
    y = Axis("share of runs above", low=0.0, high=1.0, name="share")
    title = f"Performance profiles by {scores.metric.head}"
    return Curves(title, (Plot("", x, y, tuple(lines)),), scores.captions)
