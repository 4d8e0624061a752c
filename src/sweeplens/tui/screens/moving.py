"""The part of the main screen that moves through time: frames that play, checkpoints that are stepped."""

from __future__ import annotations

from sweeplens.figures import Curves, Frames, Grid, Table
from sweeplens.tui.inquiry import Inquiry
from sweeplens.tui.screens.asking import AskingScreen
from sweeplens.tui.steps import to_checkpoint


class MovingScreen(AskingScreen):
    """Frames are moved through where they are drawn; another checkpoint is another question."""

    _pane = ""
    """The pane that was asked last."""

    def watch_inquiry(self, inquiry: Inquiry) -> None:
        """Stop what plays where another pane is asked."""
        super().watch_inquiry(inquiry)
        if inquiry.pane.id != self._pane:
            self.figure_view.drawing.is_playing = False
        self._pane = inquiry.pane.id

    def action_play(self) -> None:
        """Play the frames, or pause."""
        self.figure_view.drawing.action_play()

    def action_pace(self, by: int) -> None:
        """Play them faster or slower."""
        self.figure_view.drawing.action_pace(by)

    def action_checkpoint(self, by: int) -> None:
        """Go so many frames or checkpoints further on."""
        figure = self.shown.figure if self.shown else None
        if isinstance(figure, Frames):
            self.figure_view.drawing.action_frame(by)
        elif isinstance(figure, Table | Grid | Curves) and figure.slider:
            self.step(to_checkpoint(figure.slider.beside(by)))
