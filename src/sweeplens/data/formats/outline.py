"""How a large delimited text is laid out, as its beginning shows, and its rows as a parser of plain text finds them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sweeplens.data.formats.csv import Parts, taken_apart
from sweeplens.data.formats.encoding import decoded, is_text
from sweeplens.data.formats.grid import tidied
from sweeplens.data.formats.pieces import Start
from sweeplens.data.formats.rows import Rows
from sweeplens.data.formats.unpack import Content, is_packed, start_of
from sweeplens.data.signature import signature_of
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Outline:
    """A text that a plain parser can read, as far as its beginning shows."""

    path: Path
    parts: Parts
    """Of the beginning."""
    start: Start
    """Of the first record below the head."""

    @property
    def marks(self) -> tuple[object, ...]:
        """What tells this text, read so, from others."""
        inode = signature_of(self.path).inode
        return str(self.path.resolve()), inode, self.parts.head, self.parts.dialect, self.start

    @property
    def rows(self) -> Rows:
        """How lines become rows, as far as the head says it."""
        head = self.parts.head_line.decode()
        fields = self.parts.dialect.fields(head) if head else []
        named = pl.Series([*fields, *[""] * len(self.parts.head.names)][: len(self.parts.head.names)])
        return Rows(self.parts.head.names, tuple(named.to_frame().select(tidied(pl.all())).to_series()) if head else ())

    def table(self, rows: Rows, lines: int) -> pl.LazyFrame:
        """The rows of the table in so many lines below the head."""
        found = pl.scan_csv(
            self.path,
            separator=self.parts.dialect.separator,
            quote_char=self.parts.dialect.quote or None,
            has_header=False,
            skip_lines=self.start.line - 1,
            schema=dict.fromkeys(rows.names, pl.String),
            n_rows=lines,
            truncate_ragged_lines=True,
            glob=False,
        )
        return rows.tabled(rows.tidied(found))


def outline_of(path: Path) -> Outline | None:
    """How a text is laid out; None where it is compressed, not UTF-8, without rows, or parted in an unusual way."""
    start = start_of(path)
    text = decoded(start)
    is_plain = is_text(start) and text.encoding == "utf-8" and not text.damaged and start[:4].lower() != b"sep="
    if not is_plain or is_packed(path) or b"\n" not in start:
        return None
    parts = taken_apart(Content(start[: start.rfind(b"\n") + 1]), path)
    if not parts.dialect.is_plain or parts.dialect.collapses or len(parts.records) <= parts.head.rows:
        return None
    first = parts.records.kept(slice(parts.head.rows, None))
    return Outline(path, parts, Start(len(start) - len(text.data) + int(first.starts[0]), int(first.lines[0])))
