"""The commands that look at a place as a whole: ls, check and init."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from sweeplens.cli import answers
from sweeplens.cli.asking import PATH
from sweeplens.cli.console import Exit, emit, narrate
from sweeplens.cli.decorators import with_options
from sweeplens.cli.options import AS_INFERRED, OUTPUT_OPTIONS, output_of
from sweeplens.data.collection import Collection, Status
from sweeplens.data.draft import draft_brief
from sweeplens.errors import UsageError
from sweeplens.figures import Column, Media, Table, Value, table_of
from sweeplens.panes.artifacts import artifact_problems
from sweeplens.text import age, plural, visible

COUNTED = (Status.COMPLETE, Status.INCOMPLETE, Status.DIVERGED, Status.MISSING, Status.UNEXPECTED)


def listing(collections: list[Collection], now: float) -> Table:
    """One row a collection: how many cells of each status, and how old its newest file is."""
    columns = (
        Column("collection", kind="level", is_key=True),
        Column("path", kind="text"),
        Column("expected", kind="integer"),
        *(Column(status.value, kind="integer") for status in COUNTED),
        Column("age", kind="text", media=Media.SCREEN | Media.DOCUMENT),
    )
    return table_of("Collections", columns, [_row(collection, now) for collection in collections])


def _row(collection: Collection, now: float) -> tuple[Value, ...]:
    counts = (collection.counts[status] for status in COUNTED)
    old = age(now - collection.modified) if collection.modified else ""
    return (collection.name, str(collection.path), collection.expected_cells, *counts, old)


def _list(path: Path, **asked: Any) -> None:
    answers.write(listing(answers.loaded(path, asked["as_inferred"]), time.time()), output_of(asked))


ls = click.command("ls", help="List the collections below PATH with their state, cells and age.")(
    with_options((PATH, AS_INFERRED, *OUTPUT_OPTIONS), _list)
)


@click.command("check", help="Print the problems of the collections at PATH; exit 3 where there are any.")
@PATH
@AS_INFERRED
def check(path: Path, as_inferred: bool) -> int:
    """The exit code: 3 where a collection has problems."""
    found = 0
    for collection in answers.loaded(path, as_inferred):
        problems = (*collection.problems, *artifact_problems(collection))
        for problem in problems:
            emit(visible(f"{collection.name}: {problem.level}: {problem}"))
        faults = sum(problem.level == "problem" for problem in problems)
        narrate(f"{collection.name}: {plural(faults, 'problem') if faults else 'no problems'}.")
        found += faults
    return Exit.PROBLEMS if found else Exit.DONE


@click.command("init", help="Print a draft of a brief.yaml for the collection at PATH, from what was inferred.")
@PATH
@AS_INFERRED
def init(path: Path, as_inferred: bool) -> None:
    """Print the draft; it is written nowhere."""
    collections = answers.loaded(path, as_inferred)
    if len(collections) > 1:
        names = ", ".join(collection.name for collection in collections[:5])
        raise UsageError(f"{path} holds {len(collections)} collections ({names}...); name one of them.")
    emit(draft_brief(collections[0]))
