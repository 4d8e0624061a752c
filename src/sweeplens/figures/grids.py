"""Fields in rows and columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sweeplens.figures.sliders import Slider
from sweeplens.figures.tables import Column, Table, table_of
from sweeplens.figures.values import Media


@dataclass(frozen=True)
class Field:
    """One field of a grid: a value, a status or both, and the text written in it."""

    value: float | None = None
    status: str = ""
    text: str = ""
    where: str = ""
    """The filter that keeps what is behind the field: what Enter opens."""


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

    def as_table(self) -> Table:
        """The names of the rows (for data) or their labels, then one column a column of the grid."""
        is_status = self.normalise == "status"
        labels = Media.SCREEN | Media.DOCUMENT
        columns = (
            Column(self.row_head, kind="level", is_key=True, media=Media.DATA),
            Column(self.row_head, kind="level", is_key=True, media=labels, short=self.short),
            *(Column(label, kind="status" if is_status else "number") for label in self.column_labels),
        )
        rows = [
            (name, label, *(each.status if is_status else each.value for each in fields))
            for name, label, fields in zip(self.row_names or self.row_labels, self.row_labels, self.fields, strict=True)
        ]
        return table_of(self.title, columns, rows, captions=self.captions)
