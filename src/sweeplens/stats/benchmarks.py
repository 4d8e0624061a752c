"""Scores of a method over tasks and runs, as Agarwal et al. (2021) recommend to say them.

Deep reinforcement learning at the edge of the statistical precipice, sections 4.1 to 4.3: interval estimates by a
bootstrap stratified over tasks, the interquartile mean, the probability of improvement, and performance profiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from sweeplens.lazy import np
from sweeplens.stats.intervals import SEED, interval_of, stratified
from sweeplens.stats.robust import interquartile_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Tasks: TypeAlias = "Sequence[Array]"
"""One method's scores: for each task its runs, shape (runs,); the tasks in one order for all methods."""


def aggregate_iqm(tasks: Tasks) -> float:
    """The interquartile mean of all runs of all tasks together."""
    return float(interquartile_mean(np.concatenate(list(tasks))))


def are_repeated(tasks: Tasks) -> bool:
    """Whether some task has several runs: of single ones no interval can be told."""
    return any(len(runs) > 1 for runs in tasks)


def iqm_interval(tasks: Tasks) -> tuple[float, float] | None:
    """Its 95 % bootstrap interval, the runs of each task drawn by themselves; None where none is repeated."""
    if not are_repeated(tasks):
        return None
    low, high = interval_of(interquartile_mean(np.concatenate(stratified(tasks), axis=-1))).tolist()
    return low, high


def improvement(candidate: Tasks, reference: Tasks) -> float:
    """The probability that a run of `candidate` is above one of `reference`, averaged over tasks; ties count half."""
    return float(np.mean([_above(x[None], y[None])[0] for x, y in zip(candidate, reference, strict=True)]))


def improvement_interval(candidate: Tasks, reference: Tasks) -> tuple[float, float] | None:
    """Its 95 % bootstrap interval, the runs of each task and method drawn by themselves.

    None where one of the methods repeats no task.
    """
    if not (are_repeated(candidate) and are_repeated(reference)):
        return None
    ours, theirs = stratified(candidate), stratified(reference, seed=SEED + 1)
    shares = np.mean([_above(x, y) for x, y in zip(ours, theirs, strict=True)], axis=0)
    low, high = interval_of(shares).tolist()
    return low, high


def _above(x: Array, y: Array) -> Array:
    """The share of pairs in which x is above y, ties counted half: of shapes (draws, n) and (draws, m), (draws,)."""
    difference = x[..., :, None] - y[..., None, :]
    share: Array = ((difference > 0) + 0.5 * (difference == 0)).mean(axis=(-1, -2))
    return share


def profile(tasks: Tasks, thresholds: Array) -> Array:
    """The share of runs above each threshold, averaged over tasks of equal weight: shape (thresholds,)."""
    shares: Array = np.mean([(runs[:, None] > thresholds).mean(axis=0) for runs in tasks], axis=0)
    return shares


def profile_band(tasks: Tasks, thresholds: Array) -> tuple[Array, Array] | None:
    """Its 95 % bootstrap interval at each threshold, both of shape (thresholds,); None where no task is repeated."""
    if not are_repeated(tasks):
        return None
    shares = sum((drawn[..., None] > thresholds).mean(axis=1) for drawn in stratified(tasks)) / len(tasks)
    ends = interval_of(np.moveaxis(shares, 0, -1))
    return ends[:, 0], ends[:, 1]
