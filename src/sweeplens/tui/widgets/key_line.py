"""The footer: the keys that do something now."""

from __future__ import annotations

from collections.abc import Iterable

from sweeplens.render.base import Span
from sweeplens.render.lines import line_width
from sweeplens.tui.widgets.spot_bar import Spot, SpotBar


def key_spots(hints: Iterable[tuple[str, str, str]]) -> tuple[Spot, ...]:
    """A spot for each key, word and action."""
    return tuple(Spot((Span(key, "key"), Span(" "), Span(word, "muted")), run) for key, word, run in hints)


class KeyLine(SpotBar):
    """Keys and a word for what each does; a click does it too. The last one, which leads to the rest, always stays."""

    def fitting(self, width: int) -> tuple[Spot, ...]:
        """The first ones that there is room for, and the last one."""
        if not self.spots:
            return ()
        *first, last = self.spots
        room = width - line_width(last.line) - len(self.gap)
        return (*self.fitted(first, room), last)
