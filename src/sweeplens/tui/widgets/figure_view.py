"""Where an answer is painted: a table with its cursor, any other figure as a drawing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.reactive import reactive
from textual.widget import Widget

from sweeplens.figures import Figure, Table
from sweeplens.render.base import Look
from sweeplens.tui.widgets.drawing import Drawing
from sweeplens.tui.widgets.frame_table import FrameTable


class FigureView(Container):
    """Shows one figure at a time, in the widget that is made for its kind."""

    DEFAULT_CSS = """
    FigureView > * { height: 1fr; }
    FigureView > .-unused { display: none; }
    """

    figure: reactive[Figure | None] = reactive(None, init=False, always_update=True)
    """What is shown; None before there is an answer."""
    look: reactive[Look] = reactive(Look())
    """Which glyphs may be used, and how many colours there are."""

    def compose(self) -> ComposeResult:
        """A table, and a drawing that waits until it is needed."""
        yield FrameTable().data_bind(FigureView.look)
        yield Drawing(classes="-unused").data_bind(FigureView.look)

    @property
    def table(self) -> FrameTable:
        """What shows tables."""
        return self.query_one(FrameTable)

    @property
    def drawing(self) -> Drawing:
        """What shows every other figure."""
        return self.query_one(Drawing)

    @property
    def shows_table(self) -> bool:
        """Whether what is shown is a table, or is to be one."""
        return self.figure is None or isinstance(self.figure, Table)

    @property
    def part(self) -> Widget:
        """The one of the two that is shown: what takes the focus."""
        return self.table if self.shows_table else self.drawing

    def watch_figure(self, figure: Figure | None) -> None:
        """Show the figure; the focus stays in the view where it was in it."""
        had_focus = self.has_focus_within
        self.table.set_class(self.part is not self.table, "-unused")
        self.drawing.set_class(self.part is not self.drawing, "-unused")
        if isinstance(figure, Table):
            self.table.table = figure
        else:
            self.drawing.figure = figure
        if had_focus:
            self.part.focus()
