"""The panes' names with their keys, the one that is shown marked."""

from __future__ import annotations

from textual.reactive import reactive

from sweeplens.panes.base import Pane
from sweeplens.render.base import Span
from sweeplens.render.lines import line_width
from sweeplens.tui.widgets.spot_bar import Spot, SpotBar


class PaneTabs(SpotBar):
    """One tab a pane, its name as long as there is room for; documents are the first to be a key alone."""

    DEFAULT_CSS = "PaneTabs { padding: 0; }"

    gap = ""
    panes: reactive[tuple[Pane, ...]] = reactive(())
    chosen: reactive[str] = reactive("")
    """Id of the pane that is shown."""

    def fitting(self, width: int) -> tuple[Spot, ...]:
        """The tabs, in the longest way of naming them that fits."""
        tabs: tuple[Spot, ...] = ()
        for name, is_wide in ((_title, True), (_short, True), (_short, False), (self._chosen_only, False)):
            for documents in (name, self._chosen_only):
                names = ((pane, (documents if pane.is_document else name)(pane)) for pane in self.panes)
                tabs = tuple(self._tab(pane, text, is_wide and bool(text)) for pane, text in names)
                if sum(line_width(tab.line) for tab in tabs) <= width:
                    return tabs
        return tabs

    def _chosen_only(self, pane: Pane) -> str:
        return pane.short if pane.id == self.chosen else ""

    def _tab(self, pane: Pane, name: str, is_wide: bool) -> Spot:
        """` 4 Extremes `, as wide when it is chosen as when it is not; ` 4 Extr.` where it is not to be wide."""
        text = (f" {name}" if name else "") + (" " if is_wide else "")
        is_chosen = pane.id == self.chosen
        before = Span(" ", "tab" if is_chosen and is_wide else "")
        named = (Span(pane.key + text, "tab"),) if is_chosen else (Span(pane.key, "key"), Span(text))
        return Spot((before, *named), f"show_pane({pane.id!r})")


def _title(pane: Pane) -> str:
    return pane.title


def _short(pane: Pane) -> str:
    return pane.short
