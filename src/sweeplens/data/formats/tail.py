"""Files that grow: what is written to them later is added to what was read, and not read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sweeplens.data.formats import csv, format_of, jsonl
from sweeplens.data.formats.base import Sheet
from sweeplens.data.formats.encoding import decoded
from sweeplens.data.formats.records import records_of
from sweeplens.data.formats.summaries import may_hold_summaries
from sweeplens.data.formats.unpack import Content, content_of
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

_START = 4096
_MARK = 256


@dataclass(frozen=True)
class Place:
    """How far a file was read, and how to know it again."""

    offset: int
    """Behind the last line end that was read."""
    start: bytes
    """What the file begins with."""
    mark: bytes
    """What stands right before `offset`."""


@dataclass(frozen=True, eq=False)
class Followed:
    """The tables in a file as far as it is written."""

    sheets: tuple[Sheet, ...]
    signature: tuple[int, int, int]
    """The file's modification time in ns, its size and its inode."""
    place: Place | None = None
    """None where the file is read anew when it changes."""
    parts: csv.Parts | None = None
    """How a delimited text is to be read; None for JSON Lines."""


def follow(path: Path, before: Followed | None = None) -> Followed:
    """The tables in a file now; `before` itself where nothing was written to it since.

    Of a text that only grew, the new whole lines alone are read. A file that was replaced or rewritten, or is of a kind
    that cannot be added to, is read anew. Raises `ReadError` as `read_sheets` does.
    """
    signature = _signature(path)
    if before is None:
        return _read(path, signature)
    if before.signature == signature:
        return before
    return _grown(path, before, signature) or _read(path, signature)


def _signature(path: Path) -> tuple[int, int, int]:
    try:
        status = path.stat()
    except OSError as error:
        raise ReadError(f"{path.name} cannot be read: {error.strerror}.") from error
    return status.st_mtime_ns, status.st_size, status.st_ino


def _read(path: Path, signature: tuple[int, int, int]) -> Followed:
    """The file read whole, with what is needed to go on from its last line end."""
    known = format_of(path)
    if known is None:
        raise ReadError(f"{path.name} is in no format that holds a table.")
    content = content_of(path)
    if known is csv.FORMAT:
        parts = csv.taken_apart(content, path)
        sheets: tuple[Sheet, ...] = (csv.sheet_in(parts, path),)
        return Followed(sheets, signature, _place(content, _end_of_rows(content, parts)), parts)
    if known is jsonl.FORMAT:
        sheets = jsonl.sheets_in(content.data, path)
        return Followed(sheets, signature, _place(content, _end_of_records(content, sheets)))
    return Followed(known.read(path), signature)


def _place(content: Content, offset: int) -> Place | None:
    """Where to go on reading a file that is not compressed, behind a line end; None where that is nowhere."""
    if offset <= 0 or content.is_packed:
        return None
    return Place(offset, content.data[:_START], content.data[max(offset - _MARK, 0) : offset])


def _end_of_rows(content: Content, parts: csv.Parts) -> int:
    """Where the line of the last row that was read ends in plain UTF-8; 0 where it has no end, or there is no row."""
    is_plain = parts.dialect.is_plain and not parts.dialect.collapses and content.data.endswith(parts.data)
    if not is_plain or not len(parts.body):
        return 0
    before = len(content.data) - len(parts.data)
    return content.data.find(b"\n", before + int(parts.body.ends[-1])) + 1


def _end_of_records(content: Content, sheets: tuple[Sheet, ...]) -> int:
    """Where the last line end stands; 0 where a record behind it was read, or the records are of several kinds."""
    offset = content.data.rfind(b"\n") + 1
    is_read = offset < len(content.data) and not any(problem.level == "note" for problem in sheets[0].problems)
    return 0 if is_read or len(sheets) > 1 else offset


def _grown(path: Path, before: Followed, signature: tuple[int, int, int]) -> Followed | None:
    """What was read before with the lines added since; None where the file has to be read anew."""
    place = before.place
    if place is None or signature[1] < place.offset or signature[2] != before.signature[2]:
        return None
    tail = _tail(path, place)
    if tail is None:
        return None
    whole = tail[: tail.rfind(b"\n") + 1]
    sheet = _with_rows(before, whole, path) if whole else before.sheets[0]
    if sheet is None:
        return None
    moved = replace(place, offset=place.offset + len(whole), mark=(place.mark + whole)[-_MARK:])
    return replace(before, sheets=(sheet,), signature=signature, place=moved)


def _tail(path: Path, place: Place) -> bytes | None:
    """What stands behind a place; None where something else stands before it than did."""
    try:
        with path.open("rb") as file:
            start = file.read(len(place.start))
            file.seek(place.offset - len(place.mark))
            mark = file.read(len(place.mark))
            return file.read() if (start, mark) == (place.start, place.mark) else None
    except OSError as error:
        raise ReadError(f"{path.name} cannot be read: {error.strerror}.") from error


def _with_rows(before: Followed, lines: bytes, path: Path) -> Sheet | None:
    """The sheet with the rows of further lines; None where these cannot be understood without what stands before."""
    if decoded(lines).data != lines:
        return None
    old = before.sheets[0]
    added = _csv_rows(before.parts, lines, path) if before.parts is not None else _json_rows(lines, path)
    if added is None or (before.parts is None and _holds_lists(old.frame)):
        return None
    return replace(old, frame=pl.concat([old.frame, added], how="diagonal"))


def _csv_rows(parts: csv.Parts, lines: bytes, path: Path) -> pl.DataFrame | None:
    """The rows in further lines of a delimited text; None where anything about them is unusual."""
    records = records_of(lines, parts.dialect.separator, parts.dialect.quote)
    head = replace(parts.head, notes=())
    sheet = csv.sheet_in(replace(parts, data=lines, head=head, body=records, problems=()), path)
    named_again = pl.sum_horizontal(pl.col(name) == name for name in sheet.frame.columns) * 2 > sheet.frame.width
    if not records.is_sound or sheet.problems or sheet.frame.filter(named_again).height:
        return None
    return None if may_hold_summaries(sheet.frame) else sheet.frame


def _json_rows(lines: bytes, path: Path) -> pl.DataFrame | None:
    """The records in further lines of JSON; None where one is none, or holds lists, which may be columns."""
    try:
        sheets = jsonl.sheets_in(lines, path)
    except ReadError:
        return None
    is_usual = len(sheets) == 1 and not sheets[0].problems and not _holds_lists(sheets[0].frame)
    return sheets[0].frame if is_usual else None


def _holds_lists(frame: pl.DataFrame) -> bool:
    return bool(frame.select(pl.any_horizontal(pl.all().str.starts_with("[").any())).item())
