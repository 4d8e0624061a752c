"""Runs averaged into cells, and how far apart the runs of one are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sweeplens.lazy import pl
from sweeplens.stats.folding import MEAN, Average, sample_std

ROW = "sweeplens:row"
"""Column of runs that holds their numbers, where these are to be kept."""
RUNS = "sweeplens:runs"
"""Column of cells: how many runs each holds."""


def cell_means(
    runs: pl.DataFrame, keys: Sequence[str], metrics: Iterable[str], average: Average = MEAN
) -> pl.DataFrame:
    """One row a cell, in order of appearance: the average of its finite values; NaN or Inf where it has no other.

    Under `spread_name(metric)` the standard deviation of these values (ddof=1), null where there are fewer than two.
    """
    parts = [part for name in metrics for part in (_average(name, average), _spread(name))]
    row = [pl.col(ROW).first()] if ROW in runs.columns else []
    if keys:
        return runs.group_by(list(keys), maintain_order=True).agg(*parts, *row, pl.len().alias(RUNS))
    return runs.select(*parts, *row, pl.len().alias(RUNS)).head(min(runs.height, 1))


def spread_name(metric: str) -> str:
    """The column of `cell_means` that holds the spread of a metric."""
    return f"sweeplens:spread:{metric}"


def _average(name: str, average: Average) -> pl.Expr:
    return pl.coalesce(average.of(_finite(name)), pl.col(name).drop_nulls().first()).alias(name)


def _spread(name: str) -> pl.Expr:
    return sample_std(_finite(name)).alias(spread_name(name))


def _finite(name: str) -> pl.Expr:
    return pl.col(name).filter(pl.col(name).is_finite())
