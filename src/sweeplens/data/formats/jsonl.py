"""JSON Lines: one record a line, under any name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.documents import documents_in
from sweeplens.data.formats.encoding import decoded, is_text
from sweeplens.data.formats.endings import unfinished
from sweeplens.data.formats.recordsets import Record, frame_of, kinds_of
from sweeplens.data.formats.unpack import Content, content_of
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.text import plural

SUFFIXES = (".jsonl", ".ndjson", ".jsonlines")


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins with one JSON record a line: two of them, or one in a file named so."""
    text = decoded(head).data if is_text(head) else b""
    lines = [line for line in text.split(b"\n") if line.strip()]
    if not lines or not lines[0].lstrip().startswith(b"{"):
        return False
    if path.suffix.lower() in SUFFIXES:
        return True
    if len(lines) == 1:
        return False
    return lines[1].lstrip().startswith(b"{") and record_in(lines[0].decode("utf-8", "replace")) is not None


def read(path: Path) -> tuple[Sheet, ...]:
    """The records of a file, one table for each kind of record; lines that are none are problems."""
    return sheets_of(content_of(path), path)


def sheets_of(content: Content, path: Path) -> tuple[Sheet, ...]:
    """The tables in a file of JSON Lines that holds this, with what there is to say of its packing."""
    main, *others = sheets_in(content.data, path)
    return (replace(main, problems=(*content.problems(path), *main.problems)), *others)


def sheets_in(data: bytes, path: Path) -> tuple[Sheet, ...]:
    """The tables in the bytes of a file of JSON Lines."""
    lines = decoded(data).data.decode("utf-8", "replace").split("\n")
    found = [(number, record_in(line)) for number, line in enumerate(lines, start=1) if line.strip()]
    records = [record for _, record in found if record is not None]
    bad = [number for number, record in found if record is None]
    if not records:
        raise ReadError(f"{path.name} holds no whole JSON record.")
    first, *others = (Sheet(frame_of(kind)) for kind in kinds_of(records))
    return (replace(first, problems=_problems(bad, len(lines), path)), *others)


def record_in(line: str) -> Record | None:
    """The one record that a line holds; None where it is not whole, is something else, or holds several."""
    try:
        documents = list(documents_in(line))
    except ValueError:
        return None
    return documents[0] if len(documents) == 1 and isinstance(documents[0], Mapping) and documents[0] else None


def _problems(bad: list[int], last: int, path: Path) -> tuple[Problem, ...]:
    """A half-written last line is worth a note; any other line that is no record is a problem."""
    notes: list[Problem] = []
    if last in bad:
        notes.append(unfinished(path, last))
    broken = [number for number in bad if number != last]
    if broken:
        verb = "holds" if len(broken) == 1 else "hold"
        sentence = f"{plural(len(broken), 'line')} {verb} no JSON record."
        notes.append(Problem(path.name, sentence, "left out", broken[0]))
    return tuple(notes)


FORMAT = Format("JSON Lines", SUFFIXES, recognises, read)
