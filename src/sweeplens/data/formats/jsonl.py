"""JSON Lines: one record a line, under any name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.documents import Document, documents_in
from sweeplens.data.formats.encoding import decoded, is_text
from sweeplens.data.formats.rows import frame_of_records, related
from sweeplens.data.formats.unpack import content_of
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.text import plural

SUFFIXES = (".jsonl", ".ndjson", ".jsonlines")


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins with one JSON record a line: two of them, or one in a file named so."""
    if not is_text(head) or not head.lstrip().startswith(b"{"):
        return False
    lines = [line for line in decoded(head).data.split(b"\n") if line.strip()]
    if len(lines) > 1 and not lines[1].lstrip().startswith(b"{"):
        return False
    return (_is_record(lines[0]) and (len(lines) > 1 or path.suffix.lower() in SUFFIXES)) or len(lines[0]) == len(head)


def _is_record(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read(path: Path) -> tuple[Sheet, ...]:
    """The records of a file as tables, one for each kind of record; lines that are none are problems."""
    content = content_of(path)
    lines = decoded(content.data).data.decode("utf-8", "replace").split("\n")
    records: list[Mapping[str, Document]] = []
    bad: list[int] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            record = _record(line)
            bad.append(number) if record is None else records.append(record)
    problems = _problems(bad, len(lines), path)
    if not records:
        raise ReadError(f"{path.name} holds no whole JSON record.")
    frames = [frame_of_records(group) for group in related(records)]
    return (Sheet(frames[0], problems=problems), *map(Sheet, frames[1:]))


def _record(line: str) -> Mapping[str, Document] | None:
    try:
        documents = list(documents_in(line))
    except ValueError:
        return None
    return documents[0] if len(documents) == 1 and isinstance(documents[0], Mapping) else None


def _problems(bad: list[int], last: int, path: Path) -> tuple[Problem, ...]:
    """What was wrong: a half-written last line is noted, any other line that is no record is a problem."""
    notes = ()
    if bad and bad[-1] == last:
        notes = (Problem(path.name, "The last line is not whole yet.", "it was left out", last, "note"),)
        bad = bad[:-1]
    if not bad:
        return notes
    sentence = f"{plural(len(bad), 'line')} from line {bad[0]} on hold no JSON record."
    return (*notes, Problem(path.name, sentence, "they were left out", bad[0]))


FORMAT = Format("JSON Lines", SUFFIXES, recognises, read)
