"""`running-ablation_demo`: a sweep that is still running, with everything in it that can be unfinished or broken."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import numpy as np

from .files import Value, write_csv, write_text

NAME = "running-ablation_demo"
FAMILIES = ("raw", "dist norm", "tokcc a.25")
BETAS = ("beta=.01", "beta=.1", "beta=1")
SEEDS = (0, 1, 2)
STEPS = tuple(range(50, 1001, 50))

Run = tuple[str, str, int]

UNEXPECTED: Run = ("raw", "beta=3", 0)
UNFINISHED: Run = ("tokcc a.25", "beta=.01", 2)
"""Its row is there, its final metrics are not."""
ONLY_HISTORY: Run = ("tokcc a.25", "beta=.1", 2)
"""No row yet: the history that is being written is all there is."""
NAN: Run = ("dist norm", "beta=1", 1)
INFINITE: Run = ("dist norm", "beta=1", 2)
MISSING = ("tokcc a.25", "beta=1")
LAST_STEP = {UNFINISHED: 600, ONLY_HISTORY: 350}
DIVERGED_FROM = {NAN: 450, INFINITE: 700}
TRUNCATED_PARQUET = b"PAR1" + bytes(37 * i % 251 for i in range(600))


def write(root: Path) -> None:
    """Write the generated files of the collection below `root`."""
    data = root / NAME / "data"
    write_csv(data / "summary.csv", [_row(run) for run in _runs() if run != ONLY_HISTORY])
    write_csv(data / "train_history.csv", [line for run in _runs() for line in _curve(run)])
    _cut_last_line(data / "train_history.csv")
    (data / "grad_norm_history.parquet").write_bytes(TRUNCATED_PARQUET)


def _runs() -> list[Run]:
    """All runs that have started, the one that is being written last."""
    expected = [run for run in product(FAMILIES, BETAS, SEEDS) if run[:2] != MISSING and run != ONLY_HISTORY]
    return [*expected, UNEXPECTED, ONLY_HISTORY]


def _row(run: Run) -> dict[str, Value]:
    """A run's row of the summary: its last measurements, none of them where it is unfinished."""
    last: dict[str, Value] = _curve(run)[-1]
    named = {key: last[key] for key in ("family", "beta", "seed")}
    metrics = {key: value for key, value in last.items() if key not in named and key != "step"}
    return {**named, **(dict.fromkeys(metrics) if run == UNFINISHED else metrics)}


def _curve(run: Run) -> list[dict[str, Value]]:
    """A run's history, one line a step, up to where it has come."""
    family, beta, seed = run
    steps = [step for step in STEPS if step <= LAST_STEP.get(run, STEPS[-1])]
    return [{"family": family, "beta": beta, "seed": seed, "step": step, **_metrics(run, step)} for step in steps]


def _metrics(run: Run, step: int) -> dict[str, Value]:
    """What a run measured at a step: losses fall, accuracy rises, each run a little differently."""
    family, beta, seed = run
    strength = math.log10(float(beta.removeprefix("beta=")))
    noise = np.random.default_rng([FAMILIES.index(family), round(10 * strength) + 100, seed, step]).normal(0, 1, 3)
    rise = 1 - math.exp(-step / (240 + 30 * strength + 12 * seed))
    top = 0.91 - 0.03 * FAMILIES.index(family) - 0.02 * (strength + 1) ** 2 + 0.004 * seed
    loss = 0.31 + 0.04 * FAMILIES.index(family) + 1.9 * (1 - rise) + 0.01 * noise[1]
    if step >= DIVERGED_FROM.get(run, STEPS[-1] + 1):
        lost = math.nan if run == NAN else math.inf
        return {"val_accuracy": 0.1 if run == INFINITE else lost, "val_loss": lost, "kl_prior_loss": lost}
    return {
        "val_accuracy": round(top * rise + 0.003 * noise[0], 4),
        "val_loss": round(loss, 4),
        "kl_prior_loss": round(
            9.5 * math.exp(-step / 160) + 1.4 * math.exp(-1.1 * strength) / 3 + 0.02 * abs(noise[2]), 4
        ),
    }


def _cut_last_line(path: Path) -> None:
    """Leave the last line half-written, as a file has it that is being written."""
    text = path.read_text(encoding="utf-8")
    write_text(path, text[:-9])
