"""The closed set of answers: what a pane can say, as data that knows no terminal and no file format.

Every figure is frozen, holds all that any output needs, and can say itself as a `Table`, so that an exporter which
writes tables can write every figure.
"""

from __future__ import annotations

import enum
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeAlias

Value: TypeAlias = "float | int | str | bool | Sequence[float | None] | None"
"""What a field of a table can hold; a sequence is a small series (histogram counts, a sparkline)."""


@dataclass(frozen=True, eq=False, repr=False)
class Folded(float):
    """What the runs of a cell gave, as one number: it is compared, ordered and written to data as its `centre`."""

    centre: float
    n: int
    """Runs with a finite value."""
    expected: int
    """Runs that the cell should hold."""
    spread: float | None = None
    """What stands behind ±; None where one value alone makes the centre."""
    low: float | None = None
    """Lower end of an interval, which stands in place of a spread."""
    high: float | None = None
    is_ranked: bool = True
    """False where diverged runs were left out of it: it is never the best."""

    def __new__(cls, centre: float, *_: object, **__: object) -> Folded:
        """The number that the centre is."""
        return super().__new__(cls, centre)

    @property
    def count(self) -> str:
        """`(3/3)`, or `(2/3!)` where the cell is not whole."""
        return f"({self.n}/{self.expected}{'' if self.n == self.expected else '!'})"

    def around(self, number: Callable[[float], str], plus_minus: str = "±") -> str:
        """`± 0.013` or `[0.79, 0.83]`, each number by `number`; nothing where one value alone makes the centre."""
        if self.low is not None and self.high is not None:
            return f"[{number(self.low)}, {number(self.high)}]"
        return "" if self.spread is None else f"{plus_minus} {number(self.spread)}"

    def text(self, number: Callable[[float], str]) -> str:
        """`0.812 ± 0.013 (3/3)`, `0.81 [0.79, 0.83] (3/3)`, `0.79 (1/3!)`."""
        return " ".join(part for part in (number(self.centre), self.around(number), self.count) if part)


class Direction(enum.Enum):
    """Which way of a metric is better; never guessed silently."""

    HIGHER = "higher"
    LOWER = "lower"
    UNKNOWN = "unknown"

    @property
    def arrow(self) -> str:
        """`↑`, `↓`, or nothing where the direction is unknown."""
        return {"higher": "↑", "lower": "↓", "unknown": ""}[self.value]


class Media(enum.Flag):
    """Where a column of a table is written."""

    SCREEN = enum.auto()
    """The terminal: the app's panes and `-f table`."""
    DOCUMENT = enum.auto()
    """Markdown, LaTeX and HTML."""
    DATA = enum.auto()
    """CSV, TSV and JSON, whose columns are a contract."""
    ALL = SCREEN | DOCUMENT | DATA


ColumnKind: TypeAlias = Literal["text", "level", "number", "folded", "integer", "status", "spark", "histogram"]


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
    short: Mapping[str, str] = field(default_factory=dict)
    """How the screen writes a text value: `{"beta=.01": ".01"}`."""
    bar: bool = False
    """The screen draws a bar beside the number, over the column's finite range."""
    mark_best: bool = False
    """The best finite value by `direction` is marked; nothing is where the direction is unknown."""
    why: str = ""
    """One sentence about the column: a formula, or why it has this role."""

    @property
    def head(self) -> str:
        """What the screen calls the column, without its arrow."""
        return self.label or self.name

    def best(self, values: Iterable[Value]) -> float | None:
        """The best finite value by the direction; None where none is to be marked."""
        if not self.mark_best or self.direction is Direction.UNKNOWN:
            return None
        finite = (float(value) for value in values if is_finite(value) and _is_ranked(value))  # type: ignore[arg-type]
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
        kept.sort(key=lambda row: _sort_key(row[index]), reverse=descending)
        return ListRows((*kept, *rest))


def is_finite(value: object) -> bool:
    """Whether `value` is a number that can be compared: not missing, not NaN, not infinite, not text."""
    return isinstance(value, int | float) and value - value == 0


def _is_ranked(value: Value) -> bool:
    return not isinstance(value, Folded) or value.is_ranked


def is_sortable(value: object) -> bool:
    """Whether `value` has a place in an order: finite numbers and text do."""
    return isinstance(value, str) or is_finite(value)


def _sort_key(value: Value) -> tuple[bool, float | str]:
    return (True, value) if isinstance(value, str) else (False, float(value))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Slider:
    """Along which checkpoints an answer can be moved, and where it stands."""

    name: str
    """What the checkpoints count: `step`, `epoch`."""
    steps: tuple[float, ...]
    """Ascending."""
    at: float
    """The checkpoint that is answered about."""
    home: float
    """The one that is answered about where none is asked for."""

    def beside(self, by: int) -> float | None:
        """The checkpoint `by` places further on, the first one before it; None, for home, there and after the last."""
        place = bisect_left(self.steps, self.at) + by
        step = self.steps[max(place, 0)] if place < len(self.steps) else self.home
        return None if step == self.home else step


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
        """Where the columns that `media` writes stand; the section column is in the titles, but for data."""
        in_titles = "" if media is Media.DATA else self.section
        return [at for at, c in enumerate(self.columns) if media in c.media and not (in_titles and c.name == in_titles)]

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


@dataclass(frozen=True, eq=False)
class FramePanel:
    """A cloud of points that moves: one panel of an animation."""

    title: str
    x: Axis
    y: Axis
    names: tuple[str, ...]
    """For each point the name its colour belongs to."""
    positions: Sequence[Sequence[tuple[float, float]]]
    """Positions by frame and point, shape (frames, points, 2)."""
    still_at: float | None = None
    """The step of a panel that stands still; None for one that moves along the figure's steps."""


@dataclass(frozen=True, eq=False)
class Frames:
    """Panels in lock step over checkpoints; the output decides which frame to draw."""

    title: str
    steps: tuple[float, ...]
    panels: tuple[FramePanel, ...]
    captions: tuple[str, ...] = ()

    @property
    def moves(self) -> bool:
        """Whether there are several moments, and some panel that does not stand still."""
        return len(self.steps) > 1 and any(panel.still_at is None for panel in self.panels)

    def as_table(self) -> Table:
        """`panel, step, point, x, y`, one row a point of a frame."""
        columns = tuple(Column(n, kind=k) for n, k in _FRAME_COLUMNS)
        rows = [
            (panel.title, step if panel.still_at is None else panel.still_at, name, float(x), float(y))
            for panel in self.panels
            for step, places in zip(self.steps, panel.positions, strict=True)
            for name, (x, y) in zip(panel.names, places, strict=True)
        ]
        return table_of(self.title, columns, rows, captions=self.captions)


_FRAME_COLUMNS: tuple[tuple[str, ColumnKind], ...] = (
    ("panel", "level"),
    ("step", "number"),
    ("point", "level"),
    ("x", "number"),
    ("y", "number"),
)


@dataclass(frozen=True)
class Notice:
    """Sentences in place of an answer: what is missing, and the way out."""

    title: str
    sentences: tuple[str, ...]
    level: Literal["information", "warning", "error"] = "information"

    def as_table(self) -> Table:
        """One row a sentence."""
        return table_of(self.title, (Column("notice", kind="text"),), [(s,) for s in self.sentences])


@dataclass(frozen=True)
class Heading:
    """A title inside a document; level 1 is the document's own."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """Plain sentences inside a document; never markup."""

    text: str


@dataclass(frozen=True)
class Listing:
    """Short items inside a document."""

    items: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Document:
    """Headings, sentences and figures, one after the other."""

    title: str
    blocks: tuple[Block, ...]
    captions: tuple[str, ...] = ()
    main: int | None = None
    """Index of the block whose table is the answer in data formats; the first table where None."""
    data: Table | None = None
    """The answer in data formats, where it is none of the blocks: it has more rows than the document says."""
    grid: Grid | None = None
    """The block that a cursor moves in."""

    def flow(self) -> Iterator[Block]:
        """All there is to write, top to bottom: no figure repeats as its title the heading that it stands under."""
        heading = self.title
        yield from [Heading(self.title, 1)] if self.title else []
        for block in self.blocks:
            if isinstance(block, Heading):
                heading = block.text
            elif not isinstance(block, Paragraph | Listing) and block.title == heading:
                block = replace(block, title="")
            yield block
        yield from (Paragraph(caption) for caption in self.captions)

    def as_table(self) -> Table:
        """The answer in data formats; an empty table where there is none."""
        if self.data is not None:
            return self.data
        chosen = self.blocks if self.main is None else (self.blocks[self.main],)
        for block in chosen:
            if not isinstance(block, Heading | Paragraph | Listing | Notice):
                return block.as_table()
        return table_of(self.title, (Column("notice", kind="text"),), [])


Figure: TypeAlias = "Table | Bars | Curves | Points | Grid | Frames | Document | Notice"
Block: TypeAlias = "Heading | Paragraph | Listing | Figure"

FIGURES: tuple[type, ...] = (Table, Bars, Curves, Points, Grid, Frames, Document, Notice)
"""Every kind of figure; `render` and `export` are tested to know each of them."""
