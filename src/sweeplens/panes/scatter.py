"""The rows that are shown, placed by two metrics: as points, and those on the Pareto front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Column, Point, Value, is_finite, is_ranked
from sweeplens.panes.base import Question
from sweeplens.panes.columns import metric_column, row_factors, rows_of, shown_rows
from sweeplens.panes.folding import folded_columns
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
    """For each row its values of x and y, folded ones with what stands beside them."""
    besides: Sequence[tuple[Value, ...]]
    """For each row what data write beside its values."""
    beside: tuple[Column, ...]
    """The columns of that; none where nothing is folded."""
    runs: Sequence[int] | None
    """For each row the number of its run; None where a row is a cell."""
    telling: tuple[int, ...]
    """Places of the factors that colour and shape stand for, in this order."""
    marked: frozenset[int]
    """Numbers of the runs that carry a mark."""

    @property
    def columns(self) -> tuple[Column, Column]:
        """Those of x and y in a table."""
        x, y = (replace(metric_column(each), kind="folded" if self.beside else "number") for each in (self.x, self.y))
        return x, y

    @cached_property
    def front(self) -> tuple[int, ...]:
        """The rows that no other one beats on both metrics, from the better end of x; none that leaves runs out."""
        xs, ys = ([place[way] if is_ranked(place[way]) else None for place in self.places] for way in (0, 1))
        return front(xs, ys, self.x.direction, self.y.direction)

    @cached_property
    def unranked(self) -> tuple[int, ...]:
        """The rows that are never on the front, as diverged runs are left out of them."""
        return tuple(row for row in self.placed if not all(map(is_ranked, self.places[row])))

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
            self.name(row),
            x or 0.0,
            y or 0.0,
            colour,
            shape,
            run,
            on_front,
            run in self.marked,
            self.levels[row],
            self.besides[row],
        )


def plane_of(question: Question, x: Metric, y: Metric) -> Plane:
    """The rows that the question shows, placed by `x` and `y`."""
    shown, factors = shown_rows(question), row_factors(question)
    columns = tuple(folded_columns([*map(metric_column, dict.fromkeys((x, y)))], shown.beside))
    rows = rows_of(question.collection, shown, [column.name for column in columns])
    values = rows.page(0, len(rows))
    at_x, at_y = (next(at for at, column in enumerate(columns) if column.name == each.name) for each in (x, y))
    data = [at for at in range(len(columns)) if at not in (at_x, at_y)]
    levels = shown.frame.select(factor.column for factor in factors).rows() or [()] * len(values)
    return Plane(
        x,
        y,
        factors,
        levels,
        [(row[at_x], row[at_y]) for row in values],  # type: ignore[misc]
        [tuple(row[at] for at in data) for row in values],
        tuple(columns[at] for at in data),
        shown.numbers,
        _telling(question.by_names, factors, levels),
        question.selection.marked,
    )


def _telling(by: Sequence[str], factors: Sequence[Factor], levels: Sequence[tuple[str | None, ...]]) -> tuple[int, ...]:
    """Places of the factors that are answered by, then of those that vary."""
    asked = [at for name in by for at, factor in enumerate(factors) if name in (factor.name, factor.column)]
    varying = [at for at in range(len(factors)) if len({texts[at] for texts in levels}) > 1]
    return tuple(dict.fromkeys((*asked, *varying)))
