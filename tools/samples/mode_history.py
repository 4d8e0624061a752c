"""Validation histories by task of the full-versus-reinit sample; at both ends the tasks average to the chosen means."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product

import numpy as np

from .curves import Curve, roughness, saturating, smooth_step
from .files import Value
from .mode_means import FULL, MODES, REINIT, SETTINGS, means

TASK_GAPS: Mapping[str, float] = {
    "linear_equation_solving": 1.92,
    "base_conversion": 1.74,
    "multidigit_addition": 1.58,
    "grid_pathfinding": 0.17,
    "list_sorting": 0.32,
    "string_rewriting": 0.27,
}
"""The tasks, each with its accuracy gap in parts of the mean gap; they average to 1."""
ROUTER_OFFSETS = (-0.061, -0.012, -0.034, 0.058, 0.031, 0.018)
"""How far each task's router probe lies from the mean; they add up to 0."""
ACCURACY_OFFSETS = (-0.009, -0.006, -0.003, 0.008, 0.006, 0.004)
RECON_FACTORS = (1.22, 1.09, 1.13, 0.71, 0.88, 0.97)

LAST_SHARED = 3000
STEPS = tuple(range(125, LAST_SHARED + 1, 125))
ONE_CHECKPOINT_MORE = {("beta0p01_cyclin25_w12p5", FULL), ("beta0p1_d50_lin50", REINIT)}
"""Runs that were stopped one checkpoint later than the others."""
METRICS = (
    "val_accuracy",
    "val_router_probe",
    "val_strategy_match_rate",
    "val_matched_router_score",
    "val_norm_recon",
    "val_kl",
)


def history() -> list[dict[str, Value]]:
    """One row a setting, mode, task and step."""
    return [line for run in product(SETTINGS, MODES, TASK_GAPS) for line in _lines(*run)]


def summary() -> list[dict[str, Value]]:
    """One row a setting, mode and task: its metrics at the final shared checkpoint."""
    last = [line for line in history() if line["step"] == LAST_SHARED]
    return [{name: value for name, value in line.items() if name != "step"} for line in last]


def _lines(setting: str, mode: str, task: str) -> list[dict[str, Value]]:
    steps = (*STEPS, STEPS[-1] + 125) if (setting, mode) in ONE_CHECKPOINT_MORE else STEPS
    metrics = _metrics(setting, mode, task, np.array(steps))
    named = {"loss_setting": setting, "adaptation_mode": mode, "task_name": task}
    return [
        {**named, "step": step, **{name: round(float(metrics[name][row]), 6) for name in METRICS}}
        for row, step in enumerate(steps)
    ]


def _metrics(setting: str, mode: str, task: str, steps: Curve) -> dict[str, Curve]:
    seed = (list(SETTINGS).index(setting), MODES.index(mode), list(TASK_GAPS).index(task))
    done = np.clip((steps - steps[0]) / (LAST_SHARED - steps[0]), 0, 1)
    beyond = np.maximum(steps - LAST_SHARED, 0) / LAST_SHARED
    accuracy = np.minimum(_accuracy(setting, mode, task, done, seed) + 0.1 * beyond, 1)
    router = _router(setting, mode, done, seed) - 0.2 * beyond
    match_rate = np.clip(accuracy + 0.6 * (1 - accuracy) * (0.3 + 0.6 * done), 0, 0.9993)
    return {
        "val_accuracy": accuracy,
        "val_router_probe": router,
        "val_strategy_match_rate": match_rate,
        "val_matched_router_score": router * match_rate,
        "val_norm_recon": _positive(setting, mode, "val_norm_recon", done, RECON_FACTORS[seed[2]], seed) * (1 - beyond),
        "val_kl": _positive(setting, mode, "val_kl", done, 1 + 0.06 * (seed[2] - 2.5), seed),
    }


def _accuracy(setting: str, mode: str, task: str, done: Curve, seed: tuple[int, int, int]) -> Curve:
    """Level in the full mode; rising in the reinit mode, late where the schedule is cyclic, less on the hard tasks."""
    offset = ACCURACY_OFFSETS[seed[2]]
    full = means(setting, FULL)["val_accuracy"].final + offset
    ends = means(setting, mode)["val_accuracy"]
    gap = means(setting, FULL)["val_accuracy"].final - ends.final
    final = full - gap * TASK_GAPS[task] - (_around(0.0018, 1.3, seed) if mode == REINIT else 0.0)
    first = ends.first + offset
    late = 0.42 * smooth_step((done - 0.4) / 0.5) + 0.58 * saturating(done, 6.0)
    way = late if "cyclin" in setting and mode == REINIT else saturating(done, 8.0)
    return np.clip(first + (final - first) * way + _unsettled(0.004, done, seed, 1), 0, 1)


def _router(setting: str, mode: str, done: Curve, seed: tuple[int, int, int]) -> Curve:
    """Rising in the full mode; high at once in the reinit mode, then lower, then back."""
    ends, offset = means(setting, mode)["val_router_probe"], ROUTER_OFFSETS[seed[2]]
    turn = _around(0.01, 2.1, seed) if mode == REINIT else 0.0
    way = smooth_step(done) if mode == REINIT else saturating(done, 5.0)
    dip = 0.17 * np.sin(np.pi * np.sqrt(done)) if mode == REINIT else 0 * done
    first, final = ends.first + 0.4 * offset, ends.final + offset + turn
    return np.clip(first + (final - first) * way - dip + _unsettled(0.006, done, seed, 2), 0, 1)


def _positive(setting: str, mode: str, name: str, done: Curve, factor: float, seed: tuple[int, int, int]) -> Curve:
    """A loss that falls in the logarithm, each task's a fixed part of the mean."""
    ends = means(setting, mode)[name]
    way = saturating(done, 5.5)
    return np.asarray(
        factor * ends.first * np.exp(np.log(ends.final / ends.first) * way + _unsettled(0.02, done, seed, 3))
    )


def _around(size: float, shift: float, seed: tuple[int, int, int]) -> float:
    """A number for each task of a setting; those of all tasks add up to 0."""
    return size * math.cos(shift * seed[0] + 2 * math.pi * seed[2] / len(TASK_GAPS))


def _unsettled(size: float, done: Curve, seed: tuple[int, int, int], which: int) -> Curve:
    """Noise that is nothing at the first and at the final shared checkpoint."""
    return np.asarray(roughness(size, len(done), *seed, which) * np.sqrt(4 * done * (1 - done)))
