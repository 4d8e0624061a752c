"""From a path and a question to an answer that is written."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sweeplens.cli.console import emit, narrate
from sweeplens.cli.options import Output
from sweeplens.data.collection import Collection
from sweeplens.data.corrections import UserWord
from sweeplens.data.load import load_collection
from sweeplens.data.scan import collections_at
from sweeplens.data.selection import Selection
from sweeplens.errors import ExportError, ReadError, SweeplensError
from sweeplens.export import EXPORTERS, Options
from sweeplens.figures import Column, Document, Figure, Heading, Table, table_of
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.checking import check
from sweeplens.panes.provenance import Provenance, attributed, provenance
from sweeplens.render import render
from sweeplens.render.base import Look, Size
from sweeplens.render.terminal import ansi, colours_of, plain
from sweeplens.text import plural

AT_ONCE = 4
"""Collections that are read at the same time, so that a slow file system is not waited for one by one."""
CORRECTIONS_TOLD = 3
"""How many of a user's corrections are narrated; `corrections` prints all."""
DATA = ("csv", "tsv", "json")
"""Formats that are read by programs."""
PROBLEMS_TOLD = 3
"""How many of a collection's problems are narrated beside an answer; `check` prints all."""


def loaded(path: Path, as_inferred: bool = False) -> list[Collection]:
    """Every collection at `path`, what is corrected and what cannot be read narrated; `ReadError` where none can be.

    What the user keeps of them is left out where they are wanted as inferred.
    """
    said = UserWord(as_inferred=True) if as_inferred else None
    with ThreadPoolExecutor(AT_ONCE) as threads:
        read = list(threads.map(lambda place: _attempted(place.path, said), collections_at(path)))
    found = [collection for collection in read if isinstance(collection, Collection)]
    failures = [failure for failure in read if isinstance(failure, ReadError)]
    if not found:
        raise failures[0] if failures else ReadError(f"{path} holds nothing that can be read as a collection.")
    for failure in failures:
        narrate(str(failure))
    for collection in found:
        narrate_corrections(collection)
    return found


@dataclass(frozen=True, eq=False)
class Given:
    """An answer about a collection."""

    collection: Collection
    figure: Figure
    source: Provenance | None = None
    """Where it comes from; None for what is no pane's."""


def _attempted(path: Path, said: UserWord | None) -> Collection | ReadError:
    try:
        return load_collection(path, said=said)
    except ReadError as error:
        return error


def answers(pane: Pane, collections: Sequence[Collection], selection: Selection) -> list[Given]:
    """What `pane` answers about each collection; among several, one that cannot answer is narrated and left out."""
    given, failures = [], []
    for collection in collections:
        narrate_problems(collection)
        try:
            given.append(_answer(pane, Question(collection, selection)))
        except SweeplensError as error:
            failures.append((collection, error))
    if not given:
        raise failures[0][1]
    for collection, failure in failures:
        narrate(f"{collection.name}: {failure}")
    return given


def _answer(pane: Pane, question: Question) -> Given:
    """What `pane` answers; `UsageError` or `QueryError` where the question names what there is not."""
    check(pane, question)
    if not pane.is_finer and (said := question.asked.sentence("the runs")):
        narrate(f"{question.collection.name}: {said}")
    figure = pane.answer(question)
    source = provenance(pane, question, figure)
    return Given(question.collection, attributed(figure, source), source)


def narrate_corrections(collection: Collection) -> None:
    """What the user's own corrections make of a collection, in one line on stderr; nothing where there are none."""
    said = [f"{each.name}: {each.says}" for each in collection.corrections]
    if said:
        more = [f"{len(said) - CORRECTIONS_TOLD} more"] if len(said) > CORRECTIONS_TOLD else []
        told = ", ".join([*said[:CORRECTIONS_TOLD], *more])
        narrate(f"{collection.name}: as you said in {collection.said.file}, {told} (--as-inferred leaves it out).")


def narrate_problems(collection: Collection) -> None:
    """The first problems of a collection on stderr, and how many there are."""
    faults = [problem for problem in collection.problems if problem.level == "problem"]
    for problem in faults[:PROBLEMS_TOLD]:
        narrate(f"{collection.name}: {problem}")
    if len(faults) > PROBLEMS_TOLD:
        rest = plural(len(faults) - PROBLEMS_TOLD, "further problem")
        narrate(f"{collection.name}: {rest}; `sweeplens check` lists them.")


def together(given: Sequence[Given], output: Output) -> Figure:
    """The only answer; else a document of them, or in data formats one table led by `collection`."""
    if len(given) == 1:
        return given[0].figure
    if output.format in DATA:
        return joined([(each.collection.name, each.figure.as_table()) for each in given])
    blocks = [block for each in given for block in (Heading(each.collection.title), each.figure)]
    return Document("", tuple(blocks))


def joined(tables: Iterable[tuple[str, Table]]) -> Table:
    """The rows of all tables under the union of their columns, each led by its collection's name."""
    parts = list(tables)
    columns: dict[str, Column] = {c.name: c for _, table in parts for c in table.columns}
    rows = []
    for name, table in parts:
        place = [next((i for i, c in enumerate(table.columns) if c.name == wanted), None) for wanted in columns]
        rows += [(name, *(None if i is None else row[i] for i in place)) for row in table.rows.page(0, len(table.rows))]
    return table_of("", (Column("collection", kind="level", is_key=True), *columns.values()), rows)


def write_given(given: Sequence[Given], output: Output) -> None:
    """Print the answers, or put them into the file that was named."""
    sources = [each.source for each in given if each.source and output.provenance]
    for source in sources if output.format in ("csv", "tsv") else ():
        narrate(source.sentence)
    write(together(given, output), output, [source.fields for source in sources])


def write(figure: Figure, output: Output, sources: Sequence[Mapping[str, object]] = ()) -> None:
    """Print the figure, or put it into the file that was named; in JSON with where it comes from."""
    content = _content(figure, output, sources)
    if output.file is None:
        emit(content)
        return
    if output.file.exists() and not output.force:
        raise ExportError(f"{output.file} exists; name another file, or add --force.")
    data = content if isinstance(content, bytes) else content.encode()
    try:
        output.file.write_bytes(data if data.endswith(b"\n") else data + b"\n")
    except OSError as error:
        raise ExportError(f"{output.file} cannot be written: {error.strerror}.") from error
    narrate(f"Wrote {output.file} ({len(data):,} bytes).")


def _content(figure: Figure, output: Output, sources: Sequence[Mapping[str, object]]) -> str | bytes:
    if output.format == "table":
        return _drawn(figure, output)
    exporter = next(exporter for exporter in EXPORTERS if exporter.name == output.format)
    return exporter.write(figure, Options(output.precision, output.safe_csv, sources))


def _drawn(figure: Figure, output: Output) -> str:
    """The figure as the terminal shows it; as wide as the terminal, and whole where stdout is none."""
    on_terminal = output.file is None and sys.stdout.isatty()
    width = shutil.get_terminal_size((120, 40)).columns if on_terminal or "COLUMNS" in os.environ else 200
    colours = colours_of(os.environ) if on_terminal else 0
    look = Look(charset_of(output.charset), colours, precision=output.precision, as_document=True)
    lines = render(figure, Size(width), look)
    return ansi(lines, look.colours) if look.colours else plain(lines)


def charset_of(asked: str) -> str:
    """The glyphs to draw with: those asked for, else braille where stdout can encode it."""
    if asked != "auto":
        return asked
    try:
        "⣿█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "ascii"
    return "braille"
