"""What the rows of a delimited text hold, counted piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from sweeplens.data.fields import read_fields
from sweeplens.data.formats import notes
from sweeplens.data.formats.csv import Parts, remarks_in
from sweeplens.data.formats.parsing import at_once, is_tidy
from sweeplens.data.formats.pieces import Piece, Start
from sweeplens.data.formats.rows import Rows
from sweeplens.data.formats.summaries import LOOKED_AT, may_hold_summaries
from sweeplens.data.meaning import Tally, tally_of
from sweeplens.data.problems import Problem
from sweeplens.lazy import pl

if TYPE_CHECKING:
    from sweeplens.data.formats.records import Mask

Kind: TypeAlias = Literal["comments", "repeated heads", "long rows", "short rows", "summaries"]
_NOTES: Mapping[Kind, Callable[[int, int, Path], Problem]] = {
    "comments": notes.comments,
    "repeated heads": notes.repeated_heads,
    "long rows": notes.long_rows,
    "short rows": notes.short_rows,
    "summaries": notes.summaries,
}
_COMMA_NUMBER = r"^[+\-−]?\d*,\d"


@dataclass(frozen=True)
class Lines:
    """Some lines of a file: how many, and the first of them."""

    count: int = 0
    first: int = 0

    def __add__(self, below: Lines) -> Lines:
        return Lines(self.count + below.count, self.first or below.first)


@dataclass(frozen=True)
class Count:
    """What some rows of a text hold; those of a piece and those of the next one add up."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    first: dict[str, tuple[str | None, ...]] = field(default_factory=dict)
    """For each column the first row that fills it."""
    lines: dict[Kind, Lines] = field(default_factory=dict)
    """The lines that are worth a note."""
    size: int = 0
    """In bytes."""
    line_ends: int = 0
    rows: int = 0
    """Line ends outside quotes; to a parser each ends a row."""
    has_commas: bool = False
    """Some field begins as a number with a comma does."""
    has_summaries: bool = False
    """Some field is called as a summary is."""

    def __add__(self, below: Count) -> Count:
        kinds = dict.fromkeys((*self.lines, *below.lines))
        return Count(
            {name: self.tallies.get(name, Tally()) + tally for name, tally in below.tallies.items()},
            {**below.first, **self.first},
            {kind: self.lines.get(kind, Lines()) + below.lines.get(kind, Lines()) for kind in kinds},
            self.size + below.size,
            self.line_ends + below.line_ends,
            self.rows + below.rows,
            self.has_commas or below.has_commas,
            self.has_summaries or below.has_summaries,
        )

    def end(self, start: Start) -> Start:
        """Where what follows these rows begins when they begin at `start`."""
        return Start(start.offset + self.size, start.line + self.line_ends)

    def problems(self, kinds: Iterable[Kind], path: Path) -> list[Problem]:
        """What is to be told of its lines of these kinds, as far as there are any."""
        return [
            _NOTES[kind](self.lines[kind].count, self.lines[kind].first, path) for kind in kinds if kind in self.lines
        ]


def counted(piece: Piece, parts: Parts, rows: Rows) -> tuple[Count, pl.DataFrame] | None:
    """What the rows of a piece hold, and the rows; None where a plain parser would not read them as they are meant."""
    records, width = piece.records, len(rows.names)
    lines = (
        at_once(records.joined(piece.data), parts.dialect.separator, parts.dialect.quote, width)
        if piece.is_plain
        else None
    )
    if lines is None or lines.height != len(records):
        return None
    lines = lines.rename(dict(zip(lines.columns, rows.names, strict=True)))
    tidy = lines if is_tidy(piece.data, parts.dialect) else rows.tidied(lines)
    comments, again = remarks_in(piece.data, records, parts.head, parts.head_line)
    are_rows = ~(comments | again)
    if (_mask(tidy, rows.is_remark) == are_rows).any():
        return None
    kinds: dict[Kind, Mask] = {
        "comments": comments,
        "repeated heads": again,
        "long rows": are_rows & (records.fields > width),
        "short rows": are_rows & (records.fields < width),
        "summaries": are_rows & _mask(tidy, rows.is_summary & ~rows.is_blank),
    }
    table = rows.tabled(tidy)
    fields = {column.name: read_fields(column) for column in table}
    count = Count(
        {name: tally_of(each) for name, each in fields.items()},
        _first_rows(table),
        {kind: Lines(int(which.sum()), int(records.lines[which][0])) for kind, which in kinds.items() if which.any()},
        len(piece.data),
        piece.data.count(b"\n"),
        piece.ends,
        any(each.distinct.str.contains(_COMMA_NUMBER).any() for each in fields.values()),
        any(may_hold_summaries(each.distinct.to_frame()) for each in [*fields.values()][:LOOKED_AT]),
    )
    return count, table


def _mask(tidy: pl.DataFrame, which: pl.Expr) -> Mask:
    found: Mask = tidy.select(which.alias("which")).to_series().to_numpy()
    return found


def _first_rows(table: pl.DataFrame) -> dict[str, tuple[str | None, ...]]:
    """For each column the first row that fills it; columns that are filled at once share it."""
    at = table.select(pl.all().is_not_null().arg_max()).row(0, named=True) if table.height else {}
    rows = {row: table.row(row) for row in {*at.values()}}
    return {name: rows[row] for name, row in at.items() if rows[row][table.columns.index(name)] is not None}
