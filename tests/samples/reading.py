"""Reading the samples and the published tables with nothing but the csv module."""

from __future__ import annotations

import csv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_collections"
PUBLISHED = ROOT / "tools" / "samples" / "published"
SUM = SAMPLES / "sum-token-aggregation_20260503"
MEAN = SAMPLES / "paper-method-grid-05b_20260501"
MODES = SAMPLES / "full-vs-reinit_20260415"
RUNNING = SAMPLES / "running-ablation_demo"
SELECTED = ("beta0p01_d50_lin50", "beta0p01_cyclin25_w12p5", "beta0p1_d50_lin50")
FACTORS = ("reconstruction_loss_family_label", "beta_label")

Record = dict[str, str]
Cell = tuple[str, str]


def printed(value: float) -> str:
    """Four decimals and six significant digits at most, as the published tables are."""
    return f"{round(value, 4):.6g}"


def records(path: Path) -> list[Record]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def published(name: str) -> list[Record]:
    return records(PUBLISHED / f"{name}.csv")


def cell_of(record: Record) -> Cell:
    return record[FACTORS[0]], record[FACTORS[1]]
