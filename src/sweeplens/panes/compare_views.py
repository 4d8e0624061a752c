"""A comparison as a heat map, and as a count of who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Block, Document, Field, Grid, Ordering, Paragraph, Table, Value, table_of
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.behind import filter_of
from sweeplens.panes.columns import factor_column
from sweeplens.panes.comparing import by_delta, compared_metrics, comparison_captions, comparison_title
from sweeplens.panes.drift import cells_sentences, drift_sentences, means_sentence
from sweeplens.panes.frame_rows import all_places, sort_key
from sweeplens.panes.grid_order import asked_ordering, order_sentence
from sweeplens.panes.joining import DELTA, Comparison
from sweeplens.panes.outcomes import level_table, outcome_table
from sweeplens.panes.sentences import listed, row_in_words

MOST_CELLS = 60
"""Cells of a heat map, unless asked for otherwise."""
LISTED = 200
"""Cells of one side that are listed one by one."""
BROKEN_DOWN = 3
"""Metrics that are counted level by level, unless others are asked for."""


def heatmap(question: Question, comparison: Comparison) -> Grid:
    """The deltas, metrics by common cells: colours by row, the true delta in each field."""
    metrics = compared_metrics(question, comparison)
    ordering, places = _ordered(question, comparison, metrics)
    count = min(question.limit(MOST_CELLS), comparison.count)
    shown = places.head(count)
    cells = comparison.cells[shown].rows() if comparison.factors else [()]
    behind = [filter_of(comparison.factors, row) if row else "" for row in cells]
    more = f"The first {count} of {comparison.count} common cells." if count < comparison.count else ""
    colours = "Colours are relative to the largest delta of their row; the numbers are the true deltas."
    captions = (colours, more, order_sentence(ordering), *comparison_captions(question, comparison, metrics))
    return Grid(
        comparison_title(question, comparison, "deltas"),
        row_head="metric",
        column_head="cell",
        row_labels=tuple(metric.head for metric in metrics),
        column_labels=tuple(row_in_words(comparison.factors, row) or DELTA for row in cells),
        fields=tuple(_fields(comparison, metric, shown, behind) for metric in metrics),
        normalise="row",
        centred=True,
        captions=tuple(caption for caption in captions if caption),
        row_names=tuple(metric.name for metric in metrics),
        short={metric.head: metric.head_with_arrow for metric in metrics},
        ordering=ordering,
    )


def _ordered(question: Question, comparison: Comparison, metrics: Sequence[Metric]) -> tuple[Ordering, pl.Series]:
    """By what the common cells can be ordered, a delta each, and their places in the order that is asked for."""
    names = tuple(f"{DELTA}_{metric.name}" for metric in metrics)
    asked = by_delta(question)
    metric = metrics[names.index(asked.sort[0])] if asked.sort and asked.sort[0] in names else metrics[0]
    ordering = asked_ordering(Ordering(names, of="columns"), asked, metric.direction)
    if ordering.by is None:
        return ordering, pl.arange(comparison.count, eager=True)
    return ordering, all_places(sort_key(comparison.delta[metric.name]), ordering.by[1])


def _fields(comparison: Comparison, metric: Metric, shown: pl.Series, behind: Sequence[str]) -> tuple[Field, ...]:
    """The deltas of the common cells that are `shown`, with the filter that keeps what is behind each."""
    deltas, within = comparison.delta[metric.name].gather(shown), comparison.within_noise(metric).gather(shown)
    return tuple(
        Field(delta, where=where, within_noise=is_within)
        for delta, is_within, where in zip(deltas, within, behind, strict=True)
    )


def summary(question: Question, comparison: Comparison) -> Document:
    """Who wins how often, over all and by each factor, and what is only on one side."""
    metrics = compared_metrics(question, comparison)
    broken_down = metrics[: len(question.columns) or BROKEN_DOWN]
    said = (*cells_sentences(comparison), means_sentence(comparison, metrics))
    blocks: list[Block] = [
        *(Paragraph(sentence) for sentence in said if sentence),
        outcome_table(comparison, metrics),
        *(level_table(comparison, broken_down, factor) for factor in _by(question, comparison)),
        *_one_sided(comparison),
        *(Paragraph(sentence) for sentence in drift_sentences(question.collection, comparison)),
    ]
    return Document(comparison_title(question, comparison, "outcomes"), tuple(blocks))


def _by(question: Question, comparison: Comparison) -> tuple[Factor, ...]:
    """The factors that are answered by; else those that part the common cells into groups of several."""
    columns = comparison.cells.columns
    for factor in question.by:
        if factor.column not in columns:
            raise UsageError(
                f"{factor.head} does not tell the common cells apart; {listed(columns) or 'nothing'} does."
            )
    return question.by or tuple(
        factor for factor in comparison.factors if 1 < comparison.cells[factor.column].n_unique() < comparison.count
    )


def _one_sided(comparison: Comparison) -> Iterator[Table]:
    """The cells that only one side has, one by one."""
    for name, cells, factors in comparison.alone:
        rows: list[tuple[Value, ...]] = cells.head(LISTED).rows()
        captions = (f"{LISTED} of {cells.height} cells.",) if cells.height > LISTED else ()
        yield table_of(f"Only in {name}", [*map(factor_column, factors)], rows, captions=captions)
