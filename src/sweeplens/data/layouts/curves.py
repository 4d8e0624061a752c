"""Curves of runs: series and sparse rows joined by step, and the curves of many runs as one history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from sweeplens.data.layouts.runs import RUN
from sweeplens.data.layouts.walk import Tree, attempted
from sweeplens.data.names import step_rank
from sweeplens.data.problems import Problem
from sweeplens.data.tablefile import TableFile, read_table
from sweeplens.lazy import np, pl

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Complexes: TypeAlias = npt.NDArray[np.complex128]


def by_step(step: str, series: Mapping[str, tuple[Floats, Floats]], keep_repeats: bool = False) -> pl.DataFrame:
    """One curve of series that were written with steps of their own: (steps, values) by metric.

    The steps in the first column, called `step`, rise; a metric is null at a step it does not have. Where it has a step
    twice it holds the later value, or with `keep_repeats` a row for each. Points whose step is no number are left out.
    """
    points = {name: _in_order(at, values, keep_repeats) for name, (at, values) in series.items()}
    rows = np.unique(np.concatenate([places for places, _ in points.values()]))
    columns = [pl.Series(step, rows.real)]
    for name, (places, values) in points.items():
        column, is_empty = np.zeros(len(rows)), np.ones(len(rows), dtype=bool)
        at = np.searchsorted(rows, places)
        column[at], is_empty[at] = values, False
        columns.append(pl.Series(name, column).scatter(np.flatnonzero(is_empty), None))
    return pl.DataFrame(columns)


def _in_order(at: Floats, values: Floats, keep_repeats: bool) -> tuple[Complexes, Floats]:
    """A series in the order of its steps; each place is the step, and how often it occurred before as imaginary part.

    Numpy sorts complex numbers by their real and then their imaginary part.
    """
    kept = np.isfinite(at)
    at, values = at[kept], values[kept]
    order = np.argsort(at, kind="stable")
    at, values = at[order], values[order]
    if keep_repeats:
        return at + 1j * (np.arange(len(at)) - np.searchsorted(at, at)), values
    is_last = np.append(at[1:] != at[:-1], [True] * min(len(at), 1))
    return at[is_last] + 0j, values[is_last]


def read_tables(tree: Tree, names: Iterable[str]) -> tuple[dict[str, TableFile], list[Problem]]:
    """The main table of each of the files called `names`; what could not be read of them as it stands."""
    found, problems = attempted(lambda path: read_table(path, path.relative_to(tree.root).as_posix()), tree, names)
    return found, problems + [problem for table in found.values() for problem in table.problems]


def curve_in(table: TableFile, step: str) -> pl.DataFrame:
    """The curve in a table whose column `step` counts: the step, then every numeric column that does not count."""
    counters = [column.read.values.alias(step) for column in table.columns if column.name == step]
    metrics = [
        column.read.values.alias(column.name)
        for column in table.columns
        if column.is_numeric and column.present and step_rank(column.key) is None
    ]
    return joined_by_step(pl.DataFrame([*counters, *metrics]))


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

    The first column of each curve is its step, which takes the name it has in the first curve.
    """
    step = curves[0][1].columns[0]
    framed = [
        curve.rename({curve.columns[0]: step}).select(pl.lit(name).alias(RUN), pl.all()) for name, curve in curves
    ]
    return pl.concat(framed, how="diagonal")


def last_values(history: pl.DataFrame) -> pl.DataFrame:
    """For each run of a stacked history and each metric, the value at the greatest step that has one; `run` first."""
    step = history.columns[1]
    metrics = pl.exclude(RUN, step)
    return history.sort(step, maintain_order=True).group_by(RUN, maintain_order=True).agg(metrics.drop_nulls().last())
