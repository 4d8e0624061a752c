"""`evaluations.npz` of Stable-Baselines3's `EvalCallback`: what every episode of every evaluation gave, as a curve.

The archive holds `timesteps`, one for each evaluation, and of shape (evaluations, episodes) `results`, `ep_lengths`
and, where the environment tells of it, `successes`. Source: stable_baselines3/common/callbacks.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.formats.archives import archive_names
from sweeplens.data.formats.npz import arrays_in
from sweeplens.data.formats.unpack import content_of, start_of
from sweeplens.data.layouts.curves import joined_by_step
from sweeplens.data.metrics import Metric
from sweeplens.errors import ReadError
from sweeplens.lazy import np, pl

if TYPE_CHECKING:
    from sweeplens.data.formats.npz import Array

STEP = "timesteps"
EPISODES = "episodes"
"""How many episodes an evaluation has."""
MEASURED = ("results", "ep_lengths", "successes")
SUFFIX = "evaluations.npz"
METRICS = tuple(Metric(name, spread=f"{name}_std") for name in MEASURED)
"""Means over the episodes, each with the column of its spread."""


def is_evaluations(path: Path) -> bool:
    """Whether a file is called so and holds timesteps and results."""
    if not path.name.lower().endswith(SUFFIX):
        return False
    try:
        names = archive_names(start_of(path))
    except ReadError:
        return False
    return {f"{STEP}.npy", f"{MEASURED[0]}.npy"} <= {*names}


def read_evaluations(path: Path) -> pl.DataFrame:
    """The curve of an archive: the timesteps, then of what was measured the mean and the spread over the episodes.

    The spread is that of a sample (`ddof=1`), missing where there is one episode alone. `ReadError` where the archive
    is damaged, or its arrays are not of one length.
    """
    arrays, _ = arrays_in(content_of(path).data, path)
    steps = arrays.get(STEP)
    if steps is None or not len(steps) or MEASURED[0] not in arrays:
        raise ReadError(f"{path.name} holds no {STEP} with {MEASURED[0]} that can be read.")
    lengths = {name: len(array) for name, array in arrays.items() if name in (STEP, *MEASURED)}
    if len({*lengths.values()}) > 1:
        told = ", ".join(f"{length} {name}" for name, length in lengths.items())
        raise ReadError(f"{path.name} holds arrays that do not belong together: {told}.")
    return joined_by_step(pl.DataFrame(_columns(steps, arrays), schema_overrides={STEP: pl.Float64}))


def _columns(steps: Array, arrays: Mapping[str, Array]) -> dict[str, Array | pl.Series]:
    columns: dict[str, Array | pl.Series] = {STEP: steps.astype(np.float64).reshape(-1)}
    for name in MEASURED:
        if name in arrays:
            episodes = arrays[name].astype(np.float64).reshape(len(steps), -1)
            columns[name] = episodes.mean(axis=1)
            columns[f"{name}_std"] = _spread(episodes)
    columns[EPISODES] = np.full(len(steps), float(arrays[MEASURED[0]].reshape(len(steps), -1).shape[1]))
    return columns


def _spread(episodes: Array) -> Array | pl.Series:
    if episodes.shape[1] < 2:
        return pl.Series([None] * len(episodes), dtype=pl.Float64)
    spread: Array = episodes.std(axis=1, ddof=1)
    return spread
