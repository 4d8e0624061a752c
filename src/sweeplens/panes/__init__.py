"""The panes, in the order of their keys."""

from __future__ import annotations

from sweeplens.panes import cells, distributions, extremes
from sweeplens.panes.base import Pane

PANES: tuple[Pane, ...] = (
    cells.PANE,
    distributions.PANE,
    extremes.PANE,
)
