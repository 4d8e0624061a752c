"""Frames that play: one after the other, so many a second, and never ahead of the terminal."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from time import monotonic

from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.timer import Timer

from sweeplens.figures import Figure, Frames
from sweeplens.render.base import Cursor
from sweeplens.tui.driver import backlog
from sweeplens.tui.widgets.drawing_cursor import moved

PACES = (0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 15.0, 20.0)
"""Frames a second that can be chosen."""
USUAL_PACE = 4.0
LATE = 0.05
"""Seconds by which a frame may be late without putting off all that follow."""
TICK = 0.02
"""Seconds after which it is seen again whether a frame is due, and whether the terminal has taken the last one."""


class Playing(ScrollView):
    """What shows frames and can play them; it never begins by itself."""

    figure: reactive[Figure | None] = reactive(None, repaint=False, init=False, always_update=True)
    """What is drawn; None before there is an answer."""
    cursor: reactive[Cursor] = reactive(Cursor(), repaint=False, init=False)
    """Where the figure is looked at."""
    pace: reactive[float] = reactive(USUAL_PACE, repaint=False, init=False)
    """Frames a second."""
    is_playing: reactive[bool] = reactive(False, repaint=False, init=False)
    """Whether one frame follows the other."""

    _clock: Timer | None = None
    _last = 0.0
    """When the frame that is shown was due."""

    @property
    def frames(self) -> Frames | None:
        """What can play; None where the figure stands still."""
        return self.figure if isinstance(self.figure, Frames) and self.figure.moves else None

    @property
    def seen(self) -> Cursor:
        """The cursor as it is drawn: of what can play, with its pace."""
        return replace(self.cursor, pace=self.pace, is_playing=self.is_playing) if self.frames else self.cursor

    def action_play(self) -> None:
        """Play from here, or pause; at the end, from the first frame on."""
        if self.frames and not self.is_playing and self._is_at_end(self.frames):
            self.cursor = replace(self.cursor, frame=0.0)
        self.is_playing = self.frames is not None and not self.is_playing

    def action_pace(self, by: int) -> None:
        """Play faster or slower."""
        self.pace = PACES[min(max(bisect_left(PACES, self.pace) + by, 0), len(PACES) - 1)]

    def action_frame(self, by: int) -> None:
        """Pause so many frames further on."""
        self.is_playing = False
        if self.frames:
            self.cursor = moved(self.frames, self.cursor, by, 0) or self.cursor

    def watch_is_playing(self) -> None:
        """Start the clock, or stop it."""
        if self._clock:
            self._clock.stop()
        self._last = monotonic()
        self._clock = self.set_interval(TICK, self._tick) if self.is_playing else None

    def _tick(self) -> None:
        """Show the next frame when it is due and the terminal has taken the last one; stop at the end."""
        now, due = monotonic(), self._last + 1 / self.pace
        if self.frames is None or now < due or self._must_wait():
            return
        self._last = due if now < due + LATE else now
        self.cursor = moved(self.frames, self.cursor, 1, 0) or self.cursor
        self.is_playing = not self._is_at_end(self.frames)

    def _must_wait(self) -> bool:
        """Whether the terminal is behind, or something else is looked at."""
        return backlog(self.app) > 0 or self.app.screen is not self.screen

    def _is_at_end(self, frames: Frames) -> bool:
        return self.cursor.frame is None or self.cursor.frame >= len(frames.steps) - 1
