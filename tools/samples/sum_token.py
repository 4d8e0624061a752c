"""`sum-token-aggregation_20260503`: twelve cells of a reconstruction-loss ablation with token sums."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from . import sum_artifacts, sum_history, sum_report
from .files import Value, write_csv, write_text
from .sum_cells import CELLS, FACTORS, STORED
from .sum_metrics import solved

NAME = "sum-token-aggregation_20260503"


TABLES: Mapping[str, Callable[[], list[dict[str, Value]]]] = {
    "sum_eval_history_long": sum_history.history,
    "sum_eval_history_per_task_long": sum_history.task_history,
    "local_diagnostics_summary": sum_artifacts.local_diagnostics,
    "base_relative_reconstruction_vs_router": sum_artifacts.base_relative_versus_router,
    "sum_dynamics_summary": sum_artifacts.dynamics,
    "sum_per_task_dynamics_summary": sum_artifacts.task_dynamics,
    "diagnostic_data_availability": sum_artifacts.availability,
}


def write(root: Path) -> None:
    """Write the generated files of the collection below `root`."""
    write_csv(root / NAME / "data" / "summary.csv", summary())
    for table, rows in TABLES.items():
        write_csv(root / NAME / "data" / f"{table}.csv", rows())
    write_text(root / NAME / "findings.json", json.dumps(sum_artifacts.findings(), indent=2) + "\n")
    write_text(root / NAME / "notebook.ipynb", sum_artifacts.notebook())
    write_text(root / NAME / "report.md", sum_report.report())


def summary() -> list[dict[str, Value]]:
    """The stored columns of the twelve runs, in the order of the cells."""
    metrics, _ = solved()
    return [
        {"token_aggregation": "sum", **dict(zip(FACTORS, cell, strict=True))}
        | {name: float(metrics[name][row]) for name in STORED}
        for row, cell in enumerate(CELLS)
    ]
