"""Fields in rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from sweeplens.figures.sliders import Slider
from sweeplens.figures.tables import Column, ColumnKind, Table, table_of
from sweeplens.figures.values import Folded, Media, Value


@dataclass(frozen=True)
class Field:
    """One field of a grid: a value, a status or both, and the text written in it."""

    value: float | None = None
    """Where runs are folded, with how many they are."""
    status: str = ""
    text: str = ""
    where: str = ""
    """The filter that keeps what is behind the field: what Enter opens."""
    within_noise: bool = False
    """Whether a difference is no larger than the spread of repeats."""


@dataclass(frozen=True)
class Ordering:
    """By what the rows of a grid (or its columns) can be ordered, and by what they are."""

    by_field: tuple[str, ...]
    """The names to order rows by what stands in each of the columns (columns: in each of the rows)."""
    by_mean: str = ""
    """The name to order by the mean over all of these; empty where they are unlike and have none."""
    of: Literal["rows", "columns"] = "rows"
    by: tuple[str, bool] | None = None
    """The name that they are ordered by, and whether downwards; None where they stand in an order of their own."""

    def names_at(self, cell: tuple[int, int] | None) -> tuple[str, ...]:
        """By what the field at a row and a column lets them be ordered, then the mean; the mean alone for no field."""
        at = None if cell is None else cell[self.of == "rows"]
        own = self.by_field[at : at + 1] if at is not None else ()
        return (*own, *([self.by_mean] if self.by_mean else []))

    def after(self, cell: tuple[int, int] | None, descending: bool) -> str | None:
        """The name to order by next: that of the field, then the mean, in turns; None where there is nothing."""
        names = self.names_at(cell)
        at = names.index(self.by[0]) + 1 if self.by and self.by[0] in names and self.by[1] == descending else 0
        return names[at % len(names)] if names else None


@dataclass(frozen=True, eq=False)
class Grid:
    """Rows x columns of fields: cells by status, deltas as a heat map, a pivot."""

    title: str
    row_head: str
    column_head: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    fields: tuple[tuple[Field, ...], ...]
    normalise: Literal["row", "all", "status"] = "all"
    """What a colour is relative to: the largest finite magnitude of its row, of the grid, or the field's status."""
    centred: bool = False
    """Zero is the middle of the colours, and the two sides are told apart by sign as well."""
    captions: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    """What data calls the rows, metrics by their names; their labels where empty."""
    short: Mapping[str, str] = field(default_factory=dict)
    """How the screen writes a row's label: `{"accuracy": "accuracy ↑"}`."""
    slider: Slider | None = None
    """The checkpoints at which the same can be asked, where there are several."""
    ordering: Ordering | None = None
    """By what it can be ordered, where an order other than that of the levels has a meaning."""

    def as_table(self) -> Table:
        """The names of the rows (for data) or their labels, then one column a column of the grid."""
        labels = Media.SCREEN | Media.DOCUMENT
        columns = (
            Column(self.row_head, kind="level", is_key=True, media=Media.DATA),
            Column(self.row_head, kind="level", is_key=True, media=labels, short=self.short),
            *(column for label in self.column_labels for column in self._columns(label)),
        )
        rows = [
            (name, label, *(value for each in fields for value in self._values(each)))
            for name, label, fields in zip(self.row_names or self.row_labels, self.row_labels, self.fields, strict=True)
        ]
        return table_of(self.title, columns, rows, captions=self.captions)

    @property
    def _is_folded(self) -> bool:
        """Whether some field says of how many runs it is."""
        return any(isinstance(each.value, Folded) for fields in self.fields for each in fields)

    def _columns(self, label: str) -> Iterator[Column]:
        """The column of the fields under a label; behind it in data of how many runs they are."""
        kind: ColumnKind = "status" if self.normalise == "status" else "folded" if self._is_folded else "number"
        yield Column(label, kind=kind)
        if self._is_folded:
            yield from (Column(f"{label}_{count}", kind="integer", media=Media.DATA) for count in ("n", "expected"))

    def _values(self, each: Field) -> Iterator[Value]:
        """What stands under these columns."""
        yield each.status if self.normalise == "status" else each.value
        if self._is_folded:
            yield from (each.value.n, each.value.expected) if isinstance(each.value, Folded) else (None, None)
