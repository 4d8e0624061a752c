"""What leaves the application: a figure in a format, in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sweeplens.errors import ExportError
from sweeplens.export import EXPORTERS, Options
from sweeplens.figures import Document, Figure
from sweeplens.panes import PANES
from sweeplens.panes.base import Question
from sweeplens.panes.provenance import attributed, provenance
from sweeplens.text import plural
from sweeplens.tui.answers import Answer, figure_of

WHATS = ("table", "pane", "report")
"""What can be written: the table alone, all that the pane shows, the results document."""


@dataclass(frozen=True)
class Export:
    """What a user wants written."""

    what: str
    """One of `WHATS`."""
    format: str
    """Name of an exporter."""
    file: Path


def exported(answer: Answer, what: str, format_: str) -> bytes:
    """One of `WHATS` of an answer in a format, ending with a line end; may raise `ExportError`.

    Documents say where it comes from; so does JSON, but for the table alone, which is the rows alone.
    """
    figure = _figure(what, answer)
    source = provenance(answer.pane, answer.question, figure)
    options = Options(provenance=() if what == "table" else [source.fields])
    exporter = next(exporter for exporter in EXPORTERS if exporter.name == format_)
    content = exporter.write(attributed(figure, source), options)
    return content.encode() if isinstance(content, str) else content


def copied(answer: Answer) -> str:
    """What is seen, as Markdown: a document whole, of another figure its table."""
    return exported(answer, "pane" if isinstance(answer.figure, Document) else "table", "markdown").decode()


def write(export: Export, answer: Answer) -> str:
    """Write the file, and return the sentence that says so; may raise `ExportError`."""
    data = exported(answer, export.what, export.format)
    try:
        export.file.write_bytes(data)
    except OSError as error:
        raise ExportError(f"{export.file} cannot be written: {error.strerror}.") from error
    return f"Wrote {export.file} ({plural(len(data), 'byte')})."


def _figure(what: str, answer: Answer) -> Figure:
    if what == "report":
        return _report(answer.question)
    return answer.figure if what == "pane" else answer.figure.as_table()


def _report(question: Question) -> Figure:
    """The results document about a question; `ExportError` where no pane makes one."""
    pane = next((pane for pane in PANES if pane.is_document), None)
    if pane is None:
        raise ExportError("There is no report to write.")
    return figure_of(pane, question)
