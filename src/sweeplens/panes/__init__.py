"""The panes, in the order of their keys."""

from __future__ import annotations

from difflib import get_close_matches

from sweeplens.errors import UsageError
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


def pane_named(name: str) -> Pane:
    """The pane of this id; `UsageError` with the nearest ones where there is none."""
    known = {pane.id: pane for pane in PANES}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=3)
    there = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}."
    raise UsageError(f"There is no pane called {name}; {there}")
