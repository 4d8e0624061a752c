"""Methods over tasks: interquartile means with intervals, probabilities of improvement, performance profiles."""

from __future__ import annotations

from collections.abc import Iterator

from sweeplens.errors import UsageError
from sweeplens.figures import Axis, Column, Curves, Direction, Figure, Media, Notice, Plot, Series, Value, table_of
from sweeplens.lazy import np
from sweeplens.panes.base import Question
from sweeplens.panes.benchmark_scores import Scores, scores_of
from sweeplens.panes.columns import factor_column
from sweeplens.panes.folding import policy_sentences
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.panes.sentences import listed, titled
from sweeplens.panes.standing import standing_sentences
from sweeplens.stats.benchmarks import (
    Tasks,
    aggregate_iqm,
    are_repeated,
    improvement,
    improvement_interval,
    iqm_interval,
    profile,
    profile_band,
)

THRESHOLDS = 101
NOTHING = (None, None)
"""Of an interval that cannot be told."""


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
        (factor_column(scores.method), *COLUMNS, _nonfinite_column(scores)),
        rows,
        captions=(
            said,
            *_too_few(scores),
            *scores.captions,
            *standing_sentences(question),
            *policy_sentences(question),
        ),
    )
    return first_rows(ordered(table, question), question.limit(len(rows)))


def _nonfinite_column(scores: Scores) -> Column:
    """How many runs do not count; for data alone where all do."""
    media = Media.ALL if any(scores.nonfinite.values()) else Media.DATA
    return Column("nonfinite", kind="integer", media=media, why="Runs with NaN or Inf, which do not count.")


def _too_few(scores: Scores) -> Iterator[str]:
    """Which methods have no interval."""
    names = [name for name, tasks in scores.by_method.items() if not are_repeated(tasks)]
    if names:
        yield f"Of {listed(names)} n is too small to say an interval: there is one run a {scores.task.head}."


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
        above = (improvement(tasks, other), *(improvement_interval(tasks, other) or NOTHING))
    iqm = (aggregate_iqm(tasks), *(iqm_interval(tasks) or NOTHING))
    return (name, sum(map(len, tasks)), *iqm, *above, scores.nonfinite[name])


def profiles(question: Question) -> Figure:
    """For each method the share of runs above every score, averaged over tasks."""
    scores = scores_of(question)
    if isinstance(scores, Notice):
        return scores
    x = Axis(f"{scores.metric.head} (scaled)", low=0.0, high=1.0, name="score")
    y = Axis("share of runs above", low=0.0, high=1.0, name="share")
    plot = Plot("", x, y, tuple(_profile(name, tasks) for name, tasks in scores.by_method.items()))
    bands = (
        f"Bands are 95 % at each score by a seeded bootstrap, the runs of each {scores.task.head} drawn by themselves."
    )
    said = (bands, *_too_few(scores), *scores.captions, *standing_sentences(question), *policy_sentences(question))
    return Curves(f"Performance profiles by {scores.metric.head}", (plot,), said)


def _profile(name: str, tasks: Tasks) -> Series:
    """The profile of one method, with its band where there is one."""
    thresholds = np.linspace(0, 1, THRESHOLDS)
    low, high = profile_band(tasks, thresholds) or NOTHING
    band = {} if low is None or high is None else {"low": low.tolist(), "high": high.tolist()}
    return Series(name, thresholds.tolist(), profile(tasks, thresholds).tolist(), name, **band)
