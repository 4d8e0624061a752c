"""How does it differ from the reference?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.data.metrics import Metric
from sweeplens.figures import Column, Figure, Media, Notice, Table
from sweeplens.lazy import pl
from sweeplens.panes.base import Pane, PaneView, Question, Section, chosen_view
from sweeplens.panes.columns import factor_column, level_places
from sweeplens.panes.compare_views import heatmap, summary
from sweeplens.panes.comparing import (
    by_delta,
    compared_metrics,
    comparison_captions,
    comparison_of,
    comparison_title,
)
from sweeplens.panes.composed_rows import ComposedRows
from sweeplens.panes.frame_rows import FrameRows
from sweeplens.panes.joining import DELTA, SPREAD, Comparison
from sweeplens.panes.noise import NoiseJudge
from sweeplens.panes.ordering import column_called, first_rows, ordered
from sweeplens.panes.outcomes import outcome_table
from sweeplens.panes.paired import paired_table

WRITTEN = 3
"""Metrics that a document writes, unless asked for otherwise: each takes three columns."""

VIEWS = (
    PaneView("table", "Common cells"),
    PaneView("heatmap", "Heat map of deltas"),
    PaneView("summary", "Win, tie, loss"),
    PaneView("paired", "Pairs by seed"),
)


def answer(question: Question) -> Figure:
    """Both sides of the common cells with their deltas; the deltas as a heat map; or who wins how often."""
    view = chosen_view(question, PANE.id, VIEWS)
    comparison = comparison_of(question)
    if isinstance(comparison, Notice):
        return comparison
    if view == "heatmap":
        return heatmap(question, comparison)
    if view == "summary":
        _check_order(question, comparison)
        return summary(question, comparison)
    if view == "paired":
        metric = compared_metrics(question, comparison)[0]
        return paired_table(question, comparison, metric, comparison_title(question, comparison, "pairs"))
    return _table(question, comparison)


def _check_order(question: Question, comparison: Comparison) -> None:
    """Raise `UsageError` where the order, which this view does not follow, is by no column of the common cells."""
    asked = by_delta(question).sort
    if asked is not None:
        column_called(_columns(comparison, compared_metrics(question, comparison), WRITTEN), asked[0])


def _table(question: Question, comparison: Comparison) -> Table:
    """Both sides and the delta of each metric, one row a common cell, in the candidate's order."""
    metrics = compared_metrics(question, comparison)
    columns = _columns(comparison, metrics, len(question.columns) or WRITTEN)
    places = (level_places(question.collection, factor.column) for factor in comparison.factors)
    levels = {at: found for at, found in enumerate(places) if found}
    rows = FrameRows(_values(comparison, metrics), levels, comparison.numbers)
    judged = {at: NoiseJudge(at + 1) for at, column in enumerate(columns) if column.mark_noise}
    table = Table(
        comparison_title(question, comparison, "common cells"),
        columns,
        ComposedRows(rows, judged),
        captions=comparison_captions(question, comparison, metrics),
        row_ids=comparison.numbers,
    )
    return first_rows(ordered(table, by_delta(question)), question.limit(comparison.count))


def _columns(comparison: Comparison, metrics: Sequence[Metric], written: int) -> tuple[Column, ...]:
    """The factors, then for each metric the reference, the candidate and the delta; documents write the first few."""
    media = [Media.ALL if at < written else Media.SCREEN | Media.DATA for at in range(len(metrics))]
    return (
        *map(factor_column, comparison.factors),
        *(column for each, where in zip(metrics, media, strict=True) for column in _sides(comparison, each, where)),
    )


def _sides(comparison: Comparison, metric: Metric, media: Media) -> Iterator[Column]:
    """The reference, the candidate, and the delta, which leads on the screen; behind it in data the spread of seeds."""
    names, judges = comparison.names, comparison.knows_noise
    for prefix, label in ((names.reference,) * 2, (names.candidate,) * 2, (DELTA, "Δ")):
        is_delta = prefix == DELTA
        yield Column(
            f"{prefix}_{metric.name}",
            f"{label} {metric.head}",
            unit=metric.unit,
            direction=metric.direction,
            media=media,
            leads=is_delta,
            is_difference=is_delta,
            mark_noise=is_delta and judges,
        )
    if judges:
        yield Column(f"{SPREAD}_{metric.name}", media=Media.DATA)


def _values(comparison: Comparison, metrics: Sequence[Metric]) -> pl.DataFrame:
    """What stands under `_columns`."""
    spreads = (comparison.spread,) if comparison.knows_noise else ()
    sides = (comparison.other, comparison.candidate, comparison.delta, *spreads)
    values = [side[metric.name].alias(f"{at}:{metric.name}") for metric in metrics for at, side in enumerate(sides)]
    return pl.DataFrame([*comparison.cells.get_columns(), *values])


def sections(question: Question) -> tuple[Section, ...]:
    """The common cells, and who wins by which metric."""
    figure = answer(question)
    comparison = comparison_of(question)
    if question.view is not None or isinstance(comparison, Notice):
        return (Section((question.view.title if question.view else "") or PANE.title, (figure,)),)
    outcomes = outcome_table(comparison, compared_metrics(question, comparison))
    return (Section(figure.title, (figure, outcomes)),)


PANE = Pane(
    id="compare",
    key="5",
    title="Compare",
    short="Comp.",
    question="How does it differ from the reference?",
    answer=answer,
    ranks=True,
    views=VIEWS,
    sections=sections,
    compares=True,
)
