"""Every factor with its key, its levels, and how many rows each has under the present filter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from textual.reactive import reactive

from sweeplens.data.metrics import Level
from sweeplens.render.base import Line, Span
from sweeplens.text import clipped, plural, visible
from sweeplens.tui.facets import Facet
from sweeplens.tui.messages import LevelChosen
from sweeplens.tui.widgets.line_list import LineList
from sweeplens.tui.widgets.lines import between

MOST = 12
"""Levels of one factor that are shown before the others are only counted."""


@dataclass(frozen=True)
class FacetLine:
    """One line of the panel: a factor, one of its levels, or how many more it has."""

    facet: Facet
    level: Level | None = None
    more: int = 0

    @property
    def is_chosen(self) -> bool:
        """Whether the filter holds the factor to this level."""
        return self.level is not None and self.level == self.facet.chosen


def lines_of(facet: Facet) -> Iterator[FacetLine]:
    """The factor, its first levels with the chosen one among them, and how many more there are."""
    yield FacetLine(facet)
    levels = facet.factor.levels
    shown = [level for at, level in enumerate(levels) if at < MOST or level == facet.chosen]
    for level in shown:
        yield FacetLine(facet, level)
    if len(shown) < len(levels):
        yield FacetLine(facet, more=len(levels) - len(shown))


class FacetPanel(LineList):
    """Factors and levels; choosing a level holds the factor to it, choosing it again lets the factor go."""

    facets: reactive[tuple[Facet, ...]] = reactive(())
    keys: reactive[Mapping[str, str]] = reactive({})
    """The key of each factor, by its name."""

    _lines: tuple[FacetLine, ...] = ()

    def watch_facets(self, facets: tuple[Facet, ...]) -> None:
        """Show the counts of another question."""
        self.lay_out(facets)
        self.lines_changed()

    def lay_out(self, facets: tuple[Facet, ...]) -> None:
        """The lines of all factors, one below the other."""
        self._lines = tuple(line for facet in facets for line in lines_of(facet))

    def line_count(self) -> int:
        """One line a factor and one a level."""
        return len(self._lines)

    def can_stop(self, at: int) -> bool:
        """Not where levels are only counted."""
        return not self._lines[at].more

    def line(self, at: int, width: int) -> Line:
        """The factor with its key, a level with its count, or the number of further levels."""
        line = self._lines[at]
        if line.more:
            return (Span(f"  … {plural(line.more, 'more level')}", "muted"),)
        return self._factor_line(line, width) if line.level is None else _level_line(line, line.level, width)

    def _factor_line(self, line: FacetLine, width: int) -> Line:
        factor = line.facet.factor
        held = () if line.facet.chosen is None else (Span("held", "muted"),)
        key = Span(self.keys.get(factor.name, " "), "key")
        name = clipped(visible(factor.name), width - 8)
        return between((key, Span(" "), Span(name, "head")), held, width)

    def chosen(self, at: int) -> None:
        """Ask for the factor to be held to the level, or let go."""
        line = self._lines[at]
        self.post_message(LevelChosen(line.facet.factor, None if line.is_chosen else line.level))


def _level_line(line: FacetLine, level: Level, width: int) -> Line:
    """`● .01              4`; a level without rows is muted, with a dot for its count."""
    count = line.facet.count(level)
    role = "mark" if line.is_chosen else "" if count else "muted"
    shown = f"{count:,}" if count else "·"
    name = clipped(visible(level.head), width - len(shown) - 3)
    return between(
        (Span("● " if line.is_chosen else "  ", "mark"), Span(name, role)), (Span(shown, role or "number"),), width
    )
