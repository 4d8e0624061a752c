"""Curves: one plot with its legend, or small multiples that share one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain

from sweeplens.figures import Curves, Plot
from sweeplens.render.base import Cursor, Lines, Look, Size, Span
from sweeplens.render.curve_notes import entries_of, heads_of
from sweeplens.render.digits import digits_for
from sweeplens.render.glyphs import CHARSETS, Glyphs
from sweeplens.render.legend_blocks import Legend
from sweeplens.render.legend_places import below, openly_placed, placed
from sweeplens.render.lines import axis_title, captions, flowing, note, title
from sweeplens.render.panels import in_panels
from sweeplens.render.plots import draw_plot
from sweeplens.render.readouts import values_line
from sweeplens.render.traces import Trace, nearest, steps_of, tally, traces_of
from sweeplens.text import clipped, squeezed, visible

_FREE_HEIGHT = (20, 28)
"""Lines of a plot where the height is free: the least, and the most in a wide place."""
_FOOT = 8
"""Captions take no more than this part of a height that is given."""


def draw_curves(curves: Curves, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The plots under the figure's title, the legend beside them or below, and what could not be drawn."""
    if not curves.plots:
        heading, foot = title(curves.title, size.width), captions(curves.captions, size.width, look)
        return (*heading, *note("There are no points to draw.", size.width), *foot)
    at = curves.mark if cursor.x is None else cursor.x
    return _Drawing(curves, size, look, replace(cursor, x=at)).lines()


def _begins(title: str, name: str) -> bool:
    """Whether a title begins with a name, be it with capitals."""
    return title.casefold().startswith(name.casefold())


def _free_height(width: int) -> int:
    """Lines of a plot that is `width` cells wide and has no height given."""
    least, most = _FREE_HEIGHT
    return min(max(width // 6, least), most)


@dataclass(frozen=True, eq=False)
class _Drawing:
    """Curves on their way to lines."""

    curves: Curves
    size: Size
    look: Look
    cursor: Cursor

    @property
    def _glyphs(self) -> Glyphs:
        return CHARSETS[self.look.charset]

    @property
    def _traces(self) -> tuple[tuple[Trace, ...], ...]:
        """The lines of each plot."""
        return traces_of(self.curves, self.look)

    @cached_property
    def _step(self) -> float | None:
        """The step of any line that is nearest to the cursor."""
        return None if self.cursor.x is None else nearest(steps_of(self.curves.plots), self.cursor.x)

    def lines(self) -> Lines:
        """Title, plots, legend and captions."""
        head = self._head()
        if self.size.height is None:
            body = self._single(None) if self.is_single else self._multiples(None)
            return (*head, *body, *captions(self.curves.captions, self.size.width, self.look))
        foot = flowing(self.curves.captions, self.size.width, self._foot_height, self.look)
        room = self.size.height - len(head) - len(foot)
        return (*head, *(self._single(room) if self.is_single else self._multiples(room)), *foot)

    @property
    def is_single(self) -> bool:
        """Whether there is one plot alone."""
        return len(self.curves.plots) == 1

    @property
    def _foot_height(self) -> int:
        """Lines of captions at most: few beside what a cursor reads out."""
        return 1 if self._step is not None else max((self.size.height or 0) // _FOOT, 1)

    @property
    def _is_named_by_axis(self) -> bool:
        """Whether the title says no more than the axis of the only plot, so that one of them is enough."""
        plot = self.curves.plots[0]
        return self.is_single and self.size.height is not None and _begins(self.curves.title, plot.y.label)

    def _is_named(self, plot: Plot) -> bool:
        """Whether titles say of one plot of several all that its axis would."""
        is_bare = not (plot.y.unit or plot.y.log)
        return is_bare and any(_begins(name, plot.y.label) for name in (plot.title, self.curves.title))

    def _head(self) -> Lines:
        """What is shown, and behind it where the cursor stands."""
        plot, step = self.curves.plots[0], self._step_text()
        names = [self.curves.title, *([plot.title] if self.is_single else [])]
        if self._is_named_by_axis:
            names = [axis_title(plot.y, self._glyphs)]
        text = self._glyphs.joint.join(dict.fromkeys(filter(None, map(visible, names))))
        said = clipped(text, max(self.size.width - len(step), 0), self._glyphs.ellipsis)
        return ((Span(said, "title"), Span(clipped(step, self.size.width), "mark")),) if text or step else ()

    def _step_text(self) -> str:
        """`  step 450`, or the name that stands there."""
        if self._step is None:
            return ""
        axis = self.curves.plots[0].x
        name = axis.name_at(self._step) or digits_for([self._step]).text(self._step)
        return f"  {visible(axis.label)} {visible(name)}"

    def _single(self, room: int | None) -> Lines:
        """The only plot with its legend, as large as the room allows."""
        (plot,), (traces,), width = self.curves.plots, self._traces, self.size.width
        counts = tally(plot, traces)
        said = note(counts.sentence, width) if counts.sentence else ()
        if not counts.shown:
            return said
        entries = entries_of(self.curves, traces, self._step, self.look)
        legend = Legend(heads_of(self.curves), entries, self._glyphs.ellipsis)
        place = (
            openly_placed(legend, width, _free_height(width))
            if room is None
            else placed(legend, width, room - len(said))
        )
        return (
            *place.around(draw_plot(plot, traces, place.plot, self.look, self._step, self._is_named_by_axis)),
            *said,
        )

    def _multiples(self, room: int | None) -> Lines:
        """A page of the plots in rows and columns, one legend for all of them below."""
        legend = self._shared_legend(None if room is None else max(room // 4, 1))
        panels = [partial(self._panel, *each) for each in zip(self.curves.plots, self._traces, strict=True)]
        left = None if room is None else room - len(legend)
        return (*in_panels(panels, self.size.width, left, self.cursor.page), *legend)

    def _shared_legend(self, most: int | None) -> Lines:
        """Every name that some plot has, in at most so many lines."""
        first: dict[str, Trace] = {}
        for trace in chain(*self._traces):
            first.setdefault(trace.series.name, trace)
        entries = entries_of(self.curves, list(first.values()), None, self.look, with_notes=False)
        legend = Legend(heads_of(self.curves), entries, self._glyphs.ellipsis)
        return below(legend, self.size.width, most) if entries else ()

    def _panel(self, plot: Plot, traces: Sequence[Trace], cells: tuple[int, int]) -> Lines:
        """One plot of several under its own title."""
        head = title(squeezed(visible(plot.title), cells[0], self._glyphs.ellipsis), cells[0])
        counts = tally(plot, traces)
        if not counts.shown:
            return (*head, *note(counts.sentence, cells[0]))
        step = None if self.cursor.x is None else nearest(steps_of((plot,)), self.cursor.x)
        said = () if step is None else values_line(traces, step, cells[0], self.look)
        head = (*head, said) if said else head
        room = (cells[0], cells[1] - len(head))
        return (*head, *draw_plot(plot, traces, room, self.look, step, self._is_named(plot)))
