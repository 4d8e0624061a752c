"""The panes' names with their keys, the one that is shown marked."""

from __future__ import annotations

from collections.abc import Sequence

from textual.reactive import reactive

from sweeplens.panes.base import Pane
from sweeplens.render.base import Span
from sweeplens.render.lines import line_width
from sweeplens.tui.widgets.spot_bar import Spot, SpotBar


class PaneTabs(SpotBar):
    """One tab a pane, the names as long as there is room for; what is narrow leaves out the documents first."""

    DEFAULT_CSS = "PaneTabs { padding: 0; }"

    gap = ""
    panes: reactive[tuple[Pane, ...]] = reactive(())
    chosen: reactive[str] = reactive("")
    """Id of the pane that is shown."""

    def fitting(self, width: int) -> tuple[Spot, ...]:
        """The tabs, in the longest way of naming them that fits."""
        tabs: tuple[Spot, ...] = ()
        for name, space in ((_title, " "), (_short, " "), (_short, ""), (self._chosen_only, "")):
            for panes in (self.panes, self._without_documents()):
                tabs = tuple(self._tab(pane, name(pane), space) for pane in panes)
                if sum(line_width(tab.line) for tab in tabs) <= width:
                    return tabs
        return tabs

    def _without_documents(self) -> Sequence[Pane]:
        return [pane for pane in self.panes if not pane.is_document or pane.id == self.chosen]

    def _chosen_only(self, pane: Pane) -> str:
        return pane.short if pane.id == self.chosen else ""

    def _tab(self, pane: Pane, name: str, space: str) -> Spot:
        """` 4 Extremes `, as wide when it is chosen as when it is not."""
        run = f"show_pane({pane.id!r})"
        text = f" {name}" if name else ""
        if pane.id == self.chosen:
            return Spot((Span(f"{space}{pane.key}{text}{space}", "tab"), _BEHIND[space]), run)
        return Spot((Span(space), Span(pane.key, "key"), Span(text + space), _BEHIND[space]), run)


_BEHIND = {" ": Span(""), "": Span(" ")}
"""What parts a tab from the next one, by the space that it has inside."""


def _title(pane: Pane) -> str:
    return pane.title


def _short(pane: Pane) -> str:
    return pane.short
