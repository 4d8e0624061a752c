"""Where the search for the sum collection's final metrics starts: printed values, and plausible ones besides."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from . import published
from .curves import spread_out
from .sum_cells import CELLS, COMPARED, SUM_SCALE, UNKNOWNS, Column, Metrics, rows_of
from .sum_printed import printed_cells

SPREAD = 0.8
"""How far the start may lie from a printed value, in halves of its last digit."""


def start() -> Column:
    """Printed values where there are some, else plausible ones, all unknowns in one row."""
    known = {(row, name): float(text) for row, name, text in printed_cells()}
    columns = {name: np.array([known.get((row, name), np.nan) for row in range(len(CELLS))]) for name in UNKNOWNS}
    _fill_losses(columns, {key: value for key, value in known.items() if key[1] not in UNKNOWNS})
    _fill_probes(columns, np.array([known[row, "posterior_router_probe_gap"] for row in range(len(CELLS))]))
    mean = [float(row[f"mean_{name}"]) for name in COMPARED for row in published.table("mean_versus_sum")]
    printed = np.concatenate([*columns.values(), mean])
    return printed + widths(printed) * SPREAD * spread_out(np.arange(len(printed), dtype=np.float64))


def widths(start: Column) -> Column:
    """The unit in which each unknown moves: half of its printed digit, or more where nothing was printed."""
    return np.array([published.half_unit(published.shown(value)) for value in start])


def _fill_losses(columns: Metrics, known: Mapping[tuple[int, str], float]) -> None:
    """Start values for the two losses that are printed through others: the raw loss and the active objective."""
    raw = np.array([known.get((row, "reconstruction_loss"), np.nan) for row in range(len(CELLS))])
    active = np.array([known[row, "active_reconstruction_objective"] for row in range(len(CELLS))])
    raw_rows, tokcc_rows, both_rows = rows_of("raw"), rows_of("tokcc a.25"), rows_of("dist+tokcc 0.05/0.95")
    raw[raw_rows] = active[raw_rows]
    raw[both_rows] = np.where(np.isnan(raw[both_rows]), SUM_SCALE, raw[both_rows])
    raw[tokcc_rows] = np.where(np.isnan(raw[tokcc_rows]), 21.6, raw[tokcc_rows])
    normalized = raw / SUM_SCALE
    tokcc = np.array([1.0278, 1.0296, 1.0271, 1.0262, 1.0253, 1.0249, *active[6:9], *((active[9:] - 0.05) / 0.95)])
    columns["distribution_normalized_reconstruction_loss"] = normalized
    columns["tokcc_reconstruction_loss"] = tokcc


def _fill_probes(columns: Metrics, gap: Column) -> None:
    """Start values for rates and probes of the rows that no table prints, and for the global probe of all."""
    score = columns["matched_router_score"]
    columns["strategy_match_rate"] = _filled(columns["strategy_match_rate"], np.full_like(score, 0.9976))
    columns["within_task_router_probe"] = _filled(
        columns["within_task_router_probe"], score / columns["strategy_match_rate"]
    )
    columns["final_answer_accuracy"] = _filled(columns["final_answer_accuracy"], np.full_like(score, 0.9978))
    columns["posterior_probe"] = columns["within_task_router_probe"] + gap
    order = np.array([7, 5, 8, 9, 2, 1, 10, 3, 11, 6, 0, 4])
    columns["global_router_probe"] = np.linspace(0.1191, 0.1713, len(CELLS))[order]


def _filled(column: Column, default: Column) -> Column:
    return np.where(np.isnan(column), default, column)
