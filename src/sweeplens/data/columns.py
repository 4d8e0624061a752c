"""What can be seen of a column before anyone says what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sweeplens.data.fields import number_of
from sweeplens.data.names import words_of
from sweeplens.data.numerals import is_missing
from sweeplens.data.problems import Problem
from sweeplens.data.values import ReadColumn, read_column
from sweeplens.lazy import np, pl
from sweeplens.text import plural

_OPAQUE = r"^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,64})$"
_DATE = r"^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?|$)|^\d\d?[/.]\d\d?[/.]\d{4}|^\d{8}[T_-]\d{6}$"
_PLACE = r"^[a-z]+://|^\.{0,2}/|^[A-Za-z]:\\|[/\\].*[/\\].*\.\w{1,5}$"
_SAMPLE = 1_000


@dataclass(frozen=True, eq=False)
class ColumnFacts:
    """One column: what it is called, what stands in it, and what it reads as, each found out when it is asked for."""

    series: pl.Series
    """As it was read, typed or text."""
    known: ReadColumn | None = None
    """What it reads as, where that is known; then no blanks stand around its texts."""

    @property
    def name(self) -> str:
        """What the file calls it."""
        return self.series.name

    @cached_property
    def text(self) -> pl.Series:
        """As in the file, stripped; null where nothing stands."""
        return self.series if self.known else as_text(self.series)

    @cached_property
    def read(self) -> ReadColumn:
        """What it reads as."""
        return self.known or read_column(self.series)

    @cached_property
    def numbers(self) -> pl.Series:
        """Its numbers, although most of it may be text; null where a field holds none."""
        return self.read.values if self.is_numeric else _selected(self.text, number_of(pl.col(self.name)))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The name in words: `learning`, `rate` of `learningRate` and of `Learning rate`."""
        return words_of(self.name)

    @property
    def key(self) -> str:
        """The name as one word: `learning_rate`."""
        return "_".join(self.words)

    @property
    def rows(self) -> int:
        """How many rows the table has."""
        return len(self.series)

    @cached_property
    def present(self) -> int:
        """How many rows hold something, be it a word for nothing."""
        return self.rows - self.text.null_count()

    @property
    def is_numeric(self) -> bool:
        """Whether it reads as numbers or truth values."""
        return self.read.is_numeric

    @cached_property
    def counts(self) -> pl.Series:
        """How often each distinct value occurs, the most frequent first; numbers count as numbers."""
        values = self.read.values.drop_nulls() if self.is_numeric else self.text.drop_nulls()
        return values.alias("value").value_counts(sort=True)["count"]

    @cached_property
    def distinct(self) -> int:
        """How many distinct values there are; numbers count as numbers."""
        return (self.read.values if self.is_numeric else self.text).drop_nulls().n_unique()

    @property
    def is_constant(self) -> bool:
        """Whether every row holds one and the same value."""
        return self.distinct == 1 and self.present == self.rows

    @property
    def is_unique(self) -> bool:
        """Whether every row holds a value of its own."""
        return self.distinct == self.rows

    @cached_property
    def is_whole(self) -> bool:
        """Whether all its numbers are whole."""
        finite = self.read.values.drop_nulls().to_numpy()
        return self.read.kind == "number" and bool((np.isfinite(finite) & (finite == np.floor(finite))).all())

    @cached_property
    def is_row_number(self) -> bool:
        """Whether it counts the rows, from 0 or from 1."""
        if not self.is_whole or self.present != self.rows or self.rows < 2:
            return False
        start = self.read.values[0]
        return start in (0, 1) and bool((self.read.values == pl.arange(self.rows, eager=True) + start).all())

    @property
    def is_balanced(self) -> bool:
        """Whether its values occur about equally often, more than once each, as the levels of a crossed factor do."""
        return self.distinct >= 2 and self.counts[-1] >= 2 and self.counts[0] <= 2 * self.counts[-1]

    @cached_property
    def is_opaque(self) -> bool:
        """Whether it holds hashes or identifiers made by a machine."""
        return self._mostly(_OPAQUE)

    @cached_property
    def is_date(self) -> bool:
        """Whether it holds dates or points in time."""
        return not self.is_numeric and self._mostly(_DATE)

    @cached_property
    def is_place(self) -> bool:
        """Whether it holds paths or addresses."""
        return self._mostly(_PLACE)

    @cached_property
    def is_long(self) -> bool:
        """Whether it holds sentences, lists or other text too long to be a level."""
        return self.read.kind == "list" or float(self._sample.str.len_chars().mean() or 0) > 80  # type: ignore[arg-type]

    @cached_property
    def _sample(self) -> pl.Series:
        return self.text.drop_nulls().head(_SAMPLE)

    def _mostly(self, pattern: str) -> bool:
        return len(self._sample) > 0 and bool(self._sample.str.contains(pattern).mean() >= 0.9)  # type: ignore[operator]


def columns_of(frame: pl.DataFrame) -> tuple[ColumnFacts, ...]:
    """The facts of every column of a table, typed or text."""
    return tuple(ColumnFacts(series) for series in frame)


def as_text(series: pl.Series) -> pl.Series:
    """A column as text: stripped, null where it is empty, no point in whole numbers that a type made floats."""
    column = pl.col(series.name)
    if series.dtype.is_nested():
        return pl.Series(series.name, [None if value is None else str(value) for value in series], dtype=pl.String)
    is_float = series.dtype.is_float()
    return _selected(series, text_of(column, series.dtype, is_float and _selected(series, is_whole(column)).item()))


def text_of(column: pl.Expr, dtype: pl.DataType, is_whole: bool) -> pl.Expr:
    """A column of this type that is not nested as text, for tables too large for memory; see `as_text`."""
    if dtype == pl.String:
        stripped = column.str.strip_chars()
        return pl.when(stripped != "").then(stripped)
    if dtype.is_float() and is_whole:
        return column.cast(pl.Int64, strict=False).cast(pl.String)
    return column.cast(pl.String)


def is_whole(column: pl.Expr) -> pl.Expr:
    """Whether all floats of a column are whole numbers."""
    return (column == column.floor()).all() & ~column.is_infinite().any()


def _selected(series: pl.Series, value: pl.Expr) -> pl.Series:
    return series.to_frame().select(value.alias(series.name)).to_series()


def unreadable(column: ColumnFacts, file: str) -> Problem | None:
    """The problem of a measured column that holds fields which are no numbers; None where it holds none."""
    odd = column.read.unreadable or _texts_among_numbers(column)
    if not odd:
        return None
    row, text = odd[0]
    count = plural(column.read.unreadable_count or len(odd), "field")
    said = f"{column.name} holds {count} that cannot be read as numbers, the first is {text[:40]!r} in row {row + 1}."
    return Problem(file, said, "they count as missing")


def _texts_among_numbers(column: ColumnFacts) -> list[tuple[int, str]]:
    """Rows and texts of the fields that hold no number, in a column that reads as text and is measured all the same."""
    if column.is_numeric:
        return []
    rows = zip(column.text, column.numbers, strict=True)
    return [(at, text) for at, (text, number) in enumerate(rows) if number is None and not is_missing(text)]


def named(columns: Sequence[ColumnFacts], name: str) -> ColumnFacts | None:
    """The column called `name`; None where there is none."""
    return next((column for column in columns if column.name == name), None)
