"""What is told of a text that is not quite a table, in one sentence each, with what was done about it."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.formats.decimals import Commas
from sweeplens.data.problems import Problem
from sweeplens.text import plural


def comments(count: int, line: int, path: Path) -> Problem:
    """Of comments between the rows, the first of them in `line`."""
    return note(path, f"{plural(count, 'comment')} between the rows.", "left out", line)


def repeated_heads(count: int, line: int, path: Path) -> Problem:
    """Of heads that are written once more between the rows."""
    said = plural(count, "repetition of the head", "repetitions of the head")
    return note(path, f"{said} between the rows.", "left out", line)


def long_rows(count: int, line: int, path: Path) -> Problem:
    """Of rows with more fields than the table has columns."""
    return _ragged(count, "more", "the fields beyond the last column were left out", line, path)


def short_rows(count: int, line: int, path: Path) -> Problem:
    """Of rows with fewer fields than the table has columns."""
    return _ragged(count, "fewer", "the missing ones are empty", line, path)


def _ragged(count: int, kind: str, done: str, line: int, path: Path) -> Problem:
    verb = "has" if count == 1 else "have"
    return Problem(path.name, f"{plural(count, 'row')} {verb} {kind} fields than the table has columns.", done, line)


def summaries(count: int, line: int, path: Path) -> Problem:
    """Of rows that sum up others."""
    sentence = f"{plural(count, 'row')} {'sums' if count == 1 else 'sum'} up the others."
    return note(path, sentence, "it was left out" if count == 1 else "they were left out", line)


def empty_columns(count: int, path: Path) -> Problem:
    """Of nameless columns without a field, which spreadsheets write."""
    return note(path, f"{plural(count, 'column')} without name and content.", "left out")


def of_commas(commas: Commas, path: Path) -> list[Problem]:
    """Of decimal commas, and of those that may be none."""
    told = []
    if commas.decimal:
        sentence = f"{plural(len(commas.decimal), 'column')} with decimal commas."
        told.append(note(path, sentence, "they are read as points"))
    for name, field in commas.doubtful.items():
        sentence = f"The commas in {name} may stand before decimals or part thousands, and no field says which."
        read_as = field.replace(",", "." if name in commas.decimal else "")
        told.append(note(path, sentence, f"{field} is read as {read_as}"))
    return told


def note(path: Path, sentence: str, done: str = "", line: int | None = None) -> Problem:
    """What is worth saying of a file and no fault of it."""
    return Problem(path.name, sentence, done, line, "note")
