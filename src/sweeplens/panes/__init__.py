"""The panes, in the order of their keys."""

from __future__ import annotations

from sweeplens.panes import (
    cells,
    compare,
    diagnostics,
    distributions,
    dynamics,
    extremes,
    gaps,
    latent,
    state,
    tradeoffs,
)
from sweeplens.panes.base import Pane
from sweeplens.panes.report import report_pane

_PANES: tuple[Pane, ...] = (
    state.PANE,
    cells.PANE,
    distributions.PANE,
    extremes.PANE,
    compare.PANE,
    diagnostics.PANE,
    tradeoffs.PANE,
    dynamics.PANE,
    gaps.PANE,
    latent.PANE,
)

PANES: tuple[Pane, ...] = (*_PANES, report_pane(_PANES))
"""Every pane; the report says what the others say."""
