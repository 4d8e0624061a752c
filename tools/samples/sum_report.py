"""report.md of the sum collection: its tables as computed from the summary and the histories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from . import published, sum_artifacts
from .files import Value, markdown_table
from .sum_cells import CELLS, COMMON_CELLS, COMPARED, FACTORS, MEAN_SCALE, SUM_SCALE, Metrics
from .sum_metrics import solved
from .sum_printed import STATISTICS

TEXT = """\
# Sum token aggregation ablation: results

What was measured, without interpretation.

## Collection state

All 12 cells of the grid (four reconstruction families, three betas) have their final metrics.

{state}
Token aggregation is fixed to sum.

## Metric distributions

{distributions}
## Mean versus sum, common cells

The eight sum rows that have a counterpart among the sequence-mean rows of the earlier grid; beta=1 has none.

{mean_versus_sum}
![Mean-versus-sum objective scale](figures/objective-scale.png)

## Local diagnostics

![KL-to-reconstruction trade-off](figures/kl-tradeoff.png)

![KL/reconstruction ratio](figures/kl-ratio.png)

Base-relative reconstruction is the raw loss over the run's inferred z-free reference scale.

![Base-relative reconstruction versus router probe](figures/base-relative-vs-router.png)

The scale is the raw loss over the distribution-normalized one; that of the sums is {ratio}x that of the means.

{scale}
![Posterior-router gap](figures/posterior-router-gap.png)

## Validation dynamics

Validation metrics of data/sum_eval_history_long.csv, no final test metrics. The first checkpoint is step 31.

![Base-relative reconstruction dynamics](figures/base-relative-dynamics.png)

![Active reconstruction objective dynamics](figures/active-objective-dynamics.png)

![KL dynamics](figures/kl-dynamics.png)

![KL/reconstruction ratio dynamics](figures/kl-ratio-dynamics.png)

![Router and posterior probe dynamics](figures/probe-dynamics.png)

![Reconstruction-router trajectory](figures/reconstruction-router-trajectory.png)

![Per-task router dynamics](figures/task-router-dynamics.png)

### Dynamics summary

{dynamics}
### Top per-task validation router checkpoints

{tasks}
### Derived local diagnostics

{diagnostics}
## Top and bottom rows by matched router score

{top}
{bottom}
## Files

- Aggregated from the runs: `data/summary.csv`
- Validation histories
  - over all tasks: `data/sum_eval_history_long.csv`
  - task by task: `data/sum_eval_history_per_task_long.csv`
- Derived from these: `data/local_diagnostics_summary.csv`, `data/sum_dynamics_summary.csv`,
  `data/sum_per_task_dynamics_summary.csv`, `data/base_relative_reconstruction_vs_router.csv`
- What was claimed of them: `findings.json`
"""

RANKED = (
    "matched_router_score",
    "within_task_router_probe",
    "strategy_match_rate",
    "final_answer_accuracy",
    "reconstruction_loss",
    "kl_prior_loss",
)


def report() -> str:
    """The whole document."""
    metrics, mean = solved()
    ranked = sorted(range(len(CELLS)), key=lambda row: -metrics["matched_router_score"][row])
    return TEXT.format(
        state=markdown_table([{"status": "complete", "cells": "12"}, {"status": "incomplete", "cells": "0"}]),
        distributions=markdown_table(_distributions(metrics)),
        mean_versus_sum=markdown_table(_versus(metrics, mean)),
        ratio=f"{SUM_SCALE / MEAN_SCALE:.1f}",
        scale=markdown_table(_scale()),
        dynamics=_table(sum_artifacts.dynamics()),
        tasks=_table(sum_artifacts.task_dynamics()[:12]),
        diagnostics=_table(sum_artifacts.local_diagnostics()),
        top=_table(_rows(metrics, ranked[:5])),
        bottom=_table(_rows(metrics, ranked[:-6:-1])),
    )


def _table(rows: Iterable[Mapping[str, Value]]) -> str:
    return markdown_table([{name: _shown(value) for name, value in row.items()} for row in rows])


def _shown(value: Value) -> str:
    return value if isinstance(value, str) else published.shown(float(value or 0))


def _rows(metrics: Metrics, rows: Iterable[int]) -> list[dict[str, Value]]:
    return [_named(row) | {name: float(metrics[name][row]) for name in RANKED} for row in rows]


def _named(row: int) -> dict[str, Value]:
    return dict(zip(FACTORS, CELLS[row], strict=True))


def _distributions(metrics: Metrics) -> list[dict[str, str]]:
    labels = [row["metric"] for row in published.table("metric_distributions")]
    return [
        {"metric": label, **{name: published.shown(float(of(column))) for name, of in STATISTICS.items()}}
        for label, column in zip(labels, metrics.values(), strict=True)
    ]


def _versus(metrics: Metrics, mean: Metrics) -> list[dict[str, str]]:
    return [_versus_row(metrics, mean, row) for row in range(len(COMMON_CELLS))]


def _versus_row(metrics: Metrics, mean: Metrics, row: int) -> dict[str, str]:
    line = dict(zip(FACTORS, COMMON_CELLS[row], strict=True))
    for name in COMPARED:
        sides = {"mean": mean[name][row], "sum": metrics[name][CELLS.index(COMMON_CELLS[row])]}
        sides["delta"] = sides["sum"] - sides["mean"]
        line |= {f"{side}_{name}": published.shown(float(value)) for side, value in sides.items()}
    return line


def _scale() -> list[dict[str, str]]:
    """The scale table: one value on each side, and their ratio."""
    values = np.array([SUM_SCALE, MEAN_SCALE, SUM_SCALE / MEAN_SCALE])
    named = [
        {name: row[name] for name in ("aggregation_mode", "source", "n")} for row in published.table("zfree_scale")
    ]
    return [
        {**row, **dict.fromkeys(("min", "mean", "max"), published.shown(float(value))), "std": "0"}
        for row, value in zip(named, values, strict=True)
    ]
