"""Curves: one plot with its legend, or small multiples that share one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from sweeplens.figures import Curves, Plot
from sweeplens.render.base import Cursor, Lines, Look, Size, Span
from sweeplens.render.digits import digits_for
from sweeplens.render.glyphs import CHARSETS
from sweeplens.render.legends import Entry, beside, legend_below, legend_beside
from sweeplens.render.lines import captions, line_width, note, title
from sweeplens.render.panels import in_panels
from sweeplens.render.plots import Trace, draw_plot, markers_of, tally, traces_of
from sweeplens.render.readouts import nearest_step, values_at, values_line
from sweeplens.text import clipped, squeezed, visible

_FREE_HEIGHT = (20, 28)
"""Lines of a plot where the height is free: the least, and the most in a wide place."""
_SHORT = 8
"""A legend stands below a plot while it takes no more than this part of it."""
_LONGEST = 40
"""Cells of a legend beside a plot."""
_WIDE_ENOUGH = 44
"""Cells that a plot keeps when its legend stands beside it."""


def draw_curves(curves: Curves, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The plots under the figure's title, the legend beside them or below, and what could not be drawn."""
    names = [curves.title, *(plot.title for plot in curves.plots if len(curves.plots) == 1)]
    heading = title(CHARSETS[look.charset].joint.join(dict.fromkeys(filter(None, names))), size.width)
    foot = captions(curves.captions, size.width, look)
    if not curves.plots:
        return (*heading, *note("There are no points to draw.", size.width), *foot)
    drawing = _Drawing(curves, size.width, look, cursor)
    room = None if size.height is None else size.height - len(heading) - len(foot)
    body = drawing.single(room) if len(curves.plots) == 1 else drawing.multiples(room)
    return (*heading, *body, *foot)


def _free_height(width: int) -> int:
    """Lines of a plot that is `width` cells wide and has no height given."""
    least, most = _FREE_HEIGHT
    return min(max(width // 6, least), most)


@dataclass(frozen=True, eq=False)
class _Drawing:
    """Curves on their way to lines."""

    curves: Curves
    width: int
    look: Look
    cursor: Cursor

    def single(self, room: int | None) -> Lines:
        """The only plot, as large as the room allows."""
        (plot,) = self.curves.plots
        traces = traces_of(plot, self._markers())
        counts = tally(plot, traces)
        said = note(counts.sentence, self.width) if counts.sentence else ()
        if not counts.shown:
            return said
        step = self._step(traces)
        head = self._step_line(plot, step)
        height = _free_height(self.width) if room is None else room - len(head) - len(said)
        return (*head, *self._with_legend(plot, traces, height, step), *said)

    def _with_legend(self, plot: Plot, traces: Sequence[Trace], height: int, step: float | None) -> Lines:
        """The plot with its legend below it where that is short, else beside it where there is room."""
        entries = self._entries(traces, step)
        ellipsis = CHARSETS[self.look.charset].ellipsis
        below = (
            legend_below(entries, self.width, max(height // 4, 1), ellipsis)
            if len(entries) > 1 or step is not None
            else ()
        )
        if len(below) > height // _SHORT:
            legend = legend_beside(entries, min(self.width * 2 // 5, _LONGEST), height - 1, ellipsis)
            wide = self.width - 2 - max(map(line_width, legend))
            if wide >= _WIDE_ENOUGH:
                return beside(draw_plot(plot, traces, (wide, height), self.look, step), legend, wide)
        return (*draw_plot(plot, traces, (self.width, height - len(below)), self.look, step), *below)

    def multiples(self, room: int | None) -> Lines:
        """All plots in rows and columns under the cursor's step, one legend for them below."""
        markers = self._markers()
        every = [traces_of(plot, markers) for plot in self.curves.plots]
        head = self._step_line(self.curves.plots[0], self._step(list(chain(*every))))
        first = {trace.series.name: trace for trace in reversed(list(chain(*every)))}
        most = 4 if room is None else max(room // 5, 1)
        entries = self._entries(list(reversed(first.values())), None)
        legend = legend_below(entries, self.width, most, CHARSETS[self.look.charset].ellipsis)
        panels = [partial(self._panel, plot, traces) for plot, traces in zip(self.curves.plots, every, strict=True)]
        left = None if room is None else room - len(head) - len(legend)
        return (*head, *in_panels(panels, self.width, left), *legend)

    def _panel(self, plot: Plot, traces: Sequence[Trace], cells: tuple[int, int]) -> Lines:
        """One plot of several under its own title."""
        head = title(squeezed(visible(plot.title), cells[0], CHARSETS[self.look.charset].ellipsis), cells[0])
        counts = tally(plot, traces)
        if not counts.shown:
            return (*head, *note(counts.sentence, cells[0]))
        step = self._step(traces)
        said = () if step is None else values_line(traces, step, cells[0], self.look)
        head = (*head, said) if said else head
        return (*head, *draw_plot(plot, traces, (cells[0], cells[1] - len(head)), self.look, step))

    def _step(self, traces: Sequence[Trace]) -> float | None:
        """The step of the lines that is nearest to the cursor."""
        return None if self.cursor.x is None else nearest_step(traces, self.cursor.x)

    def _step_line(self, plot: Plot, step: float | None) -> Lines:
        """Where the cursor stands."""
        if step is None:
            return ()
        text = f"{visible(plot.x.label)} {digits_for([step]).text(step)}"
        return ((Span(clipped(text, self.width), "mark"),),)

    def _markers(self) -> Mapping[str, str]:
        return markers_of([line.name for plot in self.curves.plots for line in plot.series], self.look)

    def _entries(self, traces: Sequence[Trace], step: float | None) -> list[Entry]:
        """An entry for each line; the raw ones that lie thin behind smoothed ones have none."""
        values = [""] * len(traces) if step is None else values_at(traces, step, self.look)
        pairs = list(zip(traces, values, strict=True))
        smooth = [pair for pair in pairs if pair[0].series.pattern != "thin"]
        return [self._entry(trace, value) for trace, value in smooth or pairs]

    def _entry(self, trace: Trace, value: str) -> Entry:
        glyphs = CHARSETS[self.look.charset]
        line, gone = glyphs.patterns[trace.series.pattern], trace.series.diverged
        diverged = "" if gone is None else f"{glyphs.diverged} at {digits_for([gone.at]).text(gone.at)}"
        note = " ".join(filter(None, (value, diverged)))
        return Entry(f"{line}{trace.marker}{line}", trace.series.name, trace.role, note)
