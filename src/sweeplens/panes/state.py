"""Is the collection whole?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from sweeplens.data.collection import Cell, Collection, Status
from sweeplens.data.expectation import WHAT_IS_THERE
from sweeplens.data.keep import kept_cells
from sweeplens.data.problems import Problem
from sweeplens.figures import Block, Column, Document, Figure, Notice, Paragraph, Table, table_of
from sweeplens.lazy import pl
from sweeplens.panes.base import Pane, PaneView, Question, Section, chosen_view
from sweeplens.panes.columns import factor_column
from sweeplens.panes.early_ends import early_sentences
from sweeplens.panes.reading import files_table, reading_document
from sweeplens.panes.state_grid import state_grid
from sweeplens.text import plural

if TYPE_CHECKING:
    from sweeplens.panes.artifacts import Artifacts, Checked

SPARSEST = 4
"""A grid of more than so many combinations a run is no grid that someone meant to fill."""
LISTED = 200
"""Cells that are listed one by one; more are counted."""
ALWAYS = (Status.COMPLETE, Status.INCOMPLETE)
"""Statuses that a document names even where no cell has them."""


def answer(question: Question) -> Figure:
    """The counts with everything that is not whole; the files; or how all was read."""
    cells = kept_cells(question.collection, question.asked.where)
    view = chosen_view(question, PANE.id, VIEWS)
    if view == "problems":
        return _problems_table(_problems(question)) or Notice("Problems", ("Nothing stood in the way of reading.",))
    if view == "files":
        return files_table(question.collection, (question.view.title if question.view else "") or "Files")
    if view == "reading":
        return reading_document(question.collection)
    grid = state_grid(question.collection, cells)
    counts = _counts_table(cells, _statuses_named(cells))
    early = map(Paragraph, early_sentences(question))
    said = (_whole_sentence(question, cells), *_unplanned(question.collection), *early)
    blocks = (*said, *((grid,) if grid else ()), counts, *_not_whole(question, cells))
    return Document("Collection state", blocks, data=_counts_table(cells, tuple(Status)), grid=grid)


def _not_whole(question: Question, cells: Sequence[Cell]) -> Iterator[Block]:
    """What is not as it should be, with the reasons, and what the findings claim."""
    artifacts = _artifacts(question.collection)
    yield from _incomplete(question, cells)
    problems = _problems_table(_problems(question))
    if problems is not None:
        yield problems
    if artifacts.checked:
        yield _findings_table(artifacts.checked)
    if artifacts.text:
        yield Notice("Findings as written", tuple(artifacts.text.splitlines()))


def _whole_sentence(question: Question, cells: Sequence[Cell]) -> Paragraph:
    """`The collection has 12 expected cells: 12 have final metrics and 0 remain without final metrics.`"""
    expected = [cell for cell in cells if cell.status is not Status.UNEXPECTED]
    done = sum(cell.status is Status.COMPLETE for cell in expected)
    more = len(cells) - len(expected)
    total = question.collection.expected_cells
    is_part = len(cells) < len(question.collection.cells)
    of = f"The filter keeps {len(expected)} of {total}" if is_part else f"The collection has {total}"
    said = (
        f"{of} expected {_noun(total)}: {done} {_have(done)} final metrics and "
        f"{len(expected) - done} {'remains' if len(expected) - done == 1 else 'remain'} without final metrics."
    )
    return Paragraph(f"{said} {more} {_noun(more)} {'is' if more == 1 else 'are'} unexpected." if more else said)


def _unplanned(collection: Collection) -> Iterator[Block]:
    """Where nothing says what was planned: how much of a full grid is there, and how many runs are not finite."""
    if collection.expectation != WHAT_IS_THERE.why or not collection.factors:
        return
    runs = collection.runs.height
    full = prod(len(factor.levels) for factor in collection.factors if factor.splits_cells)
    grid = f": {plural(runs, 'run')} of a full grid of {full}" if runs < full <= SPARSEST * runs else ""
    odd = _not_finite(collection)
    spoilt = f" {plural(odd, 'run')} {'holds' if odd == 1 else 'hold'} NaN or Inf." if odd else ""
    yield Paragraph(f"Nothing says what was planned, so what is there counts as expected{grid}.{spoilt}")


def _not_finite(collection: Collection) -> int:
    """How many runs hold NaN or Inf in some metric."""
    metrics = collection.runs.select(metric.name for metric in collection.metrics)
    if not metrics.width:
        return 0
    odd = pl.any_horizontal((pl.all().is_nan() | pl.all().is_infinite()).fill_null(False))
    return int(metrics.select(odd.sum()).item())


def _noun(count: int) -> str:
    return "cell" if count == 1 else "cells"


def _have(count: int) -> str:
    return "has" if count == 1 else "have"


def _statuses_named(cells: Sequence[Cell]) -> tuple[Status, ...]:
    """Those that a document always names, then those that occur."""
    present = {cell.status for cell in cells}
    return (*ALWAYS, *(status for status in Status if status in present and status not in ALWAYS))


def _counts_table(cells: Sequence[Cell], statuses: Sequence[Status]) -> Table:
    columns = (Column("status", kind="status", is_key=True), Column("cells", kind="integer"))
    rows = [(status.value, sum(cell.status is status for cell in cells)) for status in statuses]
    return table_of("Cells by status", columns, rows)


def _incomplete(question: Question, cells: Sequence[Cell]) -> Iterator[Block]:
    """The cells that are not complete, each with the reason."""
    odd = [cell for cell in cells if cell.status is not Status.COMPLETE]
    if not odd:
        return
    columns = (
        *map(factor_column, question.collection.cell_factors),
        Column("status", kind="status"),
        Column("runs", kind="text"),
        Column("why", kind="text", wraps=True),
    )
    rows = [(*cell.levels, cell.status.value, f"{len(cell.runs)}/{cell.expected_runs}", cell.why) for cell in odd]
    captions = (f"{LISTED} of {len(odd)} cells.",) if len(odd) > LISTED else ()
    yield table_of("Cells that are not complete", columns, rows[:LISTED], captions=captions)


def _problems(question: Question) -> tuple[Problem, ...]:
    return (*question.collection.problems, *_artifacts(question.collection).problems)


def _artifacts(collection: Collection) -> Artifacts:
    from sweeplens.panes.artifacts import artifacts_of  # every reader of files, which the first paint does without

    return artifacts_of(collection)


def _problems_table(problems: Sequence[Problem]) -> Table | None:
    """Faults first, then what is worth saying."""
    if not problems:
        return None
    columns = (
        Column("file", kind="level", is_key=True),
        Column("line", kind="integer"),
        Column("level", kind="text"),
        Column("what", kind="text", leads=True, wraps=True),
        Column("done", kind="text", wraps=True),
    )
    ranked = sorted(problems, key=lambda problem: problem.level == "note")
    rows = [(each.file, each.line, each.level, each.sentence, each.done) for each in ranked]
    return table_of("Problems", columns, rows)


def _findings_table(checked: Sequence[Checked]) -> Table:
    """Each claim with the value that it states and the one that is computed."""
    columns = (
        Column("id", kind="level", is_key=True),
        Column("claim", kind="text", wraps=True),
        Column("says"),
        Column("computed"),
        Column("verdict", kind="text"),
    )
    rows = [(each.finding.id, each.finding.claim, each.finding.value, each.computed, each.verdict) for each in checked]
    return table_of("Findings", columns, rows)


def sections(question: Question) -> tuple[Section, ...]:
    """The counts and what is not whole; a view of the brief as its answer. How it was read stays on the screen."""
    if question.view is not None and question.view.pane == PANE.id:
        figure = answer(question)
        return (Section(question.view.title or figure.title, (figure,)),)
    cells = kept_cells(question.collection, question.asked.where)
    problems = [problem for problem in _problems(question) if problem.level == "problem"]
    table = _problems_table(problems)
    blocks = (
        _whole_sentence(question, cells),
        *_unplanned(question.collection),
        replace(_counts_table(cells, _statuses_named(cells)), title=""),
        *_incomplete(question, cells),
        *((table,) if table else ()),
    )
    return (Section("Collection state", blocks),)


VIEWS = (
    PaneView("overview", "Overview"),
    PaneView("problems", "Problems"),
    PaneView("files", "Files"),
    PaneView("reading", "How it was read"),
)

PANE = Pane(
    id="state",
    key="1",
    title="State",
    short="State",
    question="Is the collection whole?",
    answer=answer,
    views=VIEWS,
    sections=sections,
    takes_columns=False,
    takes_order=False,
)
