"""Delimited texts too large for memory, as lazy frames."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sweeplens.data.formats.csv import Parts, taken_apart
from sweeplens.data.formats.decimals import comma_columns
from sweeplens.data.formats.dialect import Dialect
from sweeplens.data.formats.encoding import decoded, is_text
from sweeplens.data.formats.endings import is_quiet
from sweeplens.data.formats.parsing import parsed
from sweeplens.data.formats.unpack import HEAD, Content, is_packed, start_of
from sweeplens.data.values import number_of
from sweeplens.lazy import np, pl

_CHUNK = 16 * 1024**2
_FRESH_SECONDS = 60.0
"""A file changed within this time may be growing."""


@dataclass(frozen=True, eq=False)
class Plan:
    """How polars reads a delimited text as it stands."""

    names: tuple[str, ...]
    dialect: Dialect
    skip: int
    """Lines above the first row."""
    odd: frozenset[str]
    """The columns whose numbers are written in some way that a plain cast does not read."""

    def rows(self, source: Path | BinaryIO, most: int | None = None, skip: int = 0) -> pl.LazyFrame:
        """The rows of a text as strings, at most the first `most`, without those in which nothing stands."""
        lazy = pl.scan_csv(
            source,
            separator=self.dialect.separator,
            quote_char=self.dialect.quote or None,
            has_header=False,
            skip_lines=skip,
            schema=dict.fromkeys(self.names, pl.String),
            n_rows=most,
            truncate_ragged_lines=True,
            encoding="utf8-lossy",
            glob=False,
        )
        return lazy.filter(~pl.all_horizontal(pl.all().is_null()))

    def text(self, name: str) -> pl.Expr:
        """A column without blanks around what stands in it; null where nothing does."""
        stripped = pl.col(name).str.strip_chars()
        return pl.when(stripped != "").then(stripped).alias(name)

    def number(self, name: str) -> pl.Expr:
        """The numbers in a column of text."""
        text = pl.col(name).str.strip_chars()
        return number_of(text).alias(name) if name in self.odd else text.cast(pl.Float64, strict=False)


def scanned(path: Path, keys: tuple[str, ...], most: int | None = None) -> pl.LazyFrame | None:
    """The table in a large text: the columns named `keys` as strings, all others as Float64; `most` first rows of it.

    None where polars cannot read it as it stands (see `plan_of`). Half-written lines are left out; summary rows and
    repeated heads, unlike in `read`, are not.
    """
    plan = plan_of(path)
    if plan is None:
        return None
    rows = plan.rows(path, _whole_rows(path, plan) if most is None else most, plan.skip)
    return rows.select(plan.text(name) if name in keys else plan.number(name) for name in plan.names)


def plan_of(path: Path) -> Plan | None:
    """How polars reads a large text; None where it cannot: packed, not UTF-8, with decimal commas or unusual quotes."""
    parts = _start(path)
    if parts is None or not _is_plain(parts):
        return None
    sample = _sample(parts)
    if comma_columns(sample, parts.dialect.separator):
        return None
    return Plan(parts.head.names, parts.dialect, int(parts.body.lines[0]) - 1, _odd_columns(sample))


def _start(path: Path) -> Parts | None:
    """The first 64 kB, up to the last line end; None where they are not plain UTF-8 text with line ends."""
    start = start_of(path)
    text = decoded(start)
    if (
        is_packed(path)
        or start[:4].lower() == b"sep="
        or not is_text(start)
        or text.encoding != "utf-8"
        or text.damaged
        or b"\n" not in start
    ):
        return None
    return taken_apart(Content(start[: start.rfind(b"\n") + 1]), path) if len(start) == HEAD else None


def _is_plain(parts: Parts) -> bool:
    widths = parts.body.fields
    simple = parts.dialect.is_plain and not parts.dialect.collapses
    return bool(simple and parts.body.is_sound and len(widths) and (widths == len(parts.head.names)).all())


def _sample(parts: Parts) -> pl.DataFrame:
    frame = parsed(parts.data, parts.body, parts.dialect, len(parts.head.names)).frame
    return frame.rename(dict(zip(frame.columns, parts.head.names, strict=True)))


def _odd_columns(sample: pl.DataFrame) -> frozenset[str]:
    plain = sample.select(pl.all().str.strip_chars().cast(pl.Float64, strict=False))
    return frozenset(name for name in sample.columns if plain[name].null_count() > sample[name].null_count())


def _whole_rows(path: Path, plan: Plan) -> int | None:
    """How many rows end with a line end; None where the file is finished, so that all of it is read."""
    with path.open("rb") as file:
        file.seek(-HEAD, 2)
        last = file.read().rpartition(b"\n")[2]
    is_old = abs(time.time() - path.stat().st_mtime) > _FRESH_SECONDS
    if is_last_row(last, path, plan) if last else is_old:
        return None
    with path.open("rb") as file:
        return whole_lines(file, plan.dialect.quote)[0] - plan.skip


def is_last_row(line: bytes, path: Path, plan: Plan) -> bool:
    """Whether a last line without an end is a row that nobody goes on writing."""
    return is_quiet(path) and len(plan.dialect.fields(line.decode("utf-8", "replace"))) == len(plan.names)


def whole_lines(text: BinaryIO, quote: str) -> tuple[int, int]:
    """How many line ends stand outside quotes, and where the text behind the last of them begins."""
    count, end, start, inside = 0, 0, 0, False
    while chunk := text.read(_CHUNK):
        signs = np.frombuffer(chunk, dtype=np.uint8)
        newlines = np.flatnonzero(signs == ord("\n"))
        quotes = np.flatnonzero(signs == ord(quote)) if quote else newlines[:0]
        outside = newlines[np.searchsorted(quotes, newlines) % 2 == inside]
        count += len(outside)
        end = start + int(outside[-1]) + 1 if len(outside) else end
        inside ^= len(quotes) % 2 == 1
        start += len(chunk)
    return count, end
