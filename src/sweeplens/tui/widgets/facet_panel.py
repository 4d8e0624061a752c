"""Every factor with its key, its levels, and how many rows each has under the present filter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual.reactive import reactive

from sweeplens.data.metrics import Level
from sweeplens.render.base import Line, Span
from sweeplens.text import clipped, visible
from sweeplens.tui.facets import Facet
from sweeplens.tui.messages import LevelChosen
from sweeplens.tui.widgets.line_list import LineList
from sweeplens.tui.widgets.lines import between


@dataclass(frozen=True)
class FacetLine:
    """One line of the panel: a factor, or one of its levels."""

    facet: Facet
    level: Level | None = None

    @property
    def is_chosen(self) -> bool:
        """Whether the filter holds the factor to this level."""
        return self.level is not None and self.level == self.facet.chosen


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
        """One line a factor, followed by one a level."""
        self._lines = tuple(
            line
            for facet in facets
            for line in (FacetLine(facet), *(FacetLine(facet, level) for level in facet.factor.levels))
        )

    def line_count(self) -> int:
        """One line a factor and one a level."""
        return len(self._lines)

    def line(self, at: int, width: int) -> Line:
        """The factor with its key, or a level with its count."""
        line = self._lines[at]
        return self._factor_line(line, width) if line.level is None else _level_line(line, line.level, width)

    def _factor_line(self, line: FacetLine, width: int) -> Line:
        factor = line.facet.factor
        held = () if line.facet.chosen is None else (Span("held", "muted"),)
        key = Span(self.keys.get(factor.name, " "), "key")
        return between((key, Span(" "), Span(visible(factor.name), "head")), held, width)

    def chosen(self, at: int) -> None:
        """Ask for the factor to be held to the level, or let go."""
        line = self._lines[at]
        self.post_message(LevelChosen(line.facet.factor, None if line.is_chosen else line.level))


def _level_line(line: FacetLine, level: Level, width: int) -> Line:
    """`● .01              4`; a level without rows is muted, with a dot for its count."""
    count = line.facet.count(level)
    role = "mark" if line.is_chosen else "" if count else "muted"
    name = clipped(visible(level.head), width - 8)
    return between(
        (Span("● " if line.is_chosen else "  ", "mark"), Span(name, role)),
        (Span(f"{count:,}" if count else "·", role or "number"),),
        width,
    )
