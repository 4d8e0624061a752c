"""What rows stand for, in columns and sentences: which value of a run, and how runs were folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sweeplens.data.metrics import Metric
from sweeplens.data.standing import history_of, step_column
from sweeplens.figures import Column, Direction
from sweeplens.panes.base import Question
from sweeplens.panes.folding import fold_sentences, policy_sentences


def row_sentences(question: Question) -> tuple[str, ...]:
    """Which value of its history a run stands for, and how runs are folded; nothing of what is as it stands."""
    return (*standing_sentences(question), *fold_sentences(question))


def average_sentences(question: Question) -> tuple[str, ...]:
    """The same of averages over rows: nothing of how runs could be folded, but what NaN counts as."""
    made = fold_sentences if question.is_folded else policy_sentences
    return (*standing_sentences(question), *made(question))


def with_steps(columns: Iterable[Column], question: Question) -> Iterator[Column]:
    """The columns, behind each metric that a history gave the step of its value: `score_step`."""
    for column in columns:
        yield column
        if not question.is_folded and step_column(column.name) in question.runs.columns:
            yield Column(f"{column.name}_step", label="@", why=f"The step at which {column.head} has this value.")


def frame_name(column: Column, question: Question) -> str:
    """What the runs call a column that `with_steps` gave."""
    name = step_column(column.name.removesuffix("_step"))
    return name if column.label == "@" and name in question.runs.columns else column.name


def standing_sentences(question: Question) -> tuple[str, ...]:
    """Which value stands for a run; which metrics are as stored, and why. Nothing for the stored values."""
    statistic = question.selection.statistic
    if statistic == "last":
        return ()
    mean = f"mean of the last {question.selection.mean_of} values"
    what = {"best": "best value", "min": "lowest value", "max": "highest value", "mean": mean}[statistic]
    metrics = question.collection.metrics
    given = [metric for metric in metrics if step_column(metric.name) in question.runs.columns]
    first = [f"Each run stands for the {what} of its history; one that ends in NaN or Inf stands for that."]
    return tuple((first if given else []) + list(_as_stored(question, [m for m in metrics if m not in given])))


def _as_stored(question: Question, metrics: list[Metric]) -> Iterator[str]:
    lacking = [metric.head for metric in metrics if history_of(question.collection, metric) is None]
    unknown = [
        metric.head for metric in metrics if metric.head not in lacking and metric.direction is Direction.UNKNOWN
    ]
    if lacking:
        yield f"As stored, in no history run by run: {', '.join(lacking)}."
    if unknown:
        yield f"As stored, as its better end is unknown: {', '.join(unknown)}."
