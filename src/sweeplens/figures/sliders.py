"""A value that a figure can be moved along."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass


@dataclass(frozen=True)
class Slider:
    """Along which checkpoints an answer can be moved, and where it stands."""

    name: str
    """What the checkpoints count: `step`, `epoch`."""
    steps: tuple[float, ...]
    """Ascending."""
    at: float
    """The checkpoint that is answered about."""
    home: float
    """The one that is answered about where none is asked for."""

    def beside(self, by: int) -> float | None:
        """The checkpoint `by` places further on, the first one before it; None, for home, there and after the last."""
        place = bisect_left(self.steps, self.at) + by
        step = self.steps[max(place, 0)] if place < len(self.steps) else self.home
        return None if step == self.home else step
