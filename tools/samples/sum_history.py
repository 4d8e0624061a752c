"""Validation histories of the sum collection: published first, extreme and final values, smooth curves between them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from . import published
from .curves import Curve, decay, roughness, saturating, spread_out, through_extreme
from .files import Value
from .sum_cells import CELLS, FACTORS, SUM_SCALE, Cell, Metrics, exact
from .sum_metrics import solved

STEP = "global_step"
LAST_STEP = 1563
PERCENT = (2, 4, 6, 8, 12, 16, 20, 24, 30, 36, 42, 48, 54, 60, 66, 72, 78, 84, 88, 92, 96, 100)
STEPS = tuple(LAST_STEP * percent // 100 for percent in PERCENT)
FRACTION: Curve = np.array(STEPS) / LAST_STEP

PUBLISHED_TASK = "grid_pathfinding"
OTHER_TASKS = {
    "base_conversion": 1.21,
    "linear_equation_solving": 1.09,
    "list_sorting": 1.02,
    "multidigit_addition": 0.91,
    "string_rewriting": 0.77,
}
"""Made-up tasks, each with its share of the router score that the published task leaves to the others."""
TASKS = (PUBLISHED_TASK, *OTHER_TASKS)

HELD = 0.3
"""How far a history leaves a printed value, in halves of its last digit: it prints the same."""
TIE_STEP = 2e-6
"""How much a task's maximum lies below its printed value for every rank, far below what would print otherwise."""


def history() -> list[dict[str, Value]]:
    """One row a cell and step: the metrics over all tasks."""
    return [line for cell in CELLS for line in _lines(cell, {}, _rounded(_overall(cell)))]


def task_history() -> list[dict[str, Value]]:
    """One row a cell, task and step: the metrics of one task."""
    return [
        line
        for cell in CELLS
        for task in TASKS
        for line in _lines(cell, {"task_name": task}, _rounded(_task(cell, task)))
    ]


def _lines(cell: Cell, named: dict[str, Value], metrics: Metrics) -> Iterable[dict[str, Value]]:
    for row, step in enumerate(STEPS):
        factors = dict(zip(FACTORS, cell, strict=True))
        yield {**named, **factors, STEP: step, **{name: float(curve[row]) for name, curve in metrics.items()}}


def _rounded(metrics: Metrics) -> Metrics:
    """Six decimals, but for losses that are whole multiples of the z-free scale."""
    is_exact = ("reconstruction_loss", "distribution_normalized_reconstruction_loss", "base_relative_reconstruction")
    return {name: curve if name in is_exact else np.round(curve, 6) for name, curve in metrics.items()}


def _overall(cell: Cell) -> Metrics:
    row = CELLS.index(cell)
    printed = published.table("dynamics_summary")[row]
    best, final = (_held(printed[f"{stat}_matched_router_score"], row) for stat in ("max", "final"))
    score = _score(best, final, row)
    match_rate = _rise(cell, "strategy_match_rate", 0.71, 1)
    within = score / match_rate
    normalized = exact(_base_relative(row))
    return {
        "matched_router_score": score,
        "within_task_router_probe": within,
        "global_router_probe": 0.28 * within + roughness(0.002, len(STEPS), row, 2),
        "strategy_match_rate": match_rate,
        "posterior_probe": _rise(cell, "posterior_probe", 0.41, 3),
        "final_answer_accuracy": _rise(cell, "final_answer_accuracy", 0.53, 4),
        "reconstruction_loss": normalized * SUM_SCALE,
        "distribution_normalized_reconstruction_loss": normalized,
        "tokcc_reconstruction_loss": _tokcc(row),
        "kl_prior_loss": _kl(row),
        "base_relative_reconstruction": normalized,
    }


def _task(cell: Cell, task: str) -> Metrics:
    """One task's metrics; the scores of all tasks average to the overall one."""
    row, index = CELLS.index(cell), TASKS.index(task)
    overall = _overall(cell)
    score = _task_score(cell, task, overall["matched_router_score"])
    match_rate = np.minimum(overall["strategy_match_rate"] * (1 + 0.0004 * (index - 2)), 1)
    accuracy = _rise(cell, "final_answer_accuracy", 0.53 - 0.04 * index, 4) - 0.0004 * index
    return {
        "matched_router_score": score,
        "within_task_router_probe": np.minimum(score / match_rate, 1),
        "strategy_match_rate": match_rate,
        "posterior_probe": np.minimum(overall["posterior_probe"] * (1.1 - 0.04 * index), 0.999),
        "final_answer_accuracy": _ending_at_one(accuracy) if task == PUBLISHED_TASK else accuracy,
        "kl_prior_loss": overall["kl_prior_loss"] * (1 + 0.07 * (index - 2.5) + 0.01 * (row % 3)),
    }


def _task_score(cell: Cell, task: str, overall: Curve) -> Curve:
    top = _top_task_score(cell)
    if task == PUBLISHED_TASK:
        return top
    return np.asarray((len(TASKS) * overall - top) * OTHER_TASKS[task] / sum(OTHER_TASKS.values()))


def _top_task_score(cell: Cell) -> Curve:
    """The published task's score; ties of printed maxima are broken so that the published order stands."""
    ranked = published.table("top_per_task")
    rank = next(i for i, row in enumerate(ranked) if (row[FACTORS[0]], row[FACTORS[1]]) == cell)
    printed, seed = ranked[rank], len(CELLS) + CELLS.index(cell)
    best = float(printed["max_matched_router_score"]) - TIE_STEP * rank
    return _score(best, _held(printed["final_matched_router_score"], seed), seed)


def _score(best: float, final: float, seed: int) -> Curve:
    """A router score that rises to its maximum in the first half of training and falls to its final value."""
    first, at = 0.46 * best + 0.01 * (seed % 3), 4 + seed % 5
    return through_extreme(FRACTION, first, best, final, at, 2.5, roughness(0.05, len(STEPS), seed, 5))


def _base_relative(row: int) -> Curve:
    """Reconstruction that falls to its minimum and ends a little above it, or at it."""
    printed = published.table("dynamics_summary")[row]
    first, least, final = (
        _held(printed[f"{stat}_base_relative_reconstruction"], row) for stat in ("first", "min", "final")
    )
    at = len(STEPS) - 1 if least == final else 12 + row % 6
    steepness = 4.0 if CELLS[row][0] == "tokcc a.25" else 11.0
    return through_extreme(FRACTION, first, least, final, at, steepness, roughness(0.04, len(STEPS), row, 6))


def _kl(row: int) -> Curve:
    printed = published.table("dynamics_summary")[row]
    first, final = (_held(printed[f"{stat}_kl_prior_loss"], row) for stat in ("first", "final"))
    return decay(FRACTION, first, final, 6.5, roughness(0.03, len(STEPS), row, 7))


def _tokcc(row: int) -> Curve:
    """Made up: from well above 1 to near the value of the final test."""
    final = float(solved()[0]["tokcc_reconstruction_loss"][row]) + 0.0007
    return decay(FRACTION, 1.62 + 0.02 * (row % 4), final, 8.0, roughness(0.001, len(STEPS), row, 8))


def _rise(cell: Cell, name: str, first: float, seed: int) -> Curve:
    """Made up: from `first` to near the value of the final test."""
    row = CELLS.index(cell)
    final = float(solved()[0][name][row]) - 0.0002
    share = saturating((FRACTION - FRACTION[0]) / (1 - FRACTION[0]), 9.0)
    uneven = 1 + roughness(0.02, len(STEPS), row, seed)
    return np.asarray(final - (final - first) * np.clip((1 - share) * uneven, 0, None))


def _ending_at_one(accuracy: Curve) -> Curve:
    """The curve stretched so that its last value is 1."""
    return np.asarray(np.minimum(accuracy / accuracy[-1], 1))


def _held(printed: str, seed: int) -> float:
    """A printed value with further digits, the same ones for all values of a row."""
    return float(printed) + HELD * published.half_unit(printed) * float(spread_out(np.array(seed)))
