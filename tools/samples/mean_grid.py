"""`paper-method-grid-05b_20260501`: the eight rows with token means that the sum collection is compared with."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .files import Value, write_csv
from .sum_cells import COMMON_CELLS, FACTORS, MEAN_SCALE, STORED, exact
from .sum_metrics import solved

NAME = "paper-method-grid-05b_20260501"

NORMALIZED = {("tokcc a.25", "beta=.01"): 0.402718, ("tokcc a.25", "beta=.1"): 1.130642}
"""Made up where the objective says nothing about the raw loss: the distribution-normalized loss."""
NORMALIZED_BESIDE_TOKCC = 1.118205
TOKCC = {"raw": 1.154417, "dist norm": 1.153906}
"""Made up where the objective says nothing about it: the tokcc loss, by family."""


def write(root: Path) -> None:
    """Write the generated files of the collection below `root`."""
    write_csv(root / NAME / "data" / "final_05b_summary.csv", summary())


def summary() -> list[dict[str, Value]]:
    """The stored columns of the eight runs, in the order of the common cells."""
    return [_run(row) for row in range(len(COMMON_CELLS))]


def _run(row: int) -> dict[str, Value]:
    cell = COMMON_CELLS[row]
    compared = {name: float(column[row]) for name, column in solved()[1].items()}
    metrics = {
        **_losses(cell, compared["active_reconstruction_objective"]),
        **_rates(row, compared["matched_router_score"], compared["final_answer_accuracy"]),
    }
    named = {"token_aggregation": "mean", **dict(zip(FACTORS, cell, strict=True))}
    return {**named, **{name: metrics[name] for name in STORED}}


def _losses(cell: tuple[str, str], active: float) -> dict[str, float]:
    """The three losses behind an active objective; the one that is not part of it is made up."""
    family = cell[0]
    normalized = {"raw": active / MEAN_SCALE, "dist norm": active}.get(
        family, NORMALIZED.get(cell, NORMALIZED_BESIDE_TOKCC)
    )
    normalized = float(exact(np.array(normalized)))
    tokcc = active if family == "tokcc a.25" else TOKCC.get(family, (active - 0.05 * normalized) / 0.95)
    return {
        "reconstruction_loss": normalized * MEAN_SCALE,
        "distribution_normalized_reconstruction_loss": normalized,
        "tokcc_reconstruction_loss": tokcc,
    }


def _rates(row: int, score: float, accuracy: float) -> dict[str, float]:
    """The two printed rates, and made-up ones that go with them."""
    match_rate = round(accuracy - 0.0002 - 0.00005 * (row % 3), 6)
    within = round(score / match_rate, 6)
    return {
        "matched_router_score": score,
        "within_task_router_probe": within,
        "global_router_probe": round(0.31 * within - 0.002 + 0.003 * (row % 4), 6),
        "strategy_match_rate": match_rate,
        "posterior_probe": round(within + 0.19 + 0.011 * (row % 5) - 0.4 * (within - 0.57), 6),
        "final_answer_accuracy": accuracy,
        "kl_prior_loss": round((2.6, 0.9)[row % 2] * (1 + 0.13 * (row // 2)) + 0.004187 * row, 6),
    }
