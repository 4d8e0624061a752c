"""Runs read from their files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sweeplens.data.layouts.contents import Content, curve_shape, document_content, table_content
from sweeplens.data.layouts.curves import read_tables
from sweeplens.data.layouts.documents import read_document
from sweeplens.data.layouts.events import events_curve, is_events, read_events
from sweeplens.data.layouts.merging import by_step_in_name, merged, shared_names
from sweeplens.data.layouts.run_files import RunFiles, holds
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.tfevents import Scalars
from sweeplens.data.layouts.walk import Tree, attempted
from sweeplens.data.problems import Problem
from sweeplens.data.steps import stepless_in
from sweeplens.text import plural

EVENTS = "events"
"""The kind of all event files of a run together, whose own names hold times and machines."""


@dataclass(frozen=True, eq=False)
class RunsRead:
    """Runs with what was read for them."""

    runs: tuple[Run, ...]
    files: tuple[str, ...]
    """The files that say something."""
    problems: tuple[Problem, ...]


def read_runs(tree: Tree, runs: Sequence[RunFiles]) -> RunsRead:
    """Every run with the settings, numbers and curves in its files; a run whose files say nothing has none."""
    kinds = {name: kind for run in runs for kind, name in run.files.items()}
    held = {name: holds(tree, name) for name in kinds}
    documents, unread = attempted(read_document, tree, (name for name, what in held.items() if what == "document"))
    tables, odd = read_tables(tree, (name for name, what in held.items() if what == "table"))
    scalars, damaged = read_events(tree, filter(is_events, kinds))
    curved = {name: shape for name, table in tables.items() if (shape := curve_shape(table))}
    stepless = [problem for name, shape in curved.items() for problem in stepless_in(tables[name], shape.step)]
    shapes = {kinds[name]: shape for name, shape in curved.items()}
    contents = {name: document_content(kinds[name], document) for name, document in documents.items()}
    contents |= {name: table_content(t, curved.get(name), shapes.get(kinds[name])) for name, t in tables.items()}
    saying = dict.fromkeys(name for name in kinds if name in contents and contents[name].says_something)
    by_kind = [
        {kind: contents[name] for kind, name in run.files.items() if name in saying} | _events(run, scalars)
        for run in runs
    ]
    by_kind = [by_step_in_name(own) for own in by_kind]
    shared = shared_names(by_kind)
    made = [_run(run.name, merged(own, shared)) for run, own in zip(runs, by_kind, strict=True)]
    problems = (*unread, *odd, *stepless, *damaged, *_left(contents))
    return RunsRead(tuple(made), (*saying, *scalars), problems)


def _left(contents: Mapping[str, Content]) -> Iterator[Problem]:
    """A note for each list that is neither curve nor number, once for all files that hold it."""
    files: dict[str, list[str]] = {}
    for name, content in contents.items():
        for key in content.left:
            files.setdefault(key, []).append(name)
    for key, names in files.items():
        others = f", as in {plural(len(names) - 1, 'other file')}" if len(names) > 1 else ""
        said = f"{key or 'The file'} holds {contents[names[0]].left[key]} that are neither curve nor result{others}."
        yield Problem(names[0], said, "left out", level="note")


def _events(run: RunFiles, scalars: Mapping[str, Scalars]) -> dict[str, Content]:
    """The curve of a run's event files, tags below their folder in the run; nothing where it has none."""
    files = [(kind, scalars[name]) for kind, name in run.files.items() if name in scalars]
    curve = events_curve((kind[: kind.rfind("/") + 1], found) for kind, found in files)
    return {} if curve is None else {EVENTS: Content(curves={"": curve})}


def _run(name: str, content: Content) -> Run:
    return Run(name, settings=content.settings, numbers=content.numbers, curves=content.curves)
