"""The curves of one pair of axes as lines: one by one, or folded into their cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from sweeplens.data.metrics import Metric
from sweeplens.figures import Divergence, Series, Stand
from sweeplens.lazy import pl
from sweeplens.panes.curve_bands import WORST, Run, folded_line
from sweeplens.panes.curve_drawing import Drawing
from sweeplens.stats.dynamics import divergence
from sweeplens.stats.smoothing import smoothed

Group: TypeAlias = "tuple[Series, ...]"
"""The lines that are drawn of one curve, or of one cell: those that lie behind first."""


def lines_of(
    drawing: Drawing, metric: Metric, curves: Iterable[int], stands: Mapping[int, Stand] | None = None
) -> list[Group]:
    """What is drawn of a metric, curve by curve, or cell by cell where they are folded.

    `stands` says by curve what its line, or that of its cell, stands for.
    """
    known = stands or {}
    if drawing.is_folded:
        return _folded(drawing, metric, curves, known)
    return [_lines(drawing, metric, curve, points, known.get(curve)) for curve, points in drawing.parts(curves)]


def _lines(drawing: Drawing, metric: Metric, curve: int, points: pl.DataFrame, stands: Stand | None = None) -> Group:
    """The curve; where it is smoothed, thin behind it what was measured."""
    weight = drawing.question.selection.smoothing
    written = points.filter(pl.col(metric.name).is_not_null())
    x, y = drawing.x_values(written), written[metric.name].to_list()
    line = Series(
        drawing.name(curve),
        x,
        y,
        drawing.colour(curve),
        drawing.pattern(curve),
        diverged=divergence(x, y),
        levels=drawing.levels(curve),
        stands=stands,
    )
    return (replace(line, pattern="thin"), replace(line, y=smoothed(y, weight))) if weight else (line,)


def _folded(drawing: Drawing, metric: Metric, curves: Iterable[int], stands: Mapping[int, Stand]) -> list[Group]:
    """The runs of each cell as thin lines, and over them their centre with its band."""
    cells, selection = drawing.cells, drawing.question.selection
    runs: dict[str, list[Run]] = {}
    levels: dict[str, tuple[str, ...]] = {}
    for curve, points in drawing.parts(curves):
        *_, line = _lines(drawing, metric, curve, points, stands.get(curve))
        own = replace(line, colour=cells.colour(curve), pattern=cells.pattern(curve))
        runs.setdefault(cells.name(curve), []).append(Run(own, _worst(points, metric)))
        levels.setdefault(cells.name(curve), cells.levels(curve))
    return [
        (
            *(replace(run.line, pattern="thin", stands=None) for run in of),
            replace(folded_line(name, of, selection.folding, selection.interpolate), levels=levels[name]),
        )
        for name, of in runs.items()
    ]


def _worst(points: pl.DataFrame, metric: Metric) -> Sequence[float | None]:
    """What the values count as that are not finite, at the steps that are written."""
    return points.filter(pl.col(metric.name).is_not_null())[WORST].to_list() if WORST in points.columns else ()


def trajectories(drawing: Drawing, x: Metric, y: Metric) -> list[Group]:
    """Each run's way along the steps, its start and its end marked."""
    return [(_trajectory(drawing, x, y, curve, points),) for curve, points in drawing.parts(drawing.all)]


def _trajectory(drawing: Drawing, x: Metric, y: Metric, curve: int, points: pl.DataFrame) -> Series:
    """One run's way through the steps at which both are written; where it ends in NaN or Inf, its last finite point."""
    pairs = points.select(pl.col(x.name, y.name).cast(pl.Float64)).drop_nulls().rows()
    finite = [pair for pair in pairs if all(map(math.isfinite, pair))]
    is_gone = bool(finite) and finite[-1] is not pairs[-1]
    return Series(
        drawing.name(curve),
        [across for across, _ in pairs],
        [up for _, up in pairs],
        colour=drawing.colour(curve),
        pattern=drawing.pattern(curve),
        diverged=Divergence(finite[-1][0], finite[-1][1], finite[-1][0]) if is_gone else None,
        start_mark=True,
        end_mark=not is_gone,
        levels=drawing.levels(curve),
    )
