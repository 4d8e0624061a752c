"""`full-vs-reinit_20260415`: six loss settings, each adapted from full weights and from reinitialised ones."""

from __future__ import annotations

from pathlib import Path

from . import frames, mode_history, mode_report
from .files import write_csv, write_json_lines, write_text

NAME = "full-vs-reinit_20260415"


def write(root: Path) -> None:
    """Write the generated files of the collection below `root`."""
    data = root / NAME / "data"
    write_csv(data / "summary.csv", mode_history.summary())
    write_csv(data / "val_history_per_task.csv", mode_history.history())
    write_text(root / NAME / "report.md", mode_report.report(mode_history.history()))
    write_json_lines(data / "continuous_val_router_sampled_z_frames.jsonl", frames.router_sampled())
    write_json_lines(data / "continuous_val_posterior_mu_frames.jsonl", frames.posterior_mu())
