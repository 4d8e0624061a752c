"""Delimited texts too large for memory, as lazy frames."""

from __future__ import annotations

import time
from pathlib import Path

from sweeplens.data.formats.csv import Parts, taken_apart
from sweeplens.data.formats.decimals import comma_columns
from sweeplens.data.formats.encoding import decoded, is_text
from sweeplens.data.formats.endings import is_quiet
from sweeplens.data.formats.parsing import parsed
from sweeplens.data.formats.unpack import HEAD, Content, is_packed, start_of
from sweeplens.data.values import number_of
from sweeplens.lazy import np, pl

_CHUNK = 16 * 1024**2
_FRESH_SECONDS = 60.0
"""A file changed within this time may be growing."""


def scanned(path: Path, keys: tuple[str, ...]) -> pl.LazyFrame | None:
    """The table in a large text: the columns named `keys` as strings, all others as Float64.

    None where polars cannot read it as it stands: compressed, not UTF-8, with decimal commas or unusual quotes.
    Half-written lines are left out; summary rows and repeated heads, unlike in `read`, are not.
    """
    parts = _start(path)
    if parts is None or not _is_plain(parts):
        return None
    sample = _sample(parts)
    if comma_columns(sample, parts.dialect.separator):
        return None
    odd = _odd_columns(sample)
    lazy = pl.scan_csv(
        path,
        separator=parts.dialect.separator,
        quote_char=parts.dialect.quote or None,
        has_header=False,
        skip_lines=int(parts.body.lines[0]) - 1,
        schema=dict.fromkeys(parts.head.names, pl.String),
        n_rows=_whole_rows(path, parts),
        truncate_ragged_lines=True,
        encoding="utf8-lossy",
        glob=False,
    )
    return lazy.filter(~pl.all_horizontal(pl.all().is_null())).select(
        _text(name) if name in keys else _number(name, name in odd) for name in parts.head.names
    )


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


def _odd_columns(sample: pl.DataFrame) -> set[str]:
    """The columns whose numbers are written in some way that a plain cast does not read."""
    plain = sample.select(pl.all().str.strip_chars().cast(pl.Float64, strict=False))
    return {name for name in sample.columns if plain[name].null_count() > sample[name].null_count()}


def _text(name: str) -> pl.Expr:
    stripped = pl.col(name).str.strip_chars()
    return pl.when(stripped != "").then(stripped).alias(name)


def _number(name: str, is_odd: bool) -> pl.Expr:
    text = pl.col(name).str.strip_chars()
    return number_of(text).alias(name) if is_odd else text.cast(pl.Float64, strict=False)


def _whole_rows(path: Path, parts: Parts) -> int | None:
    """How many rows end with a line end; None where the file is finished, so that all of it is read."""
    with path.open("rb") as file:
        file.seek(-HEAD, 2)
        last = file.read().rpartition(b"\n")[2].decode("utf-8", "replace")
    is_last = is_quiet(path) and len(parts.dialect.fields(last)) == len(parts.head.names)
    is_old = abs(time.time() - path.stat().st_mtime) > _FRESH_SECONDS
    if is_last if last else is_old:
        return None
    return _records(path, parts.dialect.quote) - (int(parts.body.lines[0]) - 1)


def _records(path: Path, quote: str) -> int:
    """How many line ends stand outside quotes."""
    count, inside = 0, False
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            text = np.frombuffer(chunk, dtype=np.uint8)
            newlines = np.flatnonzero(text == ord("\n"))
            quotes = np.flatnonzero(text == ord(quote)) if quote else newlines[:0]
            count += int((np.searchsorted(quotes, newlines) % 2 == inside).sum())
            inside ^= len(quotes) % 2 == 1
    return count
