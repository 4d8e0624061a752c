"""Rows under typed columns: the figure that every other one can be said as."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from sweeplens.figures.sliders import Slider
from sweeplens.figures.values import Direction, Media, Value, is_finite, is_ranked, is_sortable, sort_key

ColumnKind: TypeAlias = Literal[
    "text", "level", "number", "folded", "course", "integer", "status", "spark", "histogram"
]


@dataclass(frozen=True)
class Column:
    """One column of a table: how it is called, and how each medium writes it."""

    name: str
    """The head in documents and data: the column's name in the file, so that what is pasted can be found again."""
    label: str = ""
    """The head on the screen; the name where empty."""
    kind: ColumnKind = "number"
    unit: str = ""
    direction: Direction = Direction.UNKNOWN
    media: Media = Media.ALL
    is_key: bool = False
    """Stays in sight when the table is scrolled sideways (factors, ranks, names)."""
    leads: bool = False
    """Stands before the others on the screen, behind the keys: it is what the table answers."""
    short: Mapping[str, str] = field(default_factory=dict)
    """How the screen writes a text value: `{"beta=.01": ".01"}`."""
    bar: bool = False
    """The screen draws a bar beside the number: from zero, or from where its head says."""
    wraps: bool = False
    """Holds sentences, which a drawing of any height breaks over lines rather than clip."""
    mark_best: bool = False
    """The best finite value by `direction` is marked; nothing is where the direction is unknown."""
    is_difference: bool = False
    """Above zero is the one way of the direction, below it the other: the screen colours which is better."""
    mark_noise: bool = False
    """A place is kept for the mark of what is within noise."""
    why: str = ""
    """One sentence about the column: a formula, or why it has this role."""

    @property
    def head(self) -> str:
        """What the screen calls the column, without its arrow."""
        return self.label or self.name

    @property
    def is_numeric(self) -> bool:
        """Whether its values are numbers."""
        return self.kind in ("number", "folded", "course", "integer")

    @property
    def starts_high(self) -> bool:
        """Whether its better end comes first downwards: numbers do unless less is better, words do not."""
        return self.is_numeric and self.direction is not Direction.LOWER

    def best(self, values: Iterable[Value]) -> float | None:
        """The best finite value by the direction; None where none is to be marked."""
        if not self.mark_best or self.direction is Direction.UNKNOWN:
            return None
        finite = (float(value) for value in values if is_finite(value) and is_ranked(value))  # type: ignore[arg-type]
        choose = max if self.direction is Direction.HIGHER else min
        return choose(finite, default=None)


class Rows(Protocol):
    """The rows of a table, however many; only what is looked at is made."""

    def __len__(self) -> int:
        """How many rows there are."""
        ...

    def page(self, start: int, stop: int) -> list[tuple[Value, ...]]:
        """The rows from `start` up to `stop`, each with one value per column."""
        ...

    def column(self, index: int) -> Sequence[Value]:
        """All values of one column, top to bottom."""
        ...

    def ordered(self, index: int, descending: bool) -> Rows:
        """The same rows by one column: missing, NaN and Inf last both ways, ties in the order they had."""
        ...


@dataclass(frozen=True)
class ListRows:
    """Rows held as tuples, for answers of a few hundred rows and for the first paint, which has no polars."""

    rows: tuple[tuple[Value, ...], ...]

    def __len__(self) -> int:
        return len(self.rows)

    def page(self, start: int, stop: int) -> list[tuple[Value, ...]]:
        """The rows from `start` up to `stop`."""
        return list(self.rows[start:stop])

    def column(self, index: int) -> Sequence[Value]:
        """All values of one column."""
        return [row[index] for row in self.rows]

    def ordered(self, index: int, descending: bool) -> ListRows:
        """The same rows by one column, what has no place last."""
        kept = [row for row in self.rows if is_sortable(row[index])]
        rest = [row for row in self.rows if not is_sortable(row[index])]
        kept.sort(key=lambda row: sort_key(row[index]), reverse=descending)
        return ListRows((*kept, *rest))


@dataclass(frozen=True, eq=False)
class Table:
    """Rows under typed columns."""

    title: str
    columns: tuple[Column, ...]
    rows: Rows
    captions: tuple[str, ...] = ()
    """Sentences for Markdown, LaTeX, HTML and `table`; never for data."""
    section: str = ""
    """Name of the column whose values part the rows; documents and the screen write one table a part, in order."""
    section_titles: Mapping[str, str] = field(default_factory=dict)
    """The title of each part, by the section column's value."""
    row_ids: Sequence[int] | None = None
    """For each row the number of its run in the collection, where a row is a run: what Enter opens and Space marks."""
    sorted_by: tuple[str, bool] | None = None
    """The column the rows are ordered by, and whether downwards."""
    empty: str = "Nothing to show."
    """What is said where there are no rows."""
    marked_rows: frozenset[int] = frozenset()
    """Row indices to emphasise (the reference, the marked runs)."""
    slider: Slider | None = None
    """The checkpoints at which the same can be asked, where there are several."""

    def as_table(self) -> Table:
        """The table itself."""
        return self

    def index(self, name: str) -> int:
        """Where the column called `name` stands; `KeyError` where there is none."""
        for at, column in enumerate(self.columns):
            if column.name == name:
                return at
        raise KeyError(name)

    def places(self, media: Media) -> list[int]:
        """Where the columns that `media` writes stand; the section column is in the titles, but for data.

        On the screen the keys come first and then what leads; documents and data keep the order of the columns.
        """
        in_titles = "" if media is Media.DATA else self.section
        written = [
            at for at, c in enumerate(self.columns) if media in c.media and not (in_titles and c.name == in_titles)
        ]
        return sorted(written, key=self._rank) if media is Media.SCREEN else written

    def _rank(self, at: int) -> int:
        """0 for a key, 1 for a column that leads, 2 for any other."""
        column = self.columns[at]
        return 0 if column.is_key else 1 if column.leads else 2

    def parts(self) -> list[tuple[str, Sequence[int]]]:
        """The title of each section and its rows, in order of appearance; all rows under no title without sections."""
        if not self.section:
            return [("", range(len(self.rows)))]
        parts: dict[str, list[int]] = {}
        for row, value in enumerate(self.rows.column(self.index(self.section))):
            parts.setdefault("" if value is None else str(value), []).append(row)
        return [(self.section_titles.get(name, name), rows) for name, rows in parts.items()]


def table_of(title: str, columns: Sequence[Column], rows: Sequence[Sequence[Value]], **more: object) -> Table:
    """A table over rows held in memory; `more` are further fields of `Table`."""
    return Table(title, tuple(columns), ListRows(tuple(tuple(row) for row in rows)), **more)  # type: ignore[arg-type]
