"""A metric along the levels of one factor, a line for each level of another, with the runs behind every point."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Axis, Curves, Figure, Notice, Plot, Series
from sweeplens.lazy import pl
from sweeplens.panes.axes import metric_axis
from sweeplens.panes.base import Question
from sweeplens.panes.cell_values import HIGH, LEAVES_OUT, LOW, N, cell_values, folded
from sweeplens.panes.common import common_set, making_cells
from sweeplens.panes.level_axes import LevelAxis, level_axis
from sweeplens.panes.sentences import listed, titled
from sweeplens.panes.standing import row_sentences
from sweeplens.stats.spacing import spacing
from sweeplens.text import plural

MOST_LINES = 12
"""Lines that are drawn; a filter chooses among more."""
MOST_DOTS = 12
"""Runs behind a point up to which each is drawn."""
MOST_NAMES = 12
"""Levels that have room for their names on an axis."""
_Y = "sweeplens:y"


@dataclass(frozen=True)
class _Axes:
    """What the lines go along, and what tells them apart."""

    metric: Metric
    along: Factor
    by: Factor | None
    places: LevelAxis

    @property
    def keys(self) -> list[str]:
        """The columns of both factors, the one that the lines go along first."""
        return [self.along.column, *([self.by.column] if self.by else [])]

    @property
    def others(self) -> list[str | None]:
        """The levels that have a line each; None for the only one."""
        return [level.text for level in self.by.levels] if self.by else [None]

    def head(self, level: str | None) -> str:
        """What a line is called."""
        found = self.by.level(level) if self.by is not None and level is not None else None
        return found.head if found else self.metric.head

    def of(self, frame: pl.DataFrame, level: str | None) -> pl.DataFrame:
        """The rows of one line that have a place on the axis, in its order."""
        rows = frame if self.by is None else frame.filter(pl.col(self.by.column) == level)
        at = pl.col(self.along.column).replace_strict(self.places.places, default=None, return_dtype=pl.Float64)
        return rows.with_columns(at.alias(self.along.column)).drop_nulls(self.along.column).sort(self.along.column)


def factor_lines(question: Question) -> Figure:
    """The metric against the levels of a factor, on a log axis where these are log-spaced."""
    metric, factors = question.metric, _factors(question)
    if metric is None or not factors:
        return Notice("Along a factor", ("Lines take a metric and a factor of several levels: --by BETA,FAMILY.",))
    others = [factor for factor in question.collection.cell_factors if factor not in factors]
    common = common_set(question, cell_values(question, metric), factors, others, metric.name)
    axes = _Axes(metric, factors[0], factors[1] if len(factors) > 1 else None, level_axis(factors[0]))
    keys = [factor.column for factor in question.collection.cell_factors]
    runs = question.runs.join(common.frame, on=keys, how="semi", nulls_equal=True)
    lines = [line for level in axes.others if (line := list(_lines(axes, common.frame, runs, level)))]
    dots = _most_dots(lines) if question.collection.is_repeated else 0
    drawn = [line if 0 < dots <= MOST_DOTS else line[-1:] for line in lines[:MOST_LINES]]
    said = (*_said(others, dots, len(lines)), common.sentence, *row_sentences(folded(question)))
    series = tuple(each for line in drawn for each in line)
    plot = Plot("", axes.places.axis, _y_axis(metric, question.selection.log, series, common.frame), series)
    return Curves(_title(axes), (plot,), tuple(filter(None, said)), keys=(axes.by.head,) if axes.by else ())


def _factors(question: Question) -> Sequence[Factor]:
    """Those answered by; else the first one of numbers, or the longest one that has room, and the shortest other."""
    if question.by:
        return making_cells(question, question.by[:2])
    varying = sorted((f for f in question.collection.cell_factors if len(f.levels) > 1), key=lambda f: len(f.levels))
    measured = [factor for factor in varying if spacing([level.number for level in factor.levels]) != "even"]
    readable = [factor for factor in varying if len(factor.levels) <= MOST_NAMES]
    along = next(iter((*measured, *reversed(readable), *varying)), None)
    return [along, *(factor for factor in varying if factor is not along)][:2] if along else ()


def _y_axis(metric: Metric, log: bool, series: Sequence[Series], cells: pl.DataFrame) -> Axis:
    """The axis of the metric: as far as its lines need, without the whiskers of cells that leave diverged runs out."""
    if not cells[LEAVES_OUT].any():
        return metric_axis(metric, log)
    ends = cells.filter(~pl.col(LEAVES_OUT)).select(LOW, HIGH)
    values = [*(y for line in series for y in line.y), *ends[LOW].drop_nulls(), *ends[HIGH].drop_nulls()]
    return metric_axis(metric, log, min(values, default=None), max(values, default=None))


def _lines(axes: _Axes, cells: pl.DataFrame, runs: pl.DataFrame, level: str | None) -> Iterator[Series]:
    """The runs of one line as points, and the line through the means of its cells; nothing where there are none."""
    value, head = pl.col(axes.metric.name), axes.head(level)
    alone = pl.len() == 1
    ends = [pl.when(alone).then(pl.col(end).first()).alias(end) for end in (LOW, HIGH)]
    means = cells.group_by(axes.keys, maintain_order=True).agg(value.mean().alias(_Y), *ends, pl.col(N).sum())
    line, points = axes.of(means, level), axes.of(runs.filter(value.is_finite()), level)
    if line.height:
        colour, levels = level or axes.metric.name, () if level is None else (head,)
        x, y = points[axes.along.column].to_list(), points[axes.metric.name].to_list()
        yield Series(f"runs of {head}", x, y, colour, "points")
        x, y, n = (line[name].to_list() for name in (axes.along.column, _Y, N))
        low, high = ([math.nan if end is None else end for end in line[name]] for name in (LOW, HIGH))
        yield Series(head, x, y, colour, low=low, high=high, n=n, levels=levels, is_sparse=True)


def _title(axes: _Axes) -> str:
    by = f" by {axes.by.head}" if axes.by else ""
    return titled(f"{axes.metric.head} along {axes.along.head}{by}")


def _most_dots(lines: Sequence[Sequence[Series]]) -> int:
    """How many runs stand behind one point, at most."""
    return max((most for line in lines for _, most in Counter(line[0].x).most_common(1)), default=0)


def _said(others: Sequence[Factor], dots: int, lines: int) -> Iterator[str]:
    """What the lines are means over, what stands beside them, and what is not drawn."""
    if others:
        yield f"Points are means over {listed([factor.head for factor in others])}; every cell weighs alike."
    if dots > MOST_DOTS:
        yield f"Single runs are not drawn, as there are {dots} of some point; a filter leaves fewer."
    elif dots:
        yield "Dots at their right are single runs." if others else "Whiskers are those of a cell, dots single runs."
    if lines > MOST_LINES:
        yield f"{plural(lines - MOST_LINES, 'further line')} left out; a filter chooses."
