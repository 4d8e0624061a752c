"""A line of words that can be clicked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.events import Click
from textual.reactive import reactive

from sweeplens.render.base import Line, Lines, Span
from sweeplens.render.lines import line_width
from sweeplens.tui.messages import CommandChosen
from sweeplens.tui.widgets.lines import LineWidget


@dataclass(frozen=True)
class Spot:
    """Some spans, and the action that a click on them runs."""

    line: Line
    run: str


class SpotBar(LineWidget):
    """Spots side by side, as many as there is room for."""

    DEFAULT_CSS = "SpotBar { padding: 0 1; }"

    gap: ClassVar[str] = "  "
    """What stands between two spots."""
    spots: reactive[tuple[Spot, ...]] = reactive(())
    """What stands in the line, the most important first."""

    def fitting(self, width: int) -> tuple[Spot, ...]:
        """The spots that are shown in `width` cells."""
        return self.fitted(self.spots, width)

    def fitted(self, spots: Iterable[Spot], width: int) -> tuple[Spot, ...]:
        """Those of `spots` that fit into `width` cells, from the first one on."""
        shown: list[Spot] = []
        taken = 0
        for spot in spots:
            taken += line_width(spot.line) + (len(self.gap) if shown else 0)
            if taken > width:
                break
            shown.append(spot)
        return tuple(shown)

    def drawn(self, width: int) -> Lines:
        """The one line."""
        spans: list[Span] = []
        for spot in self.fitting(width):
            spans += [Span(self.gap), *spot.line] if spans else spot.line
        return (tuple(spans),)

    def spot_at(self, x: int) -> Spot | None:
        """The spot in column `x` of the line; None between and behind them."""
        start = 0
        for spot in self.fitting(self.size.width):
            end = start + line_width(spot.line)
            if start <= x < end:
                return spot
            start = end + len(self.gap)
        return None

    def on_click(self, event: Click) -> None:
        """Say which command was clicked."""
        offset = event.get_content_offset(self)
        spot = self.spot_at(offset.x) if offset else None
        if spot:
            self.post_message(CommandChosen(spot.run))
