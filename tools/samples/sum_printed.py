"""Everything that was printed of the sum collection's final metrics, beside what is computed for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np

from . import published
from .sum_cells import CELLS, COMMON_CELLS, COMPARED, DERIVED, FACTORS, STORED, Column, Metrics

STATISTICS: Mapping[str, Callable[[Column], float]] = {
    "min": np.min,
    "mean": np.mean,
    "median": np.median,
    "max": np.max,
    "std": np.std,
}


@lru_cache(maxsize=1)
def printed_cells() -> list[tuple[int, str, str]]:
    """Row, metric and printed value of every sum-side field of the published tables of rows."""
    tables = ("local_diagnostics", "top_rows", "bottom_rows")
    fields = [
        (_cell(row), name, text)
        for name_of_table in tables
        for row in published.table(name_of_table)
        for name, text in row.items()
        if name not in FACTORS
    ]
    sums = [(_cell(row), name, row[f"sum_{name}"]) for row in published.table("mean_versus_sum") for name in COMPARED]
    return fields + sums


def printed_texts() -> list[str]:
    """Every printed number: fields of rows, statistics, then the mean side and the deltas of the comparison."""
    spread = [row[name] for row in published.table("metric_distributions") for name in STATISTICS]
    versus = [
        row[f"{side}_{name}"]
        for name in COMPARED
        for side in ("mean", "delta")
        for row in published.table("mean_versus_sum")
    ]
    return [text for _, _, text in printed_cells()] + spread + versus


@lru_cache(maxsize=1)
def targets() -> tuple[Column, Column]:
    """The printed numbers, and half of the last digit of each."""
    texts = printed_texts()
    return np.array([float(text) for text in texts]), np.array([published.half_unit(text) for text in texts])


def computed(metrics: Metrics, mean: Metrics) -> Column:
    """What is computed for each of the printed texts, in their order."""
    cells = [metrics[name][row] for row, name, _ in printed_cells()]
    spread = [statistic(metrics[name]) for name in STORED + DERIVED for statistic in STATISTICS.values()]
    common = [CELLS.index(cell) for cell in COMMON_CELLS]
    versus = [np.concatenate([mean[name], metrics[name][common] - mean[name]]) for name in COMPARED]
    return np.concatenate([np.array(cells), np.array(spread), *versus])


def _cell(row: published.Row) -> int:
    return CELLS.index((row[FACTORS[0]], row[FACTORS[1]]))
