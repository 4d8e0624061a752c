"""`sum-token-aggregation_20260503`: twelve cells of a reconstruction-loss ablation with token sums."""

from __future__ import annotations

from pathlib import Path

from .files import Value, write_csv
from .sum_metrics import CELLS, FACTORS, STORED, solved

NAME = "sum-token-aggregation_20260503"


def write(root: Path) -> None:
    """Write the generated files of the collection below `root`."""
    write_csv(root / NAME / "data" / "summary.csv", summary())


def summary() -> list[dict[str, Value]]:
    """The stored columns of the twelve runs, in the order of the cells."""
    metrics, _ = solved()
    return [
        {"token_aggregation": "sum", **dict(zip(FACTORS, cell, strict=True))}
        | {name: float(metrics[name][row]) for name in STORED}
        for row, cell in enumerate(CELLS)
    ]
