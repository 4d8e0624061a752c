"""Directory layouts, the most particular first: the first that recognises a directory reads it."""

from __future__ import annotations

from sweeplens.data.layouts import (
    aggregate,
    dvclive,
    guild,
    hydra,
    lightning,
    lm_eval,
    mlflow,
    plan,
    run_directories,
    stable_baselines,
    tables,
    tensorboard,
    tensorboard_csv,
    trainer_state,
    wandb,
    wandb_chart,
    wandb_table,
)
from sweeplens.data.layouts.base import Layout

LAYOUTS: tuple[Layout, ...] = (
    aggregate.LAYOUT,
    guild.LAYOUT,
    hydra.LAYOUT,
    mlflow.LAYOUT,
    lightning.LAYOUT,
    trainer_state.LAYOUT,
    wandb.LAYOUT,
    wandb_chart.LAYOUT,
    wandb_table.LAYOUT,
    lm_eval.LAYOUT,
    stable_baselines.LAYOUT,
    tensorboard_csv.LAYOUT,
    dvclive.LAYOUT,
    run_directories.LAYOUT,
    tensorboard.LAYOUT,
    tables.LAYOUT,
    plan.LAYOUT,
)
"""Every layout, in the order in which they are tried."""
