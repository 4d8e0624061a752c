"""The panes' names with their keys, the one that is shown marked."""

from __future__ import annotations

from collections.abc import Callable

from textual.reactive import reactive

from sweeplens.panes.base import Pane
from sweeplens.render.base import Span
from sweeplens.render.lines import line_width
from sweeplens.tui.widgets.spot_bar import GAP, Spot, SpotBar


class PaneTabs(SpotBar):
    """One tab a pane; short names where the line is narrow, only the chosen one's where it is narrower still."""

    panes: reactive[tuple[Pane, ...]] = reactive(())
    chosen: reactive[str] = reactive("")
    """Id of the pane that is shown."""

    def fitting(self, width: int) -> tuple[Spot, ...]:
        """Every tab, with names as long as there is room for."""
        tabs: tuple[Spot, ...] = ()
        for name in (lambda pane: pane.title, lambda pane: pane.short, self._chosen_only):
            tabs = tuple(self._tab(pane, name) for pane in self.panes)
            if sum(line_width(tab.line) + len(GAP.text) for tab in tabs) - len(GAP.text) <= width:
                break
        return tabs

    def _chosen_only(self, pane: Pane) -> str:
        return pane.short if pane.id == self.chosen else ""

    def _tab(self, pane: Pane, name: Callable[[Pane], str]) -> Spot:
        run = f"show_pane({pane.id!r})"
        text = f" {name(pane)}" if name(pane) else ""
        if pane.id == self.chosen:
            return Spot((Span(f" {pane.key}{text} ", "tab"),), run)
        return Spot((Span(pane.key, "key"), Span(text)), run)
