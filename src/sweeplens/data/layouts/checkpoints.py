"""Results of one run at several checkpoints, a file for each, as one run with a history."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sweeplens.data.layouts.curves import joined_by_step
from sweeplens.data.layouts.paths import differs, path_factors
from sweeplens.data.layouts.runs import Run
from sweeplens.lazy import pl

HISTORY = "checkpoints"
STEP = "step"
REVISION = "revision"

KEYS = frozenset(("step", "checkpoint", "ckpt", "chkpt", "iter", "iteration", "epoch", "update"))
"""What stands before the step in paths; `steps` and `epochs` are settings."""
_STEP_REVISION = re.compile(r"(?:step|global_step|checkpoint|ckpt|iter)[_-]?(?P<step>\d+)")


def by_checkpoint(runs: Sequence[Run]) -> list[Run]:
    """`runs` with those joined that only differ in a step in their path, or in a revision like `step1000`.

    What they gave becomes a curve against that step, and what the last of them was given and gave stands for the run.
    """
    steps = _steps_in_paths(runs) or _steps_in_revisions(runs)
    if not steps or any(run.curves for run in runs):
        return list(runs)
    groups: dict[tuple[str, ...], list[tuple[float, Run]]] = {}
    for run, (name, step) in zip(runs, steps, strict=True):
        groups.setdefault((name, *(f"{key}={value}" for key, value in run.part.items())), []).append((step, run))
    return [_joined(key[0], sorted(group, key=lambda pair: pair[0])) for key, group in groups.items()]


def _steps_in_paths(runs: Sequence[Run]) -> list[tuple[str, float]]:
    """The name without the step, and the step, of every run; nothing where their paths hold none."""
    keys = path_factors([run.name for run in runs]).keys
    for key, levels in keys.items():
        if key.lower() in KEYS and differs(levels):
            return [
                (_without(run.name, key, level), float(level)) for run, level in zip(runs, levels, strict=True) if level
            ]
    return []


def _without(name: str, key: str, level: str) -> str:
    """`name` without the key and its level, and without the separators that parted them from the rest."""
    start, end = re.split(rf"[_,\s-]*{re.escape(key)}[=_:-]?{re.escape(level)}(?!\d)", name, maxsplit=1)
    return (start + end).replace("/_", "/").replace("/-", "/").strip("/_-") or HISTORY


def _steps_in_revisions(runs: Sequence[Run]) -> list[tuple[str, float]]:
    """The folder and the step of every run, where every one has a revision that states a step."""
    matches = [_STEP_REVISION.fullmatch(run.settings.get(REVISION, "")) for run in runs]
    steps = [match["step"] for match in matches if match]
    if len(steps) < len(runs) or not differs(steps):
        return []
    return [(run.name.rpartition("/")[0] or ".", float(step)) for run, step in zip(runs, steps, strict=True)]


def _joined(name: str, checkpoints: Sequence[tuple[float, Run]]) -> Run:
    """One run of its checkpoints, which are in the order of their steps."""
    last = checkpoints[-1][1]
    keys = dict.fromkeys(key for _, run in checkpoints for key in run.numbers)
    columns = [pl.Series(STEP, [step for step, _ in checkpoints], dtype=pl.Float64)]
    columns += [pl.Series(key, [run.numbers.get(key) for _, run in checkpoints], dtype=pl.Float64) for key in keys]
    settings = {key: value for key, value in last.settings.items() if key != REVISION}
    return replace(last, name=name, settings=settings, curves={HISTORY: joined_by_step(pl.DataFrame(columns))})
