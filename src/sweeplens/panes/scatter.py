"""The rows that are shown, placed by two metrics: as points, and those on the Pareto front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Point, is_finite
from sweeplens.panes.base import Question
from sweeplens.panes.columns import row_factors, shown_rows
from sweeplens.panes.sentences import row_in_words
from sweeplens.stats.pareto import front

MOST_POINTS = 20_000
"""Points that are drawn: of more, every n-th, and all of the front."""


@dataclass(frozen=True, eq=False)
class Plane:
    """The rows that are shown with their values of two metrics."""

    x: Metric
    y: Metric
    factors: tuple[Factor, ...]
    """The factors that tell the rows apart."""
    levels: Sequence[tuple[str | None, ...]]
    """For each row its levels."""
    places: Sequence[tuple[float | None, float | None]]
    """For each row its values of x and y."""
    runs: Sequence[int] | None
    """For each row the number of its run; None where a row is a cell."""
    telling: tuple[int, ...]
    """Places of the factors that colour and shape stand for, in this order."""
    marked: frozenset[int]
    """Numbers of the runs that carry a mark."""

    @cached_property
    def front(self) -> tuple[int, ...]:
        """The rows that no other one beats on both metrics, from the better end of x."""
        xs, ys = [x for x, _ in self.places], [y for _, y in self.places]
        return front(xs, ys, self.x.direction, self.y.direction)

    @cached_property
    def placed(self) -> tuple[int, ...]:
        """The rows that have a finite value of both metrics."""
        return tuple(at for at, (x, y) in enumerate(self.places) if is_finite(x) and is_finite(y))

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """The rows with a place: all of them, unless they are too many."""
        if len(self.placed) <= MOST_POINTS:
            return self.placed
        marked = (row for row in self.placed if self.run(row) in self.marked)
        return tuple(sorted({*self.placed[:: len(self.placed) // MOST_POINTS + 1], *self.front, *marked}))

    def run(self, row: int) -> int | None:
        """The number of the row's run."""
        return None if self.runs is None else self.runs[row]

    def name(self, row: int) -> str:
        """Which row it is, in words."""
        return row_in_words(self.factors, self.levels[row]) or f"row {row + 1}"

    def points(self) -> tuple[Point, ...]:
        """A point for each row that is drawn."""
        on_front = set(self.front)
        return tuple(self._point(row, row in on_front) for row in self.drawn)

    def _point(self, row: int, on_front: bool) -> Point:
        x, y = self.places[row]
        colour, shape, *_ = (*(self.levels[row][at] or "" for at in self.telling), "", "")
        run = self.run(row)
        return Point(
            self.name(row), x or 0.0, y or 0.0, colour, shape, run, on_front, run in self.marked, self.levels[row]
        )


def plane_of(question: Question, x: Metric, y: Metric) -> Plane:
    """The rows that the question shows, placed by `x` and `y`."""
    shown, factors = shown_rows(question), row_factors(question)
    places = shown.frame.select(x=x.name, y=y.name).rows()
    levels = shown.frame.select(factor.column for factor in factors).rows() or [()] * len(places)
    telling = _telling(question.by_names, factors, levels)
    return Plane(x, y, factors, levels, places, shown.numbers, telling, question.selection.marked)


def _telling(by: Sequence[str], factors: Sequence[Factor], levels: Sequence[tuple[str | None, ...]]) -> tuple[int, ...]:
    """Places of the factors that are answered by, then of those that vary."""
    asked = [at for name in by for at, factor in enumerate(factors) if name in (factor.name, factor.column)]
    varying = [at for at in range(len(factors)) if len({texts[at] for texts in levels}) > 1]
    return tuple(dict.fromkeys((*asked, *varying)))
