"""A delimited text too large for memory as it was gone through: what its rows say, and the rows when asked for."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sweeplens.data.cache import is_kept, name_of
from sweeplens.data.collecting import collected
from sweeplens.data.formats import beginnings, notes
from sweeplens.data.formats.base import SAMPLE_ROWS
from sweeplens.data.formats.counting import Count
from sweeplens.data.formats.decimals import Commas
from sweeplens.data.formats.endings import unfinished
from sweeplens.data.formats.grid import empty_columns
from sweeplens.data.formats.outline import Outline
from sweeplens.data.formats.place import Place, behind
from sweeplens.data.formats.rows import Rows
from sweeplens.data.formats.typed import typed
from sweeplens.data.meaning import Meaning, meaning_of
from sweeplens.data.problems import Problem
from sweeplens.data.signature import Signature
from sweeplens.errors import ReadError
from sweeplens.lazy import pl


@dataclass(frozen=True)
class Told:
    """What the rows of a text have told but for the last ones, however it goes on."""

    rows: Rows
    commas: Commas
    count: Count


@dataclass(frozen=True, eq=False)
class Rest:
    """The last rows of a text, which are read again when it goes on."""

    count: Count
    table: pl.DataFrame
    is_cut: bool
    """Half a line behind them was left out."""


@dataclass(frozen=True, eq=False)
class LargeText:
    """A text as far as it is written."""

    outline: Outline
    signature: Signature
    """Of the file before it was read."""
    told: Told
    """By all rows but the last ones."""
    base: Count
    """Of the first rows, which are not in memory."""
    tail: pl.DataFrame
    """The rows behind these, up to the last ones."""
    last: Rest
    place: Place
    """Where the last rows begin."""

    @cached_property
    def count(self) -> Count:
        """What all rows hold."""
        return self.told.count + self.last.count

    @cached_property
    def meanings(self) -> dict[str, Meaning]:
        """What the columns say that have a name or a field."""
        return {name: meaning_of(t) for name, t in self.count.tallies.items() if name not in self._empty}

    @cached_property
    def _empty(self) -> list[str]:
        return empty_columns({name: t.present + t.words > 0 for name, t in self.count.tallies.items()})

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is told of the text, in the order in which it is told of one that is read whole."""
        path, count = self.outline.path, self.count
        return (
            *([unfinished(path)] if self.last.is_cut else []),
            *count.problems(("comments", "repeated heads"), path),
            *(notes.note(path, sentence) for sentence in self.outline.parts.head.notes),
            *count.problems(("long rows", "short rows", "summaries"), path),
            *([notes.empty_columns(len(self._empty), path)] if self._empty else []),
            *notes.of_commas(self.told.commas, path),
        )

    @cached_property
    def sample(self) -> pl.DataFrame:
        """The first rows, and of each column that is empty in them the first row that fills it."""
        path, names = self.outline.path, list(self.meanings)
        start = collected(self._table(min(SAMPLE_ROWS, self.base.rows)), path.name)
        sample = pl.concat([start, self.tail, self.last.table]).head(SAMPLE_ROWS)
        empty = [name for name in self.count.first if sample[name].null_count() == sample.height]
        late = dict.fromkeys(self.count.first[name] for name in empty)
        return pl.concat([sample, pl.DataFrame([*late], schema=sample.schema, orient="row")]).select(names)

    def scan(self, keys: Sequence[str], numbers: Sequence[str], texts: Container[str]) -> pl.LazyFrame:
        """All rows, `keys` as text and `numbers` as Float64; `texts` are the columns that may be asked for as text.

        `ReadError` where they have to be read of the file and it is no longer what it was.
        """
        held = self._held(texts) if all(key in texts for key in keys) else None
        rest = typed(pl.concat([self.tail, self.last.table]).lazy(), keys, numbers, self.meanings)
        if held is None:
            return pl.concat([typed(self._table(self.base.rows), keys, numbers, self.meanings), rest])
        texts_of_numbers = {name: meaning for name, meaning in self.meanings.items() if name in texts}
        return pl.concat([typed(pl.scan_parquet(held, glob=False), keys, numbers, texts_of_numbers), rest])

    def _table(self, lines: int) -> pl.LazyFrame:
        """The rows in the first lines of the file."""
        path = self.outline.path
        if behind(path, self.place, 0) is None:
            raise ReadError(f"{path.name} is no longer what it was when it was opened; reload the collection.")
        return self.outline.table(self.told.rows, lines)

    def _held(self, texts: Container[str]) -> Path | None:
        """The rows that are not in memory as columns in the cache, `texts` as text; None where there can be none."""
        path, end = self.outline.path, self.base.end(self.outline.start).offset
        manner = [(name, name in texts or (m.is_numeric, m.unit, m.is_plain)) for name, m in self.meanings.items()]
        name = name_of("rows", self.outline.marks, self.told.rows, manner)
        found = beginnings.found(path, name, end)
        if found is not None or not self.base.rows:
            return found if found is None or is_kept(found) else None
        keys = [name for name in self.meanings if name in texts]
        numbers = [name for name in self.meanings if name not in texts]
        rows = typed(self._table(self.base.rows), keys, numbers, self.meanings)
        return beginnings.keep(path, name, end, self.signature, lambda part: rows.sink_parquet(part))
