"""`report.md`: what an author has written about a collection."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sweeplens.data.briefpaths import is_inside
from sweeplens.data.formats.encoding import decoded, is_text
from sweeplens.data.formats.unpack import HEAD, opened
from sweeplens.errors import ReadError

REPORT = "report.md"
LARGEST = 1 << 19
"""Bytes of a report that are read: more than anybody writes by hand."""


@dataclass(frozen=True)
class WrittenText:
    """The text of a report."""

    text: str
    is_cut: bool = False
    """Whether it goes on: what is here ends with the last whole line of the first half megabyte."""


def written_at(folder: Path) -> WrittenText | None:
    """The report beside a collection's data; None where there is none.

    Raises `ReadError` with one sentence where it cannot be read, holds no text, or lies outside the collection.
    """
    path = folder / REPORT
    if not path.is_file():
        return None
    if not is_inside(folder, REPORT):
        raise ReadError(f"{REPORT} lies outside the collection, and was not followed.")
    with opened(path) as file:
        data = file.read(LARGEST + 1)
    if not is_text(data[:HEAD]):
        raise ReadError(f"{REPORT} holds no text.")
    whole = data if len(data) <= LARGEST else data[: data.rfind(b"\n", 0, LARGEST) + 1] or data[:LARGEST]
    text = decoded(whole).data.decode("utf-8", "replace")
    return WrittenText(text.replace("\r\n", "\n"), is_cut=len(data) > LARGEST)
