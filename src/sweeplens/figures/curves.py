"""Curves: lines over a common kind of axis, with what is known of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from sweeplens.figures.drawings import Axis
from sweeplens.figures.sliders import Slider
from sweeplens.figures.tables import Column, Table, table_of
from sweeplens.figures.values import Value

Pattern: TypeAlias = Literal["solid", "dashed", "dotted", "thin", "points"]
"""How a line is drawn; thin lines, and points that no line joins, lie behind the others."""


@dataclass(frozen=True)
class Divergence:
    """Where a line stops being finite, and what it was worth before."""

    at: float
    """The first x at which y is NaN or infinite."""
    last: float | None = None
    """The last finite y; None where there is none."""
    last_at: float | None = None
    """Its x."""
    is_final: bool = True
    """Whether it ends like that; else it has a gap there and goes on."""


@dataclass(frozen=True)
class Stand:
    """The one value that a line stands for."""

    value: float
    at: float | None = None
    """Its x, where it has one."""
    what: str = ""
    """Which it is: `best`, `mean of 5`; empty for the last one."""


@dataclass(frozen=True, eq=False)
class Series:
    """One line: y against x (sequences or float arrays of one length), NaN a gap."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    colour: str = ""
    """The name its colour belongs to, the same in every pane; its own name where empty."""
    pattern: Pattern = "solid"
    low: Sequence[float] | None = None
    """Lower edge of a band around the line, where there is one."""
    high: Sequence[float] | None = None
    diverged: Divergence | None = None
    """Where y is not finite, marked where it happens."""
    start_mark: bool = False
    end_mark: bool = False
    n: Sequence[int] | None = None
    """How many runs each y is made of, where it is folded."""
    levels: tuple[str, ...] = ()
    """What stands under the figure's `keys`: what a legend says in place of the name."""
    stands: Stand | None = None
    """The value that it stands for."""
    is_sparse: bool = False
    """Whether it has few points: each is marked, with its `n` where others have more, and has whiskers, no band."""

    @property
    def is_behind(self) -> bool:
        """Whether it lies behind another line, which the legend names in its place."""
        return self.pattern in ("thin", "points")

    @property
    def falls(self) -> tuple[int, ...]:
        """The places at which it is made of fewer runs than before; none where their number rises again, or it is
        sparse.
        """
        steps = [] if self.is_sparse else list(enumerate(pairwise(self.n or ()), 1))
        rises = any(after > before for _, (before, after) in steps)
        return () if rises else tuple(at for at, (before, after) in steps if after < before)

    def points(self) -> Iterator[tuple[Value, ...]]:
        """Name, x, y, low, high and n, point after point; None for what the line does not have."""
        nothing = (None,) * len(self.x)
        beside = (nothing if values is None else values for values in (self.low, self.high, self.n))
        for x, y, *more in zip(self.x, self.y, *beside, strict=True):
            yield (self.name, float(x), float(y), *more)


@dataclass(frozen=True, eq=False)
class Plot:
    """One pair of axes with lines in it."""

    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]


@dataclass(frozen=True, eq=False)
class Curves:
    """Lines over a common kind of axis: one plot, or small multiples."""

    title: str
    plots: tuple[Plot, ...]
    captions: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    """What the levels of the lines are levels of."""
    counts_steps: bool = False
    """Whether x counts steps, and so can be their fraction or another count as well."""
    slider: Slider | None = None
    """The checkpoints at which the pane's other views answer."""
    mark: float | None = None
    """The x of the checkpoint that is asked for: there the lines are read out where no cursor is elsewhere."""

    def as_table(self) -> Table:
        """`plot, series, x, y`, one row a point; `low, high, n` behind them where some line is a mean of runs."""
        lines = [(plot, line) for plot in self.plots for line in plot.series]
        width = 4 if all(line.n is None for _, line in lines) else len(_POINT_COLUMNS)
        rows = [(plot.title, *_named(point, plot.x))[:width] for plot, line in lines for point in line.points()]
        return table_of(self.title, _POINT_COLUMNS[:width], rows, captions=self.captions)


def _named(point: tuple[Value, ...], axis: Axis) -> tuple[Value, ...]:
    """A point with the name of its x on an axis of names."""
    name, x, *rest = point
    return (name, axis.name_at(x) or x, *rest) if isinstance(x, float) else point


_POINT_COLUMNS = (
    Column("plot", kind="level"),
    Column("series", kind="level"),
    Column("x"),
    Column("y"),
    Column("low"),
    Column("high"),
    Column("n", kind="integer"),
)
