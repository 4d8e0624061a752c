"""Axes with something in them: bars and scatters."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

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
    names: tuple[str, ...] = ()
    """What stands at 0, 1, 2 and so on in place of numbers."""
    ticks: tuple[float, ...] = ()
    """Where ticks stand in place of round numbers."""

    def name_at(self, value: float) -> str | None:
        """What stands at a place of an axis of names; None for one of numbers."""
        at = round(value) if math.isfinite(value) else -1
        return self.names[at] if 0 <= at < len(self.names) else None

    @property
    def column(self) -> Column:
        """The column that holds the axis' numbers in a table."""
        return Column(self.name or self.label, label=self.label, unit=self.unit, direction=self.direction)


def measured_column(axis: Axis, is_folded: bool) -> Column:
    """The column of an axis, its numbers folded or not."""
    return replace(axis.column, kind="folded") if is_folded else axis.column


@dataclass(frozen=True)
class Bar:
    """One bar: a name, its value, and the name its colour belongs to."""

    label: str
    value: float | None
    """Where runs are folded, with what stands beside it."""
    colour: str = ""
    note: str = ""
    levels: tuple[str | None, ...] = ()
    """What stands under the figure's `keys`."""
    beside: tuple[Value, ...] = ()
    """What stands under the figure's columns `beside`."""


@dataclass(frozen=True, eq=False)
class Bars:
    """Values as bars, in named groups; negative values go the other way from zero."""

    title: str
    axis: Axis
    groups: tuple[tuple[str, tuple[Bar, ...]], ...]
    captions: tuple[str, ...] = ()
    keys: tuple[Column, ...] = ()
    """The columns that tell the bars apart in a table; `group` and `label` where there are none."""
    beside: tuple[Column, ...] = ()
    """What data write beside values that are folded."""

    def as_table(self) -> Table:
        """The keys, the value, and what stands beside it, one row a bar."""
        keys = self.keys or (Column("group", kind="level"), Column("label", kind="level"))
        rows = [
            (*(bar.levels if self.keys else (group, bar.label)), bar.value, *bar.beside)
            for group, bars in self.groups
            for bar in bars
        ]
        value = measured_column(self.axis, bool(self.beside))
        return table_of(self.title, (*keys, value, *self.beside), rows, captions=self.captions)


@dataclass(frozen=True)
class Point:
    """One point of a scatter: its name, its place, and what it stands for."""

    label: str
    x: float
    """Where runs are folded, with what stands beside it; y as well."""
    y: float
    colour: str = ""
    shape: str = ""
    """The name its marker belongs to."""
    run: int | None = None
    on_front: bool = False
    marked: bool = False
    levels: tuple[str | None, ...] = ()
    """What stands under the figure's `keys`."""
    beside: tuple[Value, ...] = ()
    """What stands under the figure's columns `beside`."""


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
    beside: tuple[Column, ...] = ()
    """What data write beside values that are folded."""

    def as_table(self) -> Table:
        """The keys, x, y, `front`, and what stands beside x and y, one row a point."""
        keys = self.keys or (Column("label", kind="level"),)
        has_front = any(point.on_front for point in self.points)
        on_front = Column("front", kind="text", media=Media.ALL if has_front else Media.DATA)
        values = (measured_column(axis, bool(self.beside)) for axis in (self.x, self.y))
        columns = (*keys, *values, on_front, *self.beside)
        rows = [
            (*(p.levels if self.keys else (p.label,)), p.x, p.y, "front" if p.on_front else "", *p.beside)
            for p in self.points
        ]
        runs = tuple(point.run for point in self.points if point.run is not None)
        row_ids = runs if len(runs) == len(self.points) else None
        return table_of(self.title, columns, rows, captions=self.captions, row_ids=row_ids)
