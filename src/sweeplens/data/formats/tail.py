"""Texts that grow: what is written to them later is added to what was read, and not read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sweeplens.data.formats import csv, format_of, jsonl, read_sheets
from sweeplens.data.formats.base import Sheet
from sweeplens.data.formats.encoding import decoded
from sweeplens.data.formats.endings import is_quiet, is_unfinished, unfinished
from sweeplens.data.formats.place import Place, behind, place_behind
from sweeplens.data.formats.records import records_of
from sweeplens.data.formats.summaries import may_hold_summaries
from sweeplens.data.formats.unpack import Content, content_of
from sweeplens.data.signature import signature_of
from sweeplens.errors import ReadError
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Followed:
    """The tables in a file as far as it is written."""

    sheets: tuple[Sheet, ...]
    place: Place | None = None
    """None where the file is read anew when it changes."""
    parts: csv.Parts | None = None
    """How a delimited text is to be read, without the text itself; None for JSON Lines."""

    @property
    def is_settled(self) -> bool:
        """Whether the file means the same however long nobody writes to it: no half line of it may become whole."""
        return self.parts is None or not any(map(is_unfinished, self.sheets[0].problems))


def read_followed(path: Path) -> Followed:
    """The tables in a file, with what is needed to go on from its last line end. Raises as `read_sheets` does."""
    known = format_of(path)
    if known not in (csv.FORMAT, jsonl.FORMAT):
        return Followed(read_sheets(path))
    inode, content = signature_of(path).inode, content_of(path)
    if known is jsonl.FORMAT:
        sheets = jsonl.sheets_of(content, path)
        return Followed(sheets, _place(content, _end_of_records(content, sheets), inode))
    parts = csv.taken_apart(content, path)
    place = _place(content, _end_of_rows(content, parts), inode)
    none = parts.records.kept(slice(0, 0))
    return Followed((csv.sheet_in(parts, path),), place, replace(parts, data=b"", records=none, body=none))


def gone_on(path: Path, before: Followed) -> Followed | None:
    """What was read before with the whole lines that were added since; None where the file has to be read anew.

    That is so where it was replaced, cut or rewritten, where it is of a kind that cannot be added to, and where the
    lines mean something only with what stands before them. Raises `ReadError` where it cannot be read.
    """
    tail = behind(path, before.place) if before.place else None
    if before.place is None or tail is None:
        return None
    whole, rest = tail[: tail.rfind(b"\n") + 1], tail[tail.rfind(b"\n") + 1 :].strip()
    sheet = _with_rows(before, whole, path) if whole else before.sheets[0]
    if sheet is None or (rest and _may_be_whole(before, rest, path)):
        return None
    notes = [problem for problem in sheet.problems if not is_unfinished(problem)]
    notes += [unfinished(path)] if rest else []
    return replace(before, sheets=(replace(sheet, problems=tuple(notes)),), place=before.place.moved(whole))


def _place(content: Content, offset: int, inode: int) -> Place | None:
    """Where to go on reading a file that is not compressed, behind a line end; None where that is nowhere."""
    return None if offset <= 0 or content.is_packed else place_behind(content.data[:offset], inode)


def _end_of_rows(content: Content, parts: csv.Parts) -> int:
    """Where the line of the last row that was read ends in plain UTF-8; 0 where it has no end, or there is no row."""
    before = content.data.find(parts.data) if parts.dialect.is_plain and not parts.dialect.collapses else -1
    if before < 0 or not len(parts.body):
        return 0
    return content.data.find(b"\n", before + int(parts.body.ends[-1])) + 1


def _end_of_records(content: Content, sheets: tuple[Sheet, ...]) -> int:
    """Where the last line end stands; 0 where a record behind it was read, or the records are of several kinds."""
    offset = content.data.rfind(b"\n") + 1
    is_read = offset < len(content.data) and not any(map(is_unfinished, sheets[0].problems))
    return 0 if is_read or len(sheets) > 1 else offset


def _may_be_whole(before: Followed, rest: bytes, path: Path) -> bool:
    """Whether a last line without an end is a record all the same, or a row that nobody goes on writing."""
    return is_quiet(path) if before.parts is not None else jsonl.record_in(rest.decode("utf-8", "replace")) is not None


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
