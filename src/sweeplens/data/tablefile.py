"""One table of a file: what its rows show, and all of it as a lazy frame of keys and numbers when asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sweeplens.data.columns import ColumnFacts, columns_of
from sweeplens.data.formats import LARGE, Survey, survey_of
from sweeplens.data.formats.tail import Followed, gone_on, read_followed
from sweeplens.data.problems import Problem
from sweeplens.data.remembered import Remembered
from sweeplens.data.signature import Signature
from sweeplens.data.values import read_as
from sweeplens.errors import ReadError
from sweeplens.lazy import pl
from sweeplens.text import plural

MOST_LEVELS = 1_000
"""A number with more values among these rows is none by which curves are named."""


@dataclass(frozen=True, eq=False)
class TableFile:
    """A table as it was met."""

    path: Path
    name: str
    """The file's path below the collection."""
    frame: pl.DataFrame
    """All rows, or where `is_whole` is False the first ones, and of each column that is empty there one that is not."""
    problems: tuple[Problem, ...] = ()
    followed: Followed | None = None
    """What was read of the file, for going on where it grows."""
    directions: tuple[tuple[str, str], ...] = ()
    facts: tuple[ColumnFacts, ...] = ()
    """What can be seen of each column, where that is known already."""
    survey: Survey | None = None
    """What all rows say of a table that is too large to be held."""

    @property
    def is_whole(self) -> bool:
        """Whether `frame` holds all rows."""
        return self.survey is None

    @cached_property
    def columns(self) -> tuple[ColumnFacts, ...]:
        """What can be seen of each column."""
        if self.survey is None:
            return self.facts or columns_of(self.frame)
        meanings = self.survey.meanings
        return tuple(ColumnFacts(c, read_as(c, meanings[c.name]) if c.name in meanings else None) for c in self.frame)

    def scan(self, keys: Sequence[str], numbers: Sequence[str]) -> pl.LazyFrame:
        """All rows: `keys` as text, `numbers` as Float64; `ReadError` where the file is no longer what it was."""
        if self.survey:
            return self.survey.scan(keys, numbers, self._texts)
        return self._typed.lazy().select(*(pl.col(f"sweeplens:text:{key}").alias(key) for key in keys), *numbers)

    def whole(self) -> TableFile:
        """The same table with all its rows."""
        return self if self.is_whole else read_whole(self.path, self.name)

    @cached_property
    def _texts(self) -> frozenset[str]:
        """The columns that may be asked for as text: what is none, and numbers that may be levels."""
        return frozenset(c.name for c in self.columns if not c.is_numeric or c.distinct <= MOST_LEVELS)

    @cached_property
    def _typed(self) -> pl.DataFrame:
        """Every column as text, and as number under its own name."""
        texts = [column.text.alias(f"sweeplens:text:{column.name}") for column in self.columns]
        return pl.DataFrame([*texts, *(column.read.values.alias(column.name) for column in self.columns)])


def read_table(path: Path, name: str, at_once: int = LARGE) -> TableFile:
    """The main table of a file, of one of more bytes than `at_once` its first rows; `ReadError` where there is none.

    One that was read before and has not changed since is not read again; of one that grew the new lines alone are.
    """
    survey = survey_of(path) if _size(path) >= at_once else None
    if survey is None:
        return read_whole(path, name)
    return TableFile(path, name, survey.sample, _located(survey.problems, name), survey=survey)


def read_whole(path: Path, name: str) -> TableFile:
    """The main table of a file with all its rows, however large it is; `ReadError` where there is none."""
    if _size(path) == 0:
        raise ReadError(f"{path.name} is empty.")
    return _whole_table(path, name)


def _read(path: Path, name: str) -> TableFile:
    return _table_of(path, name, read_followed(path))


def _gone_on(path: Path, before: TableFile) -> TableFile | None:
    """The table with the rows that were added since; None where it has to be read anew."""
    grown = gone_on(path, before.followed) if before.followed else None
    return _table_of(path, before.name, grown) if grown else None


def _is_settled(table: TableFile) -> bool:
    return table.followed is None or table.followed.is_settled


_whole_table = Remembered(_read, _gone_on, _is_settled)


def is_remembered(path: Path, name: str) -> bool:
    """Whether the table of a file was read before, whatever has become of the file."""
    return _whole_table.knows(path, name)


def remember(table: TableFile, signature: Signature) -> None:
    """Has `read_table` give this table for as long as its file is in the state in which it was before it was read."""
    _whole_table.learn(table, signature, table.path, table.name)


def _table_of(path: Path, name: str, followed: Followed) -> TableFile:
    sheet, *others = followed.sheets
    problems = [*sheet.problems, *(problem for other in others for problem in other.problems)]
    if others:
        names = ", ".join(other.name or "one without a name" for other in others[:5])
        said = f"The file holds {plural(len(others), 'more table')}: {names}."
        problems.append(Problem(name, said, "the first one was read", level="note"))
    return TableFile(path, name, sheet.frame, _located(problems, name), followed, sheet.directions)


def _located(problems: Sequence[Problem], name: str) -> tuple[Problem, ...]:
    """Problems under the path of their file below the collection."""
    return tuple(Problem(name, p.sentence, p.done, p.line, p.level) for p in problems)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise ReadError(f"{path.name} cannot be looked at: {error.strerror}.") from error


def with_constants(frame: pl.LazyFrame, constants: Mapping[str, str]) -> pl.LazyFrame:
    """`frame` with text columns that hold one value each."""
    return frame.with_columns(pl.lit(value, dtype=pl.String).alias(name) for name, value in constants.items())
