"""Frames: one moment of moving clouds, in all panels at once, or a few on paper; the limits never move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sweeplens.figures import FramePanel, Frames
from sweeplens.lazy import np
from sweeplens.render.axes import Axes, axes_around
from sweeplens.render.base import Cursor, Lines, Look, Size, Span
from sweeplens.render.digits import digits_for
from sweeplens.render.glyphs import CHARSETS, Glyphs
from sweeplens.render.legends import Entry, legend_below
from sweeplens.render.lines import captions, flowing, note, title
from sweeplens.render.panels import in_panels
from sweeplens.render.scales import finite_or_nan
from sweeplens.render.scatter import MOST_MARKERS, Spot, draw_dots, draw_spots
from sweeplens.render.tracks import tracked
from sweeplens.text import clipped, squeezed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_ON_PAPER = 6
"""How many frames are drawn where nothing can play."""
_FOOT, _LEGEND = 10, 6
"""Captions and the legend take no more than these parts of a height that is given."""
_LONGEST = 8
"""Lines of a legend where the height is free."""


def draw_frames(frames: Frames, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The frame that `cursor` names under its step, a legend of the points' names below."""
    heading, foot = title(frames.title, size.width), _foot(frames, size, look)
    if not frames.steps or not frames.panels:
        return (*heading, *note("There are no frames to draw.", size.width), *foot)
    drawing = _Drawing(frames, look, cursor)
    moments = _moments(frames, size, cursor)
    head = (*heading, *(drawing.moment_line(moments[0], size.width) if len(moments) == 1 else ()))
    legend = drawing.legend(size)
    panels = [partial(drawing.panel, panel, at, len(moments) > 1) for panel in frames.panels for at in moments]
    room = None if size.height is None else size.height - len(head) - len(legend) - len(foot)
    return (*head, *in_panels(panels, size.width, room, cursor.page, are_square=True), *legend, *foot)


def _foot(frames: Frames, size: Size, look: Look) -> Lines:
    """The captions; where the height is given, in a small part of it."""
    if size.height is None:
        return captions(frames.captions, size.width, look)
    return flowing(frames.captions, size.width, max(size.height // _FOOT, 1), look) if frames.captions else ()


def _moments(frames: Frames, size: Size, cursor: Cursor) -> list[float]:
    """The frames to draw: that of the cursor, else the last one; on paper a few from the first to the last."""
    last = len(frames.steps) - 1
    asked = [] if cursor.frame is None else [cursor.frame]
    if not asked and size.height is None:
        count = min(_ON_PAPER, last + 1)
        asked = [float(round(last * at / max(count - 1, 1))) for at in range(count)]
    return [min(max(moment, 0.0), float(last)) for moment in asked or [float(last)]]


@dataclass(frozen=True, eq=False)
class _Drawing:
    """Frames on their way to lines."""

    frames: Frames
    look: Look
    cursor: Cursor

    @property
    def _glyphs(self) -> Glyphs:
        return CHARSETS[self.look.charset]

    def moment_line(self, moment: float, width: int) -> Lines:
        """Which step is drawn, how far through training it is, and how fast it plays; nothing where all stand still."""
        if all(panel.still_at is not None for panel in self.frames.panels):
            return ()
        parts = [self._step(moment), f"frame {math.floor(moment) + 1} of {len(self.frames.steps)}"]
        if self.cursor.pace is None or not self.frames.moves:
            return ((Span(clipped(self._glyphs.joint.join(parts), width), "mark"),),)
        said = self._glyphs.joint.join((*parts, f"{self.cursor.pace:g}/s"))
        head = f"{self._glyphs.mark} " if self.cursor.is_playing else ""
        return (tracked(head + said, math.floor(moment), len(self.frames.steps), width, self._glyphs),)

    def _step(self, moment: float) -> str:
        """`step 782 · 50 %`; between two frames, `between step 31 and 201`."""
        steps, digits = self.frames.steps, digits_for(self.frames.steps)
        before, after = math.floor(moment), math.ceil(moment)
        if before != after:
            return f"between step {digits.text(steps[before])} and {digits.text(steps[after])}"
        share = f"{self._glyphs.joint}{steps[before] / steps[-1]:.0%}" if steps[-1] > 0 else ""
        return f"step {digits.text(steps[before])}{share}"

    def panel(self, panel: FramePanel, moment: float, is_strip: bool, cells: tuple[int, int]) -> Lines:
        """One panel at one moment."""
        head = title(self._title(panel, moment, is_strip, cells[0]), cells[0], self._glyphs.ellipsis)
        every = np.asarray(panel.positions, dtype=float)
        places = finite_or_nan(between(every, moment))
        told = places if _has_limits(panel) else finite_or_nan(every)
        if np.isnan(told).all():
            return (*head, *note("There is nothing finite to draw.", cells[0]))
        limits = [told[..., 0].ravel()], [told[..., 1].ravel()]
        axes = axes_around(panel.x, panel.y, *limits, (cells[0], cells[1] - len(head)), self.look)
        self._cloud(axes, panel.names, places)
        return (*head, *axes.lines())

    def _title(self, panel: FramePanel, moment: float, is_strip: bool, width: int) -> str:
        """What the panel shows, between the step it is at where several are side by side; the name alone gives way."""
        before = f"{self._step(moment)}{self._glyphs.joint}" if is_strip else ""
        behind = f" {panel.moment}" if panel.moment else ""
        name = squeezed(panel.title, max(width - len(before) - len(behind), 0), self._glyphs.ellipsis)
        return f"{before}{name}{behind}".strip()

    def _cloud(self, axes: Axes, names: Sequence[str], places: Floats) -> None:
        """The points of one panel, as markers where they are few."""
        markers = {f"series:{name}": marker for name, marker in self._markers().items()}
        roles = [f"series:{name}" for name in names]
        if len(roles) > MOST_MARKERS:
            draw_dots(axes, places[:, 0], places[:, 1], roles, markers)
        else:
            draw_spots(
                axes, [Spot(x, y, markers[role], role) for role, (x, y) in zip(roles, places.tolist(), strict=True)]
            )

    def _names(self) -> list[str]:
        return sorted({name for panel in self.frames.panels for name in panel.names})

    def _markers(self) -> dict[str, str]:
        glyphs = self._glyphs.markers
        return {name: glyphs[at % len(glyphs)] for at, name in enumerate(self._names())}

    def legend(self, size: Size) -> Lines:
        """The names of the points; none where they have none."""
        entries = [Entry(marker, name, f"series:{name}") for name, marker in self._markers().items() if name]
        most = max((size.height or _LONGEST * _LEGEND) // _LEGEND, 1)
        return legend_below(entries, size.width, most, self._glyphs.ellipsis)


def _has_limits(panel: FramePanel) -> bool:
    """Whether the panel says itself how far its axes go, so that not every frame has to be looked at."""
    return not {panel.x.low, panel.x.high, panel.y.low, panel.y.high} & {None}


def between(positions: Floats, moment: float) -> Floats:
    """Where the points are at `moment`, on straight ways between two of the `positions` (frames, points, 2)."""
    before, after = math.floor(moment), math.ceil(moment)
    share = moment - before
    if before == after:
        return np.asarray(positions[before])
    return np.asarray(positions[before] * (1 - share) + positions[after] * share)
