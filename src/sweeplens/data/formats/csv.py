"""Delimited text: comma, semicolon, tab, bar or blanks, in any encoding, with whatever stands around the table."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from pathlib import Path

from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.dialect import SAMPLE_BYTES, SAMPLE_RECORDS, Dialect, dialect_of, score
from sweeplens.data.formats.encoding import Decoded, decoded, is_text
from sweeplens.data.formats.endings import ends_well
from sweeplens.data.formats.grid import Grid, frame_of, sheet_of
from sweeplens.data.formats.heads import Head, head_of
from sweeplens.data.formats.records import Records, records_of
from sweeplens.data.formats.unpack import Content, content_of
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".dat", ".log", ".out", "")
_HEAD_ROWS = 40
_MOSTLY = 0.9


@dataclass(frozen=True, eq=False)
class Table:
    """A delimited text taken apart, before its rows are parsed."""

    data: bytes
    """UTF-8, line ends as `\\n` or `\\r\\n`."""
    dialect: Dialect
    records: Records
    head: Head
    problems: tuple[Problem, ...]

    @property
    def body(self) -> Records:
        """The records below the head."""
        return self.records.kept(slice(self.head.rows, None))


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file that begins with `head` is a table as text.

    A file named `.csv` or `.tsv` is, when it is text at all; under another name the text has to look like a table:
    nearly all lines of one length, and numbers in them.
    """
    if not is_text(head) or not head.strip():
        return False
    suffix = _suffix(path)
    if suffix in (".csv", ".tsv", ".tab"):
        return True
    return suffix in SUFFIXES and _looks_like_table(decoded(head).data.decode("utf-8", "replace"), suffix)


def _looks_like_table(sample: str, suffix: str) -> bool:
    lines = [line for line in _lined(sample.encode()).decode().split("\n")[:SAMPLE_RECORDS] if line.strip()]
    dialect = dialect_of("\n".join(lines), suffix)
    fields = [field for row in dialect.rows(line + "\n" for line in lines[1:]) for field in row]
    numbers = sum(bool(re.fullmatch(r"[-+.,\d]*\d[-+.,\deE%]*|nan|", field.strip())) for field in fields)
    return len(lines) > 1 and score(dialect, [line + "\n" for line in lines]) > _MOSTLY and 4 * numbers >= len(fields)


def read(path: Path) -> tuple[Sheet, ...]:
    """The table in a file of delimited text; `ReadError` where there is none.

    A last line without a line end counts when it cannot be half a line; see `endings`.
    """
    table = taken_apart(content_of(path), path)
    body = table.body
    grid = Grid(_parsed(table, body), body.fields, body.lines)
    sheet = sheet_of(grid, table.head, path, table.dialect.separator)
    return (replace(sheet, problems=(*table.problems, *sheet.problems)),)


def taken_apart(content: Content, path: Path) -> Table:
    """Encoding, dialect, records and head of a delimited text."""
    text = decoded(content.data)
    data = _lined(text.data)
    if not data.strip():
        raise ReadError(f"{path.name} is empty.")
    dialect = dialect_of(data[:SAMPLE_BYTES].decode("utf-8", "replace"), _suffix(path))
    if dialect.collapses:
        data = _with_tabs(data)
    data = data if b"sep=" not in data[:8] else data[data.find(b"\n") + 1 :]
    records = records_of(data, dialect.separator, dialect.quote)
    problems = _encoding_problems(text, path)
    if content.is_cut or not ends_well(data, records, dialect, path):
        records = records.kept(slice(None, -1)) if data[-1:] != b"\n" else records
        problems = (*problems, Problem(path.name, "The last line has no end.", "it was left out", level="note"))
    if not len(records):
        raise ReadError(f"{path.name} holds no whole line yet.")
    return Table(data, dialect, records, _head(data, dialect, records), problems)


def _suffix(path: Path) -> str:
    """The suffix that says what is inside: `.csv` of `a.csv.gz`."""
    name = re.sub(r"\.(?:gz|zst|zstd|xz|bz2)$", "", path.name.lower())
    return Path(name).suffix


def _lined(data: bytes) -> bytes:
    """Line ends of old Macs as everybody else's, and no zero bytes, which a crashed machine leaves behind."""
    data = data.replace(b"\0", b"") if b"\0" in data else data
    return data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data


def _with_tabs(data: bytes) -> bytes:
    return re.sub(rb"(?m)^[ \t]+|[ \t]+(?=\r?$)", b"", re.sub(rb"[ \t]+", b"\t", data))


def _encoding_problems(text: Decoded, path: Path) -> tuple[Problem, ...]:
    if text.damaged:
        sentence = f"{text.damaged} characters are not valid {text.encoding}."
        return (Problem(path.name, sentence, "they are shown as \ufffd"),)
    if text.encoding != "utf-8":
        return (Problem(path.name, f"The file is not UTF-8; it was read as {text.encoding}.", level="note"),)
    return ()


def _head(data: bytes, dialect: Dialect, records: Records) -> Head:
    texts = records.texts(data, _HEAD_ROWS)
    head = head_of([next(dialect.rows([text]), []) for text in texts])
    return head


def _parsed(table: Table, body: Records) -> pl.DataFrame:
    """The rows below the head as strings; polars parses them, the standard library what polars refuses."""
    width = len(table.head.names)
    text = body.joined(table.data)
    if body.is_sound and not table.dialect.escape and not table.dialect.pads:
        frame = _fast(text, table.dialect, width)
        if frame is not None and frame.height == len(body):
            return frame
    return frame_of(table.dialect.rows(io.StringIO(text.decode("utf-8", "replace"), newline="")), width)


def _fast(text: bytes, dialect: Dialect, width: int) -> pl.DataFrame | None:
    names = [f"c{at}" for at in range(width)]
    header = dialect.separator.join(names).encode() + b"\n"
    try:
        return pl.read_csv(
            header + text,
            separator=dialect.separator,
            quote_char=dialect.quote or None,
            infer_schema=False,
            truncate_ragged_lines=True,
            glob=False,
        )
    except pl.exceptions.PolarsError:
        return None


FORMAT = Format("delimited text", SUFFIXES[:-1], recognises, read)
