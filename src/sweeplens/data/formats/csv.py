"""Delimited text: comma, semicolon, tab, bar or blanks, in any encoding, with whatever stands around the table."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.formats import notes
from sweeplens.data.formats.base import Format, Sheet, Survey
from sweeplens.data.formats.dialect import Dialect, as_tabs, dialect_of, score, table_lines
from sweeplens.data.formats.encoding import Decoded, decoded, is_text
from sweeplens.data.formats.endings import is_whole, unfinished
from sweeplens.data.formats.grid import sheet_of
from sweeplens.data.formats.heads import LOOKED_AT, Head, head_of
from sweeplens.data.formats.parsing import parsed
from sweeplens.data.formats.records import Records, records_of
from sweeplens.data.formats.unpack import HEAD, PACKED_SUFFIXES, Content, content_of
from sweeplens.data.numerals import is_number
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.text import plural

if TYPE_CHECKING:
    from sweeplens.data.formats.records import Mask

SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".dat", ".log", ".out")
_TABLES = (".csv", ".tsv", ".tab")
"""Names under which any text is taken for a table."""
_MARKUP = (b"<!doctype", b"<html", b"<?xml")
_SETTING = re.compile(r"\s*[\w./\- ]+\s?[:=]\s")
"""A line that gives a name a value."""
_TABULAR = 0.85
"""The score that text under another name has to reach."""


@dataclass(frozen=True, eq=False)
class Parts:
    """A delimited text taken apart, before its rows are parsed."""

    data: bytes
    """UTF-8, with line ends as `\\n` or `\\r\\n`."""
    dialect: Dialect
    head: Head
    records: Records
    body: Records
    """The records below the head, without comments and repetitions of it."""
    problems: tuple[Problem, ...] = ()

    @property
    def head_line(self) -> bytes:
        """The last line of the head as it is written; empty where the first record is data."""
        at = self.head.rows - 1
        is_there = at >= 0 and self.head.has_names
        return self.data[int(self.records.starts[at]) : int(self.records.ends[at])] if is_there else b""


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file that begins with `head` is a table as text.

    A file named `.csv` or `.tsv` is when it is text at all; under another name the text has to look like a table:
    nearly all lines of one length, and numbers in them.
    """
    if not is_text(head) or not head.strip() or head.lstrip().lower().startswith(_MARKUP):
        return False
    suffix = suffix_of(path)
    if suffix in _TABLES:
        return True
    return suffix in (*SUFFIXES, "") and _looks_like_table(sample_of(_lined(decoded(head).data)), suffix)


def _looks_like_table(sample: str, suffix: str) -> bool:
    dialect, lines = dialect_of(sample, suffix), table_lines(sample)
    fields = [field for row in dialect.rows(map(as_tabs, lines) if dialect.collapses else lines) for field in row]
    numbers = sum(map(is_number, fields))
    if all(map(_SETTING.match, lines)):
        return False
    return len(lines) > 1 and score(dialect, lines) > _TABULAR and 4 * numbers >= len(fields)


def read(path: Path) -> tuple[Sheet, ...]:
    """The table in a file of delimited text; `ReadError` where there is none.

    A last line without a line end counts where it cannot be half a line (see `endings`).
    """
    return (sheet_in(taken_apart(content_of(path), path), path),)


def sheet_in(parts: Parts, path: Path) -> Sheet:
    """The table that a text makes, with what was wrong with it."""
    grid = parsed(parts.data, parts.body, parts.dialect, len(parts.head.names))
    sheet = sheet_of(grid, parts.head, path, parts.dialect.separator)
    return replace(sheet, problems=(*parts.problems, *sheet.problems))


def taken_apart(content: Content, path: Path) -> Parts:
    """Encoding, dialect, head and records of a delimited text; `ReadError` where it holds no whole line."""
    text = decoded(content.data)
    data = _lined(text.data)
    dialect = dialect_of(sample_of(data), suffix_of(path))
    if dialect.collapses:
        data = as_tabs(data.decode()).encode()
    data = data[data.find(b"\n") + 1 :] if data[:4].lower() == b"sep=" else data
    records = records_of(data, dialect.separator, dialect.quote)
    problems = (*content.problems(path), *_encoding_problems(text, path))
    if not is_whole(data, records, dialect, content, path):
        records = records.without_last()
        problems = (*problems, unfinished(path))
    if not len(records):
        raise ReadError(f"{path.name} holds no whole line.")
    head = head_of([dialect.fields(records.text(data, at)) for at in range(min(LOOKED_AT, len(records)))])
    parts = Parts(data, dialect, head, records, records.kept(slice(head.rows, None)), problems)
    return _without_remarks(parts, path)


def sample_of(data: bytes) -> str:
    """The beginning of a text, up to the last whole line where it is longer than that."""
    start = data[:HEAD]
    if len(data) >= HEAD and b"\n" in start:
        start = start[: start.rfind(b"\n") + 1]
    return start.decode("utf-8", "replace")


def suffix_of(path: Path) -> str:
    """The suffix that says what is inside: `.csv` of `a.csv.gz`."""
    bare = path.with_suffix("") if path.suffix.lower() in PACKED_SUFFIXES else path
    return bare.suffix.lower()


def _lined(data: bytes) -> bytes:
    """Line ends of old Macs and of doubled translation as everybody else's, and no zero bytes, which a crash leaves."""
    data = data.replace(b"\0", b"") if b"\0" in data else data
    data = data.replace(b"\r\r\n", b"\n") if b"\r\r\n" in data else data
    return data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data


def _encoding_problems(text: Decoded, path: Path) -> tuple[Problem, ...]:
    if text.damaged:
        sentence = f"{plural(text.damaged, 'character')} cannot be read as {text.encoding}."
        return (Problem(path.name, sentence, "shown as \ufffd"),)
    if text.encoding != "utf-8":
        return (notes.note(path, f"The file is not UTF-8; it was read as {text.encoding}."),)
    return ()


def _without_remarks(parts: Parts, path: Path) -> Parts:
    """The text without comments between its rows and without the head written once more."""
    comments, again = remarks_in(parts.data, parts.body, parts.head, parts.head_line)
    kinds = ((comments, notes.comments), (again, notes.repeated_heads))
    told = (tell(int(which.sum()), int(parts.body.lines[which][0]), path) for which, tell in kinds if which.any())
    return replace(parts, body=parts.body.kept(~(comments | again)), problems=(*parts.problems, *told))


def remarks_in(data: bytes, body: Records, head: Head, line: bytes) -> tuple[Mask, Mask]:
    """Which records are comments, and which are the head once more, whose last line is `line`."""
    comments: Mask = body.begin_with_hash(data) & (body.fields != len(head.names))
    return comments, body.are(data, line) & ~comments & bool(line)


def survey(path: Path) -> Survey | None:
    """The table in a large text; None where it has to be read whole (see `surveying`)."""
    from sweeplens.data.formats.surveying import surveyed

    return surveyed(path)


FORMAT = Format("delimited text", SUFFIXES, recognises, read, survey)
