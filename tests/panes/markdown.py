"""Reading tables back out of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.export import EXPORTERS, Options
from sweeplens.figures import Figure

MarkdownTable = list[list[str]]
"""Head and rows, without the rule between them."""


def markdown_of(figure: Figure) -> str:
    exporter = next(exporter for exporter in EXPORTERS if exporter.name == "markdown")
    written = exporter.write(figure, Options())
    return written if isinstance(written, str) else written.decode()


def tables_by_heading(text: str) -> dict[str, list[MarkdownTable]]:
    """The tables under each heading."""
    found: dict[str, list[MarkdownTable]] = {"": []}
    heading = ""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("#"):
            heading = line.lstrip("# ")
            found[heading] = []
        elif line.startswith("|") and not (at and lines[at - 1].startswith("|")):
            found[heading].append(list(_rows(lines[at:])))
    return found


def table_in(text: str) -> MarkdownTable:
    return list(_rows(text.splitlines()))


def _rows(lines: Sequence[str]) -> Iterator[list[str]]:
    for line in lines:
        if not line.startswith("|"):
            return
        fields = [field.strip() for field in line.strip().strip("|").split("|")]
        if not all(set(field) <= set("-: ") for field in fields):
            yield fields
