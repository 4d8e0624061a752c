"""What lines are told apart by without colour: a marker and a pattern, or a number where these are used up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from sweeplens.figures import Pattern, Series
from sweeplens.render.base import Look
from sweeplens.render.glyphs import CHARSETS

PATTERNS: tuple[Pattern, ...] = ("solid", "dashed", "dotted")


@dataclass(frozen=True)
class Mark:
    """How a line looks."""

    text: str
    """Stands on the line here and there: a marker, a number; nothing on a line that lies behind another."""
    pattern: Pattern

    @property
    def stamp(self) -> str:
        """What the line is drawn with where there are no dots."""
        return self.text if len(self.text) == 1 else "."

    @property
    def is_number(self) -> bool:
        """Whether markers were used up."""
        return self.text.isdigit()


BEHIND = Mark("", "thin")


def marks_of(lines: Iterable[Series], look: Look) -> Mapping[str, Mark]:
    """For each name in a legend a mark that no other one has: of a line's own pattern as long as that is enough."""
    every = list(lines)
    named = {line.name: line.pattern for line in every if not line.is_behind} or {l.name: l.pattern for l in every}
    shapes = CHARSETS[look.charset].markers
    if len(named) <= len(shapes):
        return {name: Mark(shapes[at], pattern) for at, (name, pattern) in enumerate(named.items())}
    places = _places_by_pattern(named)
    if max(places.values()) < len(shapes):
        return {name: Mark(shapes[places[name]], pattern) for name, pattern in named.items()}
    if len(set(named.values())) == 1 and len(named) <= len(shapes) * len(PATTERNS):
        return {name: Mark(shapes[at % len(shapes)], PATTERNS[at // len(shapes)]) for at, name in enumerate(named)}
    return {name: Mark(str(at), pattern) for at, (name, pattern) in enumerate(named.items(), 1)}


def _places_by_pattern(named: Mapping[str, Pattern]) -> dict[str, int]:
    """The place of each name among those of its pattern."""
    pairs = sorted(named.items(), key=lambda pair: pair[1])
    groups = (group for _, group in groupby(pairs, key=lambda pair: pair[1]))
    return {name: at for group in groups for at, (name, _) in enumerate(group)}
