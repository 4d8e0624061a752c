"""Steps of curves: which rows have one, and what is known at one that several rows share."""

from __future__ import annotations

from collections.abc import Sequence

from sweeplens.data.collecting import collected
from sweeplens.data.columns import named
from sweeplens.data.problems import Problem
from sweeplens.data.tablefile import TableFile
from sweeplens.lazy import np, pl
from sweeplens.text import plural


def has_step(step: str) -> pl.Expr:
    """Whether a row has a finite step, and so is a point of a curve; never null."""
    return pl.col(step).cast(pl.Float64).is_finite().fill_null(False)


def one_row_a_step(points: pl.DataFrame, keys: Sequence[str], step: str) -> pl.DataFrame:
    """The points in the order of `keys` and `step`, those that agree in both as one row.

    It holds for each other column the last value that is there, in the order of the rows: missing is no value, NaN is.
    Every point has a step.
    """
    ordered = points.sort(*keys, step, maintain_order=True)
    is_again = pl.all_horizontal(pl.col(name).eq_missing(pl.col(name).shift()) for name in (*keys, step))
    if not ordered.select(is_again.any()).item():
        return ordered
    return ordered.group_by(*keys, step, maintain_order=True).agg(pl.all().drop_nulls().last())


def stepless_in(table: TableFile, step: str) -> list[Problem]:
    """A problem that counts the rows of a table of curves that have no finite step; none where every row has one."""
    column = named(table.columns, step) if table.is_whole else None
    if column is not None:
        count = int((~np.isfinite(column.read.values.to_numpy())).sum())
    else:
        count = int(collected(table.scan((), (step,)).select((~has_step(step)).sum()), table.name).item())
    if not count:
        return []
    verb = "holds" if count == 1 else "hold"
    return [Problem(table.name, f"{plural(count, 'row')} {verb} no finite {step}.", "left out of the curves")]
