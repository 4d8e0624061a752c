"""The twelve cells of the sum collection, the metrics that it stores, and those that follow from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
    return np.concatenate([column[rows_of(family)] for family, column in zip(FAMILIES, by_family, strict=True)])


def exact(values: Column) -> Column:
    """The nearest values whose product with a z-free scale has no rounding."""
    return np.asarray(np.round(values * EXACT) / EXACT)


def rows_of(family: str) -> list[int]:
    """The places of a family's cells among all cells."""
    return [row for row, cell in enumerate(CELLS) if cell[0] == family]
