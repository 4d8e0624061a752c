"""Scatters: a metric against another, the Pareto front through the best of both, and the point under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from sweeplens.figures import Axis, Folded, Point, Points, is_finite
from sweeplens.lazy import np
from sweeplens.render.axes import Axes, axes_around
from sweeplens.render.base import Cursor, Lines, Look, Size
from sweeplens.render.digits import digits_for
from sweeplens.render.glyphs import CHARSETS, Glyphs
from sweeplens.render.legends import Entry, legend_below
from sweeplens.render.lines import axis_title, captions, flowing, note, title, words
from sweeplens.render.scatter import MOST_MARKERS, Spot, draw_dots, draw_spots
from sweeplens.render.strokes import stroke
from sweeplens.render.whiskers import MOST_WHISKERS, draw_whiskers, reach
from sweeplens.text import plural, visible

FREE_HEIGHT = 22
"""Lines of a scatter where the height is free."""
_FOOT = 8
"""Captions take a line in so many."""


def draw_points(points: Points, size: Size, look: Look, cursor: Cursor) -> Lines:
    """The scatter with its legend below, a line about the point under the cursor, and what is not drawn."""
    heading = title(points.title, size.width)
    foot = _foot(points, size, look)
    shown = _with_place(points)
    left_out = _left_out(len(points.points), len(shown), size.width)
    if not shown:
        return (*heading, *left_out, *foot)
    drawing = _Drawing(points, shown, size.width, look, cursor)
    below = (*drawing.readout(), *drawing.legend(size.height), *left_out)
    room = FREE_HEIGHT if size.height is None else size.height - len(heading) - len(below) - len(foot)
    plot, hidden = drawing.plot(room)
    covered = (
        note(f"{plural(hidden, 'point')} under another one.", size.width) if hidden and size.height is None else ()
    )
    return (*heading, *plot, *below, *covered, *foot)


def _foot(points: Points, size: Size, look: Look) -> Lines:
    """The captions; where the height is given in no more than a part of it, so that the points have theirs."""
    if size.height is None:
        return captions(points.captions, size.width, look)
    return flowing(points.captions, size.width, max(size.height // _FOOT, 2), look)


@dataclass(frozen=True, eq=False)
class _Drawing:
    """A scatter on its way to lines."""

    points: Points
    shown: Sequence[int]
    width: int
    look: Look
    cursor: Cursor

    @property
    def _glyphs(self) -> Glyphs:
        return CHARSETS[self.look.charset]

    def plot(self, height: int) -> tuple[Lines, int]:
        """The pair of axes with its points, and how many of them lie under another one."""
        places = [self.points.points[at] for at in self.shown]
        x, y = (np.array([getattr(point, way) for point in places], dtype=float) for way in "xy")
        across, up = (reach(getattr(point, way) for point in places) for way in "xy")
        axes = axes_around(self.points.x, self.points.y, [across], [up], (self.width, height), self.look)
        self._whiskers(axes)
        self._front(axes)
        if len(places) <= MOST_MARKERS:
            hidden = draw_spots(axes, self._spots(self.shown))
            return axes.lines(), hidden
        roles = [self._role(point) for point in places]
        stamps = {role: self._marker(point) for role, point in zip(roles, places, strict=True)}
        draw_dots(axes, x, y, roles, stamps)
        draw_spots(axes, self._spots([at for at in self.shown if self._stands_out(at)]))
        return axes.lines(), 0

    def _whiskers(self, axes: Axes) -> None:
        """What stands beside folded values: of every point where they are few, else of the one under the cursor."""
        is_few = len(self.shown) <= MOST_WHISKERS
        places = [at for at in sorted(self.shown, key=self._stands_out) if is_few or at == self.cursor.point]
        points = [self.points.points[at] for at in places]
        roles = ["mark" if at == self.cursor.point else self._role(self.points.points[at]) for at in places]
        draw_whiskers(axes, points, roles)

    def _front(self, axes: Axes) -> None:
        """A line through the points that no other one betters in both."""
        front = sorted((point.x, point.y) for at in self.shown if (point := self.points.points[at]).on_front)
        if len(front) > 1:
            x, y = axes.places(*np.array(front, dtype=float).T)
            axes.canvas.paint(stroke(x, y, axes.canvas.dots_wide, axes.canvas.dots_high), "front", ".")

    def _spots(self, places: Sequence[int]) -> list[Spot]:
        """The points at `places`, those that stand out last, so that nothing covers them."""
        return [self._spot(at) for at in sorted(places, key=self._stands_out)]

    def _stands_out(self, at: int) -> int:
        """2 for the point under the cursor, 1 for a marked one."""
        return 2 if at == self.cursor.point else int(self.points.points[at].marked)

    def _spot(self, at: int) -> Spot:
        point = self.points.points[at]
        note = self._letters.get(point.colour, "") + _count_unless_whole(point)
        if at == self.cursor.point:
            return Spot(point.x, point.y, self._glyphs.focus, "cursor", note)
        return Spot(point.x, point.y, self._marker(point), "mark" if point.marked else self._role(point), note)

    def _role(self, point: Point) -> str:
        return f"series:{point.colour}" if point.colour else ""

    def _marker(self, point: Point) -> str:
        return self._markers[point.shape or point.colour]

    @cached_property
    def _markers(self) -> dict[str, str]:
        """A marker for each shape; for each colour where the points have no shapes."""
        names = dict.fromkeys(point.shape or point.colour for point in self.points.points)
        return {name: self._glyphs.markers[at % len(self._glyphs.markers)] for at, name in enumerate(names)}

    @cached_property
    def _letters(self) -> dict[str, str]:
        """A letter beside the marker for each colour, so that no colour is needed where shapes say something else."""
        pairs = {(point.colour, point.shape) for point in self.points.points if point.colour}
        names = list(dict.fromkeys(point.colour for point in self.points.points if point.colour))
        is_told = all(not shape or shape == colour for colour, shape in pairs)
        return {} if is_told or len(names) > len(ascii_lowercase) else dict(zip(names, ascii_lowercase, strict=False))

    def legend(self, height: int | None) -> Lines:
        """What markers, letters and colours stand for; in a fifth of the height."""
        entries = [Entry(letter, name, f"series:{name}") for name, letter in self._letters.items()]
        entries += [Entry(self._markers[name], name, role) for name, role in self._marked_names() if name]
        if any(point.on_front for point in self.points.points):
            entries.append(Entry(self._glyphs.rule, "Pareto front", "front"))
        most = 4 if height is None else max(height // 5, 1)
        return legend_below(entries, self.width, most, self._glyphs.ellipsis) if len(entries) > 1 else ()

    def _marked_names(self) -> dict[tuple[str, str], None]:
        """The names that markers stand for, with their role: none where letters stand for the colours."""
        points = self.points.points
        if self._letters:
            return dict.fromkeys((point.shape or point.colour, "") for point in points)
        return dict.fromkeys((point.shape or point.colour, self._role(point)) for point in points)

    def readout(self) -> Lines:
        """The point under the cursor: its name, both values, whether it lies on the front, and whether it is marked."""
        if self.cursor.point is None or not 0 <= self.cursor.point < len(self.points.points):
            return ()
        point = self.points.points[self.cursor.point]
        every = self.points.points
        x = self._written(point.x, (each.x for each in every))
        y = self._written(point.y, (each.y for each in every))
        values = [f"{self._name(self.points.x)} {x}", f"{self._name(self.points.y)} {y}"]
        states = ["on the front"] * point.on_front + ["marked"] * point.marked
        text = self._glyphs.joint.join([visible(point.label), *values, *states])
        return words(text, self.width, "mark", f"{self._glyphs.focus} ")

    def _written(self, value: float, every: Iterable[float]) -> str:
        """A value in the digits of all, a folded one with what stands beside it."""
        number = digits_for(every, self.look).text
        return self._glyphs.spelled(value.text(number)) if isinstance(value, Folded) else number(value)

    def _name(self, axis: Axis) -> str:
        return axis_title(axis, self._glyphs)


def _count_unless_whole(point: Point) -> str:
    """`(2/3!)` where a value is not of all the runs that should be there, of both the one of fewer; nothing else."""
    folds = [value for value in (point.x, point.y) if isinstance(value, Folded) and not value.is_whole]
    return min(folds, key=lambda value: value.n).count if folds else ""


def _with_place(points: Points) -> list[int]:
    """Which points have both values finite, and above zero where an axis is logarithmic."""
    known = [(at, point) for at, point in enumerate(points.points) if is_finite(point.x) and is_finite(point.y)]
    log_x, log_y = points.x.log, points.y.log
    return [at for at, point in known if (point.x > 0 or not log_x) and (point.y > 0 or not log_y)]


def _left_out(count: int, shown: int, width: int) -> Lines:
    if not count:
        return note("There are no points to draw.", width)
    if shown == count:
        return ()
    return note(
        f"{plural(count - shown, 'point')} without a place: NaN, infinite, or not above zero on a log axis.", width
    )
