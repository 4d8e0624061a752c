"""Which line of a table's body holds what: rows, the titles of its sections between them, its captions below."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby

from sweeplens.figures import Table

BETWEEN = 2
"""Lines from one section's last row to the next one's first: a blank one and the title."""


@dataclass(frozen=True)
class Section:
    """Rows that stand together under a title."""

    title: str
    start: int
    stop: int
    """One past its last row."""
    line: int
    """The line of its first row."""


@dataclass(frozen=True)
class Body:
    """The lines below a table's head; the first section's title stands above the head and takes none."""

    sections: tuple[Section, ...]
    captions: tuple[str, ...] = ()
    """What stands below the rows, line by line, a blank line before it."""

    @property
    def height(self) -> int:
        """How many lines there are."""
        return self._rows_height + (len(self.captions) + 1 if self.captions else 0)

    @property
    def _rows_height(self) -> int:
        last = self.sections[-1]
        return last.line + last.stop - last.start

    def caption_at(self, line: int) -> str:
        """The line of the captions on `line`; empty where there is none."""
        at = line - self._rows_height - 1
        return self.captions[at] if 0 <= at < len(self.captions) else ""

    def row_at(self, line: int) -> int | None:
        """The row on `line`; None on a blank line, on a title, and beyond the end."""
        section = self.section_at(line)
        row = section.start + line - section.line
        return row if section.start <= row < section.stop else None

    def title_at(self, line: int) -> str:
        """The title on `line`; empty where there is none."""
        at = next((s for s in self.sections[1:] if s.line == line + 1), None) if line >= 0 else None
        return at.title if at else ""

    def section_at(self, line: int) -> Section:
        """The section to which `line` belongs; the first one above all."""
        return self.sections[max(bisect_right(self.sections, line, key=lambda section: section.line) - 1, 0)]

    def line_of(self, row: int) -> int:
        """The line of `row`."""
        section = self.section_of(row)
        return section.line + row - section.start

    def section_of(self, row: int) -> Section:
        """The section that holds `row`."""
        return self.sections[max(bisect_right(self.sections, row, key=lambda section: section.start) - 1, 0)]


def body_of(table: Table) -> Body:
    """The lines of `table`: one section a run of equal values in its section column, one in all where it has none."""
    if not table.section or not len(table.rows):
        return Body((Section(table.title, 0, len(table.rows), 0),))
    sections: list[Section] = []
    start = line = 0
    for value, run in groupby(table.rows.column(table.index(table.section))):
        stop = start + sum(1 for _ in run)
        sections.append(Section(table.section_titles.get(str(value), str(value)), start, stop, line))
        line, start = line + stop - start + BETWEEN, stop
    return Body(tuple(sections))
