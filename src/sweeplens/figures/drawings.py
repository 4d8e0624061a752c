"""Axes with something in them: bars, curves, scatters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sweeplens.figures.tables import Column, Table, table_of
from sweeplens.figures.values import Direction, Media, Value


@dataclass(frozen=True)
class Axis:
    """One axis of a drawing: what it measures and how it is scaled."""

    label: str
    unit: str = ""
    direction: Direction = Direction.UNKNOWN
    log: bool = False
    low: float | None = None
    """Fixed lower end; the finite data's where None."""
    high: float | None = None
    name: str = ""
    """What the numbers are called in documents and data; the label where empty."""

    @property
    def column(self) -> Column:
        """The column that holds the axis' numbers in a table."""
        return Column(self.name or self.label, label=self.label, unit=self.unit, direction=self.direction)


@dataclass(frozen=True)
class Bar:
    """One bar: a name, its value, and the name its colour belongs to."""

    label: str
    value: float | None
    colour: str = ""
    note: str = ""
    levels: tuple[str | None, ...] = ()
    """What stands under the figure's `keys`."""


@dataclass(frozen=True, eq=False)
class Bars:
    """Values as bars, in named groups; negative values go the other way from zero."""

    title: str
    axis: Axis
    groups: tuple[tuple[str, tuple[Bar, ...]], ...]
    captions: tuple[str, ...] = ()
    keys: tuple[Column, ...] = ()
    """The columns that tell the bars apart in a table; `group` and `label` where there are none."""

    def as_table(self) -> Table:
        """The keys and the value, one row a bar."""
        keys = self.keys or (Column("group", kind="level"), Column("label", kind="level"))
        rows = [
            (*(bar.levels if self.keys else (group, bar.label)), bar.value)
            for group, bars in self.groups
            for bar in bars
        ]
        return table_of(self.title, (*keys, self.axis.column), rows, captions=self.captions)


Pattern: TypeAlias = Literal["solid", "dashed", "dotted", "thin"]
"""How a line is drawn; thin lines lie behind the others."""


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
    diverged_at: float | None = None
    """The first x at which y is not finite, marked where it happens."""
    start_mark: bool = False
    end_mark: bool = False
    n: Sequence[int] | None = None
    """How many runs each y is the mean of, where it is one."""

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

    def as_table(self) -> Table:
        """`plot, series, x, y`, one row a point; `low, high, n` behind them where some line is a mean of runs."""
        lines = [(plot.title, line) for plot in self.plots for line in plot.series]
        width = 4 if all(line.n is None for _, line in lines) else len(_POINT_COLUMNS)
        rows = [(title, *point)[:width] for title, line in lines for point in line.points()]
        return table_of(self.title, _POINT_COLUMNS[:width], rows, captions=self.captions)


_POINT_COLUMNS = (
    Column("plot", kind="level"),
    Column("series", kind="level"),
    Column("x"),
    Column("y"),
    Column("low"),
    Column("high"),
    Column("n", kind="integer"),
)


@dataclass(frozen=True)
class Point:
    """One point of a scatter: its name, its place, and what it stands for."""

    label: str
    x: float
    y: float
    colour: str = ""
    shape: str = ""
    """The name its marker belongs to."""
    run: int | None = None
    on_front: bool = False
    marked: bool = False
    levels: tuple[str | None, ...] = ()
    """What stands under the figure's `keys`."""


@dataclass(frozen=True, eq=False)
class Points:
    """A metric against another, with the Pareto front where both directions are known."""

    title: str
    x: Axis
    y: Axis
    points: tuple[Point, ...]
    captions: tuple[str, ...] = ()
    keys: tuple[Column, ...] = ()
    """The columns that tell the points apart in a table; `label` where there are none."""

    def as_table(self) -> Table:
        """The keys, x, y and `front`, one row a point."""
        keys = self.keys or (Column("label", kind="level"),)
        has_front = any(point.on_front for point in self.points)
        on_front = Column("front", kind="text", media=Media.ALL if has_front else Media.DATA)
        columns = (*keys, self.x.column, self.y.column, on_front)
        rows = [
            (*(p.levels if self.keys else (p.label,)), p.x, p.y, "front" if p.on_front else "") for p in self.points
        ]
        runs = tuple(point.run for point in self.points if point.run is not None)
        row_ids = runs if len(runs) == len(self.points) else None
        return table_of(self.title, columns, rows, captions=self.captions, row_ids=row_ids)
