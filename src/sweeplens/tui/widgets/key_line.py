"""The footer: the keys that do something now."""

from __future__ import annotations

from collections.abc import Iterable

from sweeplens.render.base import Span
from sweeplens.tui.widgets.spot_bar import Spot, SpotBar


def key_spots(hints: Iterable[tuple[str, str, str]]) -> tuple[Spot, ...]:
    """A spot for each key, word and action."""
    return tuple(Spot((Span(key, "key"), Span(" "), Span(word, "muted")), run) for key, word, run in hints)


class KeyLine(SpotBar):
    """Keys and one word for what each does; a click does it too."""
