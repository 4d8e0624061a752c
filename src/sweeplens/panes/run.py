"""One run in full: what it is, what it gave, and which place that is among the rows that are shown."""

from __future__ import annotations

from sweeplens.data.collection import STATUS, Collection
from sweeplens.data.metrics import Metric
from sweeplens.figures import Column, Direction, Document, Media, Paragraph, Table, Value, table_of
from sweeplens.panes.base import Question
from sweeplens.panes.ordering import without_columns
from sweeplens.panes.sentences import row_in_words
from sweeplens.panes.standing import standing_sentences
from sweeplens.stats.ranks import is_downwards


def run_figure(question: Question, run: int) -> Document:
    """The run with this number: its factors and texts, and every metric with its rank among the rows that are shown."""
    collection = question.collection
    levels = [collection.runs[factor.column][run] for factor in collection.factors]
    title = row_in_words(collection.factors, levels) or f"Run {run + 1}"
    metrics = _metrics_table(question, run)
    said = map(Paragraph, (_place(question, run), *standing_sentences(question)))
    return Document(title, (*said, metrics, _facts_table(collection, run)), data=metrics)


def _place(question: Question, run: int) -> str:
    """How many rows its ranks are among, and where it was read from."""
    shown = f"Ranked among {len(question.rows)} rows that are shown"
    is_among = run in question.rows
    files = [file.name for file in question.collection.files if file.what == "summary"]
    source = f" {files[0]} holds it." if files else ""
    return f"{shown}{'' if is_among else ', of which it is none'}.{source}"


def _metrics_table(question: Question, run: int) -> Table:
    """Every metric: its value, its rank from the better end (the highest where it is unknown), and the best value."""
    arrows = {metric.head: metric.head_with_arrow for metric in question.collection.metrics}
    columns = (
        Column("metric", kind="level", is_key=True, media=Media.DATA),
        Column("metric", kind="level", is_key=True, media=Media.SCREEN | Media.DOCUMENT, short=arrows),
        Column("value"),
        Column("rank", kind="integer"),
        Column("of", kind="integer"),
        Column("best"),
        Column("formula", kind="text", media=Media.SCREEN | Media.DATA),
    )
    metrics = question.collection.metrics
    table = table_of("Metrics", columns, [_metric_row(question, metric, run) for metric in metrics])
    return table if any(metric.formula for metric in metrics) else without_columns(table, ["formula"])


def _metric_row(question: Question, metric: Metric, run: int) -> tuple[Value, ...]:
    value = question.standing.runs[metric.name][run]
    finite = question.runs[metric.name].drop_nulls()
    finite = finite.filter(finite.is_finite())
    downwards = is_downwards(metric.direction)
    rank = None
    if value is not None and value - value == 0:
        rank = 1 + int((finite > value if downwards else finite < value).sum())
    best = None if metric.direction is Direction.UNKNOWN else finite.max() if downwards else finite.min()
    return (metric.name, metric.head, value, rank, len(finite), best, metric.formula)


def _facts_table(collection: Collection, run: int) -> Table:
    """Factors, status, constants and everything else that stands in the run's row."""
    row = collection.runs.row(run, named=True)
    facts = [
        *((factor.head, row[factor.column]) for factor in collection.factors),
        *((("status", row[STATUS]),) if STATUS in row else ()),
        *collection.constants,
        *((name, row.get(name)) for name in collection.texts),
    ]
    return table_of("Facts", (Column("what", kind="level", is_key=True), Column("value", kind="text")), facts)
