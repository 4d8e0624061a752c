"""The gap of one metric as a heat map: one factor down, one across."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Field, Figure, Grid, Notice, Ordering
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.behind import filter_of
from sweeplens.panes.gapping import (
    candidate_minus_reference,
    checkpoint,
    gap_captions,
    gap_means,
    gap_title,
    level_head,
    level_texts,
    row_factors,
)
from sweeplens.panes.grid_order import ordered_grid
from sweeplens.panes.histories import history_metric, measured
from sweeplens.panes.mode_pairs import pairs_of, reference

Gaps: TypeAlias = "Mapping[tuple[str, ...], float | None]"
"""The gap of each combination of levels."""

GAP = "gap"
"""The name to order rows by their mean gap."""


def gap_map(question: Question, title: str) -> Figure:
    """The gap of the metric asked about at a checkpoint; a notice called `title` where there is nothing to compare."""
    metric = measured(question.collection, history_metric(question))
    pairs = pairs_of(question, [metric.name])
    slider, said = checkpoint(question, pairs, "final")
    by = row_factors(question, pairs)[:2]
    if slider is None or not by:
        return Notice(title, said if slider is None else ("There is nothing but the mode to compare by.",))
    means, averaging = gap_means(question, pairs, slider.at, by)
    grid = replace(
        _grid(metric, by, _gaps(metric, means, by)),
        title=gap_title(question, f"{metric.head}: {candidate_minus_reference(pairs)}"),
        captions=gap_captions(question, pairs, (*said, *averaging)),
        slider=slider,
    )
    return ordered_grid(grid, question, known=[text for factor in by[1:] for text in level_texts(factor)])


def _gaps(metric: Metric, means: pl.DataFrame, by: Sequence[Factor]) -> Gaps:
    """The gap of each combination of levels that has a pair; None where no pair is finite."""
    differences = means[metric.name] - means[reference(metric.name)]
    return dict(zip(means.select(factor.column for factor in by).rows(), differences, strict=True))


def _grid(metric: Metric, by: Sequence[Factor], gaps: Gaps) -> Grid:
    """The levels that have a gap, those of the first factor down, those of the second, where there is one, across."""
    down, across = by[0], by[1:]
    rows = [text for text in level_texts(down) if any(key[0] == text for key in gaps)]
    others: list[tuple[str, ...]] = [(text,) for factor in across for text in level_texts(factor)] or [()]
    columns = [other for other in others if any(key[1:] == other for key in gaps)]
    heads = [level_head(across[0], *other) if other else metric.head for other in columns]
    return Grid(
        "",
        down.head,
        across[0].head if across else metric.head,
        tuple(level_head(down, text) for text in rows),
        tuple(heads),
        tuple(tuple(_field(gaps, by, (text, *other)) for other in columns) for text in rows),
        centred=True,
        ordering=Ordering(tuple(text for other in columns for text in other), GAP),
    )


def _field(gaps: Gaps, by: Sequence[Factor], key: tuple[str, ...]) -> Field:
    return Field(gaps.get(key), where=filter_of(by, key))
