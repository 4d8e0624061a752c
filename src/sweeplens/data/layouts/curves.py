"""Curves of runs: series and sparse rows joined by step, and the curves of many runs as one history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from sweeplens.data.alike import read_alike
from sweeplens.data.layouts.runs import RUN
from sweeplens.data.layouts.walk import Tree, attempted
from sweeplens.data.names import step_rank
from sweeplens.data.problems import Problem
from sweeplens.data.steps import has_step, one_row_a_step, stepless_in
from sweeplens.data.tablefile import TableFile, read_whole
from sweeplens.lazy import np, pl

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]

_PLACE = "sweeplens:run"


def by_step(step: str, series: Mapping[str, tuple[Floats, Floats]]) -> pl.DataFrame:
    """One curve of series that were written with steps of their own: (steps, values) by metric.

    The steps in the first column, called `step`, rise; a metric is null at a step it does not have, and holds the later
    value at one it has twice. Points whose step is no number are left out.
    """
    points = {name: (at[np.isfinite(at)], values[np.isfinite(at)]) for name, (at, values) in series.items()}
    steps = np.unique(np.concatenate([at for at, _ in points.values()] or [np.empty(0)]))
    columns = [pl.Series(step, steps)]
    for name, (at, values) in points.items():
        column, is_empty = np.zeros(len(steps)), np.ones(len(steps), dtype=bool)
        rows = np.searchsorted(steps, at)
        column[rows], is_empty[rows] = values, False
        columns.append(pl.Series(name, column).scatter(np.flatnonzero(is_empty), None))
    return pl.DataFrame(columns)


def read_tables(tree: Tree, names: Iterable[str], step: str = "") -> tuple[dict[str, TableFile], list[Problem]]:
    """The main table of each of the files called `names`, held whole; what could not be read of them as it stands.

    `step` is the column that counts in those that have it.
    """
    names = list(names)
    read_alike(tree.root, names)
    found, problems = attempted(lambda path: read_whole(path, path.relative_to(tree.root).as_posix()), tree, names)
    counted = [table for table in found.values() if step in table.frame.columns]
    stepless = [problem for table in counted for problem in stepless_in(table, step)]
    return found, problems + [problem for table in found.values() for problem in table.problems] + stepless


def curve_in(table: TableFile, step: str) -> pl.DataFrame:
    """The points in a table whose column `step` counts: the step, then every numeric column that does not count."""
    counters = [column.read.values for column in table.columns if column.name == step]
    metrics = [
        column.read.values
        for column in table.columns
        if column.is_numeric and column.present and step_rank(column.key) is None
    ]
    return pl.DataFrame([*counters, *metrics])


def joined_by_step(curve: pl.DataFrame) -> pl.DataFrame:
    """`curve` with one row a step, which holds for each metric the last value that is there, in the order of the file.

    The step is the first column; rows without one are left out.
    """
    step = curve.columns[0]
    curve = curve.filter(pl.col(step).is_finite())
    if curve[step].is_unique().all():
        return curve
    return curve.group_by(step, maintain_order=True).agg(pl.exclude(step).drop_nulls().last())


def stacked(curves: Sequence[tuple[str, pl.DataFrame]]) -> pl.DataFrame:
    """The `curves`, each with its run's name, as one frame: `run`, the step, then every metric that one of them has.

    The first column of each curve is its step, which takes the name it has in the first curve. There is one row a run
    and step, which holds for each metric the last value that is there; rows without a finite step are left out.
    """
    step = curves[0][1].columns[0]
    framed = [curve if curve.columns[0] == step else curve.rename({curve.columns[0]: step}) for _, curve in curves]
    places = np.repeat(np.arange(len(curves)), [curve.height for curve in framed])
    points = pl.concat(framed, how="diagonal").with_columns(pl.Series(_PLACE, places)).filter(has_step(step))
    joined = one_row_a_step(points, [_PLACE], step)
    names = pl.Series(RUN, [name for name, _ in curves], dtype=pl.String)
    return joined.with_columns(names.gather(joined[_PLACE])).select(RUN, pl.exclude(RUN, _PLACE))


def last_values(history: pl.DataFrame) -> pl.DataFrame:
    """For each run of a stacked history and each metric, the value at the greatest step that has one; `run` first."""
    step = history.columns[1]
    metrics = pl.exclude(RUN, step)
    return history.sort(step, maintain_order=True).group_by(RUN, maintain_order=True).agg(metrics.drop_nulls().last())
