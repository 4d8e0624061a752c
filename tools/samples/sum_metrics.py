"""The final metrics of the sum collection, and those of the mean grid it is compared with, found from what was printed.

Most values were printed; the others are chosen so that every printed statistic comes out. The unknowns are the
metrics a summary stores, twelve rows each, and three metrics of the eight mean rows. A bounded step away from
rounding is free, everything beyond it is a residual, and least squares brings all residuals to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares  # type: ignore[import-untyped]

from . import published

Column = NDArray[np.float64]
Metrics = dict[str, Column]
Cell = tuple[str, str]

FACTORS = ("reconstruction_loss_family_label", "beta_label")
FAMILIES = ("raw", "dist norm", "tokcc a.25", "dist+tokcc 0.05/0.95")
BETAS = ("beta=.01", "beta=.1", "beta=1")
CELLS: tuple[Cell, ...] = tuple((family, beta) for family in FAMILIES for beta in BETAS)
COMMON_CELLS: tuple[Cell, ...] = tuple(cell for cell in CELLS if cell[1] != "beta=1")

STORED = (
    "matched_router_score",
    "within_task_router_probe",
    "global_router_probe",
    "strategy_match_rate",
    "posterior_probe",
    "final_answer_accuracy",
    "reconstruction_loss",
    "distribution_normalized_reconstruction_loss",
    "tokcc_reconstruction_loss",
    "kl_prior_loss",
)
DERIVED = (
    "active_reconstruction_objective",
    "kl_over_active_reconstruction",
    "inferred_zfree_reference_scale",
    "posterior_router_probe_gap",
)
COMPARED = ("matched_router_score", "final_answer_accuracy", "active_reconstruction_objective")
UNKNOWNS = tuple(name for name in STORED if name != "reconstruction_loss")

SUM_SCALE = 1204400 / 2**20
"""The z-free scale of the sum rows: few enough bits for every quotient and every mean of it to be exact."""
MEAN_SCALE = round(SUM_SCALE / 40.0771 * 2**30) / 2**30
EXACT = 2.0**24
"""Normalized losses are whole multiples of 1 / EXACT, so that their product with a scale is exact."""

SLACK = 0.8
"""The part of a rounding interval that is free; the rest is left for the last rounding."""
PULL = 0.02
"""How strongly a value is held at its start, in parts of a residual."""
STATISTICS: Mapping[str, Callable[[Column], float]] = {
    "min": np.min,
    "mean": np.mean,
    "median": np.median,
    "max": np.max,
    "std": np.std,
}


@lru_cache(maxsize=1)
def solved() -> tuple[Metrics, Metrics]:
    """Stored and derived metrics of the sum rows, and compared metrics of the mean rows, in the order of the cells."""
    start = _start()
    targets, halves = _targets()
    widths = _widths(start)

    def residuals(offsets: Column) -> Column:
        away = np.abs(_printed(*_unpacked(start + offsets * widths)) - targets) / halves
        return np.concatenate([np.maximum(away - SLACK, 0.0), PULL * offsets])

    found = least_squares(residuals, np.zeros_like(start), jac="3-point", xtol=1e-13, ftol=1e-13, gtol=1e-10)
    rounded = _settled(start + found.x * widths)
    _require_printed(*rounded, targets, halves)
    return rounded


def with_derived(stored: Metrics) -> Metrics:
    """The unknowns of the twelve cells, with the raw loss and the derived metrics beside them."""
    normalized = stored["distribution_normalized_reconstruction_loss"]
    losses = {**stored, "reconstruction_loss": normalized * SUM_SCALE}
    metrics = {name: losses[name] for name in STORED}
    metrics["active_reconstruction_objective"] = active_objective(metrics)
    metrics["kl_over_active_reconstruction"] = metrics["kl_prior_loss"] / metrics["active_reconstruction_objective"]
    metrics["inferred_zfree_reference_scale"] = metrics["reconstruction_loss"] / normalized
    metrics["posterior_router_probe_gap"] = metrics["posterior_probe"] - metrics["within_task_router_probe"]
    return metrics


def active_objective(metrics: Metrics) -> Column:
    """The reconstruction loss that each of the twelve cells trained on, by its family."""
    raw, normalized = metrics["reconstruction_loss"], metrics["distribution_normalized_reconstruction_loss"]
    tokcc = metrics["tokcc_reconstruction_loss"]
    by_family = (raw, normalized, tokcc, 0.05 * normalized + 0.95 * tokcc)
    return np.concatenate([column[_rows(family)] for family, column in zip(FAMILIES, by_family, strict=True)])


def _rows(family: str) -> list[int]:
    return [row for row, cell in enumerate(CELLS) if cell[0] == family]


def _cell(row: published.Row) -> int:
    return CELLS.index((row[FACTORS[0]], row[FACTORS[1]]))


@lru_cache(maxsize=1)
def _printed_cells() -> list[tuple[int, str, str]]:
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


def _printed_texts() -> list[str]:
    spread = [row[name] for row in published.table("metric_distributions") for name in STATISTICS]
    versus = [
        row[f"{side}_{name}"]
        for name in COMPARED
        for side in ("mean", "delta")
        for row in published.table("mean_versus_sum")
    ]
    return [text for _, _, text in _printed_cells()] + spread + versus


def _targets() -> tuple[Column, Column]:
    texts = _printed_texts()
    return np.array([float(text) for text in texts]), np.array([published.half_unit(text) for text in texts])


def _printed(metrics: Metrics, mean: Metrics) -> Column:
    """What is computed for each of the printed texts, in their order."""
    cells = [metrics[name][row] for row, name, _ in _printed_cells()]
    spread = [statistic(metrics[name]) for name in STORED + DERIVED for statistic in STATISTICS.values()]
    common = [CELLS.index(cell) for cell in COMMON_CELLS]
    versus = [np.concatenate([mean[name], metrics[name][common] - mean[name]]) for name in COMPARED]
    return np.concatenate([np.array(cells), np.array(spread), *versus])


def _start() -> Column:
    """Printed values where there are some, else plausible ones, all unknowns in one row."""
    known = {(row, name): float(text) for row, name, text in _printed_cells()}
    columns = {name: np.array([known.get((row, name), np.nan) for row in range(len(CELLS))]) for name in UNKNOWNS}
    _fill_losses(columns, {key: value for key, value in known.items() if key[1] not in UNKNOWNS})
    _fill_probes(columns, np.array([known[row, "posterior_router_probe_gap"] for row in range(len(CELLS))]))
    mean = [float(row[f"mean_{name}"]) for name in COMPARED for row in published.table("mean_versus_sum")]
    printed = np.concatenate([*columns.values(), mean])
    return printed + _widths(printed) * SLACK * spread_out(len(printed))


def spread_out(count: int) -> Column:
    """Digits below the printed ones: numbers between -1 and 1, evenly spread and never in step (the golden ratio's)."""
    return np.asarray(2 * ((np.arange(count) * 0.6180339887) % 1) - 1)


def _fill_losses(columns: Metrics, known: Mapping[tuple[int, str], float]) -> None:
    """Start values for the two losses that are printed through others: the raw loss and the active objective."""
    raw = np.array([known.get((row, "reconstruction_loss"), np.nan) for row in range(len(CELLS))])
    active = np.array([known[row, "active_reconstruction_objective"] for row in range(len(CELLS))])
    raw_rows, tokcc_rows, both_rows = _rows("raw"), _rows("tokcc a.25"), _rows("dist+tokcc 0.05/0.95")
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


def _widths(start: Column) -> Column:
    """The unit in which each unknown moves: half of its printed digit, or more where nothing was printed."""
    return np.array([published.half_unit(published.shown(value)) for value in start])


def _unpacked(flat: Column) -> tuple[Metrics, Metrics]:
    rows = len(CELLS)
    stored = {name: flat[i * rows : (i + 1) * rows] for i, name in enumerate(UNKNOWNS)}
    rest = flat[len(UNKNOWNS) * rows :].reshape(len(COMPARED), len(COMMON_CELLS))
    return with_derived(stored), dict(zip(COMPARED, rest, strict=True))


def _settled(flat: Column) -> tuple[Metrics, Metrics]:
    """The solution with six decimals, and normalized losses whose product with the scale is exact."""
    metrics, mean = _unpacked(np.round(flat, 6))
    stored = {name: metrics[name] for name in UNKNOWNS}
    name = "distribution_normalized_reconstruction_loss"
    stored[name] = exact(stored[name])
    return with_derived(stored), mean


def exact(values: Column) -> Column:
    """The nearest values whose product with a z-free scale has no rounding."""
    return np.asarray(np.round(values * EXACT) / EXACT)


def _require_printed(metrics: Metrics, mean: Metrics, targets: Column, halves: Column) -> None:
    away = np.abs(_printed(metrics, mean) - targets) / halves
    if away.max() >= 1:
        texts = _printed_texts()
        raise ValueError(f"{texts[int(away.argmax())]} does not come out: {away.max():.2f} half units away")
