"""The derived tables, findings, notebook and report that lie in the sum collection as its authors left them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from .files import Value
from .sum_cells import CELLS, FACTORS
from .sum_history import STEP, TASKS, history, task_history
from .sum_metrics import solved

Line = dict[str, Value]

DIAGNOSED = (
    "matched_router_score",
    "active_reconstruction_objective",
    "kl_prior_loss",
    "kl_over_active_reconstruction",
    "inferred_zfree_reference_scale",
    "posterior_router_probe_gap",
)
PRINTED_DIGIT = 5e-05
"""The tolerance of a finding that states a number with four decimals."""


def local_diagnostics() -> list[Line]:
    """The derived diagnostics of every cell."""
    return _of_cells({name: name for name in DIAGNOSED})


def base_relative_versus_router() -> list[Line]:
    """The two axes of the scatter of base-relative reconstruction and router probe."""
    return _of_cells(
        {
            "base_relative_reconstruction": "distribution_normalized_reconstruction_loss",
            "within_task_router_probe": "within_task_router_probe",
            "matched_router_score": "matched_router_score",
        }
    )


def _of_cells(columns: Mapping[str, str]) -> list[Line]:
    metrics, _ = solved()
    return [
        {**dict(zip(FACTORS, cell, strict=True)), **{head: float(metrics[name][row]) for head, name in columns.items()}}
        for row, cell in enumerate(CELLS)
    ]


def dynamics() -> list[Line]:
    """First, least and final values of every cell's validation history."""
    return [
        {
            **_named(curve, FACTORS),
            **_stats(curve, {STEP: ("first", "final"), "base_relative_reconstruction": ("first", "min", "final")}),
            **_stats(curve, {"kl_prior_loss": ("first", "final"), "matched_router_score": ("max", "final")}),
        }
        for curve in _curves(history(), FACTORS)
    ]


def task_dynamics() -> list[Line]:
    """Final and best router scores of every task and cell, the best checkpoint first."""
    lines = [
        {
            **_named(curve, ("task_name", *FACTORS)),
            **_stats(curve, {"matched_router_score": ("final", "max"), "final_answer_accuracy": ("final",)}),
        }
        for curve in _curves(task_history(), ("task_name", *FACTORS))
    ]
    return sorted(lines, key=lambda line: -_number(line["max_matched_router_score"]))


def _curves(lines: Sequence[Line], keys: Sequence[str]) -> list[list[Line]]:
    """The lines of each curve, curves and lines in the order of the file."""
    curves: dict[tuple[Value, ...], list[Line]] = {}
    for line in lines:
        curves.setdefault(tuple(line[key] for key in keys), []).append(line)
    return list(curves.values())


def _named(curve: Sequence[Line], keys: Sequence[str]) -> Line:
    return {key: curve[0][key] for key in keys}


def _stats(curve: Sequence[Line], wanted: Mapping[str, Sequence[str]]) -> Line:
    return {f"{stat}_{name}": _stat(stat, [line[name] for line in curve]) for name in wanted for stat in wanted[name]}


def _stat(stat: str, values: Sequence[Value]) -> Value:
    return {"first": values[0], "final": values[-1], "min": min(values, key=_number), "max": max(values, key=_number)}[
        stat
    ]


def _number(value: Value) -> float:
    return float(value or 0)


def availability() -> list[Line]:
    """Which diagnostics have their data, and from which file."""
    overall, by_task = "data/sum_eval_history_long.csv", "data/sum_eval_history_per_task_long.csv"
    files = {
        "kl_to_reconstruction_tradeoff": "data/summary.csv",
        "kl_over_active_reconstruction": "data/summary.csv",
        "base_relative_reconstruction_vs_router": "data/summary.csv",
        "inferred_zfree_reference_scale": "data/summary.csv",
        "posterior_router_probe_gap": "data/summary.csv",
        "validation_dynamics": overall,
        "reconstruction_router_trajectory": overall,
        "per_task_router_dynamics": by_task,
        "posterior_sampled_latent_frames": None,
    }
    return [
        {"diagnostic": name, "file": file, "cells_with_data": len(CELLS) if file else 0, "available": str(bool(file))}
        for name, file in files.items()
    ]


def findings() -> list[dict[str, object]]:
    """Claims about the summary, each with the filter and the number that it rests on."""
    best = 'family="tokcc a.25" beta=.01'
    return [
        _finding(
            "best-router-row",
            "tokcc a.25 at beta=.01 has the highest matched router score.",
            "matched_router_score",
            best,
            0.5502,
        ),
        _finding("best-row-accuracy", "The best router row still answers.", "final_answer_accuracy", best, 0.9971),
        _finding(
            "collapsed-kl",
            "At beta=.1 the KL of the raw family has all but vanished.",
            "kl_prior_loss",
            "family=raw beta=.1",
            0.0057,
        ),
        _finding(
            "widest-probe-gap",
            "The posterior outruns the router most for dist+tokcc at beta=.1.",
            "posterior_router_probe_gap",
            'family="dist+tokcc 0.05/0.95" beta=.1',
            0.2873,
        ),
        {
            "id": "one-scale",
            "claim": f"All {len(CELLS)} rows share one z-free reference scale; validation covers {len(TASKS)} tasks.",
        },
    ]


def _finding(name: str, claim: str, metric: str, where: str, value: float) -> dict[str, object]:
    return {"id": name, "claim": claim, "metric": metric, "where": where, "value": value, "tolerance": PRINTED_DIGIT}


def notebook() -> str:
    """A notebook of two cells that loads the summary."""
    text = {"cell_type": "markdown", "id": "about", "metadata": {}, "source": ["# Sum token aggregation ablation"]}
    code: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "id": "load",
        "metadata": {},
        "outputs": [],
        "source": ["import polars as pl\n", "\n", 'pl.read_csv("data/summary.csv")'],
    }
    whole = {"cells": [text, code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1) + "\n"
