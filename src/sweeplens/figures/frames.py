"""Clouds of points that move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.figures.drawings import Axis
from sweeplens.figures.tables import Column, ColumnKind, Table, table_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class FramePanel:
    """A cloud of points that moves: one panel of an animation."""

    title: str
    x: Axis
    y: Axis
    names: tuple[str, ...]
    """For each point the name its colour belongs to."""
    positions: Sequence[Sequence[tuple[float, float]]] | NDArray[np.float64]
    """Positions by frame and point, shape (frames, points, 2)."""
    still_at: float | None = None
    """The step of a panel that stands still; None for one that moves along the figure's steps."""
    moment: str = ""
    """What is said of that step behind the title, and never cut: `@600 (20 %)`."""

    @property
    def name(self) -> str:
        """The title, and the moment of a panel that stands still."""
        return f"{self.title} {self.moment}".strip()


@dataclass(frozen=True, eq=False)
class Frames:
    """Panels in lock step over checkpoints; the output decides which frame to draw."""

    title: str
    steps: tuple[float, ...]
    panels: tuple[FramePanel, ...]
    captions: tuple[str, ...] = ()

    @property
    def moves(self) -> bool:
        """Whether there are several moments, and some panel that does not stand still."""
        return len(self.steps) > 1 and any(panel.still_at is None for panel in self.panels)

    def as_table(self) -> Table:
        """`panel, step, point, x, y`, one row a point of a frame."""
        columns = tuple(Column(n, kind=k) for n, k in _FRAME_COLUMNS)
        rows = [
            (panel.name, step if panel.still_at is None else panel.still_at, name, float(x), float(y))
            for panel in self.panels
            for step, places in zip(self.steps, panel.positions, strict=True)
            for name, (x, y) in zip(panel.names, places, strict=True)
        ]
        return table_of(self.title, columns, rows, captions=self.captions)


_FRAME_COLUMNS: tuple[tuple[str, ColumnKind], ...] = (
    ("panel", "level"),
    ("step", "number"),
    ("point", "level"),
    ("x", "number"),
    ("y", "number"),
)
