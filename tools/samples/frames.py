"""Latent frames of the full-versus-reinit sample: clusters of strategies that part as training goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .mode_means import FULL, MODES

Points = NDArray[np.float64]

SETTING = "beta0p1_d50_lin50"
STRATEGIES: Mapping[str, Sequence[str]] = {
    "linear_equation_solving": ("isolate", "substitute", "balance"),
    "base_conversion": ("divide", "table", "bitwise", "expand"),
    "grid_pathfinding": ("breadth_first", "greedy", "wall_following"),
}
STEPS = (60, 180, 300, 600, 900, 1200, 1500, 1950, 2400, 3000)
POINTS = 40
DIMENSIONS = 8


def router_sampled() -> Iterator[dict[str, object]]:
    """Frames of latents that the router samples: wide clouds, late to part."""
    return _frames(stream=0, spread=0.55, reach=1.5)


def posterior_mu() -> Iterator[dict[str, object]]:
    """Frames of posterior means: tight clouds that part early."""
    return _frames(stream=1, spread=0.22, reach=1.9)


def _frames(stream: int, spread: float, reach: float) -> Iterator[dict[str, object]]:
    for mode in MODES:
        for task, strategies in STRATEGIES.items():
            labels = [strategies[point % len(strategies)] for point in range(POINTS)]
            for step in STEPS:
                points = _points(mode, task, step / STEPS[-1], stream, spread, reach)
                yield _frame(mode, task, step, points, labels)


def _frame(mode: str, task: str, step: int, points: Points, labels: Sequence[str]) -> dict[str, object]:
    named = {"loss_setting": SETTING, "adaptation_mode": mode, "task_name": task, "step": step}
    return {**named, "points": np.round(points, 3).tolist(), "strategy": list(labels)}


def _points(mode: str, task: str, done: float, stream: int, spread: float, reach: float) -> Points:
    """Every point keeps its place in its cloud, drifts a little, and follows the cloud's centre."""
    index, count = list(STRATEGIES).index(task), len(STRATEGIES[task])
    random = np.random.default_rng([index, MODES.index(mode), stream])
    centres = random.normal(0, 1, (count, DIMENSIONS))
    places, drift = random.normal(0, spread, (2, POINTS, DIMENSIONS))
    cloud = centres[np.arange(POINTS) % count] * reach * _parted(mode, done)
    moved = places * (1.3 - 0.6 * done) + 0.5 * drift * np.sin(3 * done + 1)
    return np.asarray(_turned(cloud, 0.9 * done) + moved)


def _parted(mode: str, done: float) -> float:
    """How far the clouds have parted: steadily in the full mode, late and at once in the reinit mode."""
    return 0.3 + 0.7 * done**0.6 if mode == FULL else 0.04 + 0.96 / (1 + float(np.exp(-14 * (done - 0.35))))


def _turned(points: Points, angle: float) -> Points:
    """The points turned in the plane of their first two dimensions."""
    turned = np.array(points)
    turned[:, 0] = np.cos(angle) * points[:, 0] - np.sin(angle) * points[:, 1]
    turned[:, 1] = np.sin(angle) * points[:, 0] + np.cos(angle) * points[:, 1]
    return turned
