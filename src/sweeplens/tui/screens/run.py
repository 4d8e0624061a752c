"""One run in full: every metric with its rank among the rows that are shown."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from sweeplens.figures import Figure
from sweeplens.panes.base import Question
from sweeplens.panes.run import run_figure
from sweeplens.render.base import Look
from sweeplens.tui.answers import Answer, figure_or_notice
from sweeplens.tui.screens.dialog import Dialog
from sweeplens.tui.telling import sent, tell
from sweeplens.tui.widgets.figure_view import FigureView


class RunScreen(Dialog[None]):
    """The run in a box; its figure is made in a thread."""

    DEFAULT_CSS = """
    RunScreen > .box { width: 84; height: 80%; }
    RunScreen FigureView { height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy", show=False),
        Binding("q", "close", "Close", show=False),
    ]

    def __init__(self, answer: Answer, run: int, look: Look) -> None:
        super().__init__()
        self._answer = answer
        self._run = run
        self._look = look

    def compose(self) -> ComposeResult:
        """The figure in its box."""
        with Vertical(classes="box") as box:
            box.border_title, box.border_subtitle = "Run", "y copy   esc back"
            yield FigureView()

    def on_mount(self) -> None:
        """Have the figure made."""
        self.query_one(FigureView).look = self._look
        self.run_worker(partial(self._make, self._answer.question, self._run), thread=True)

    def action_copy(self) -> None:
        """Send the run to the clipboard as Markdown."""
        figure = self.query_one(FigureView).figure
        if figure:
            tell(self, partial(sent, self.app, replace(self._answer, figure=figure)))

    def _make(self, question: Question, run: int) -> None:
        self.app.call_from_thread(self._show, figure_or_notice("Run", lambda: run_figure(question, run)))

    def _show(self, figure: Figure) -> None:
        view = self.query_one(FigureView)
        view.figure = figure
        view.part.focus()
