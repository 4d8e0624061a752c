"""What did every run give?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sweeplens.data.collection import STATUS, Status
from sweeplens.figures import Column, Figure, Media, Notice, Table
from sweeplens.panes.base import Pane, PaneView, Question, Section, chosen_view
from sweeplens.panes.columns import MARKED_UP_TO, Shown, asked_columns, metric_column, rows_of, shown_rows
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.text import plural

REPORTED = 40
"""Rows that the report shows of the whole table; a view of the brief shows all of its own."""


def answer(question: Question) -> Figure:
    """Every row with all its columns, or with those that are asked for."""
    chosen_view(question, PANE.id, VIEWS)
    table = _table(question)
    if not table.columns:
        return Notice(PANE.title, ("This collection has neither factors nor metrics.",))
    return first_rows(ordered(table, question), question.limit(len(table.rows)))


def _table(question: Question) -> Table:
    """The rows in the file's order."""
    shown = shown_rows(question)
    columns = asked_columns(question, _all_columns(question, shown))
    rows = rows_of(question.collection, shown, [STATUS if c.kind == "status" else c.name for c in columns])
    view = question.view
    return Table(
        (view.title if view else "") or ("What Every Cell Gave" if question.is_folded else "What Every Run Gave"),
        _unmarked(columns) if len(rows) > MARKED_UP_TO else columns,
        rows,
        (view.caption,) if view and view.caption else (),
        row_ids=None if shown.numbers is None else rows.row_ids,
        empty="No row is kept by this filter." if question.collection.runs.height else "There are no rows yet.",
    )


def _all_columns(question: Question, shown: Shown) -> Iterator[Column]:
    """The status where some cell is not whole, every metric, then what is neither factor nor metric."""
    frame = shown.frame
    if STATUS in frame.columns and (frame[STATUS] != Status.COMPLETE.value).any():
        yield Column("status", kind="status", media=Media.SCREEN)
    yield from map(metric_column, question.collection.metrics)
    if shown.numbers is not None:
        yield from (Column(name, kind="text", media=Media.SCREEN | Media.DATA) for name in question.collection.texts)


def _unmarked(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The columns without a look for their best values, which would read all rows."""
    return tuple(replace(column, mark_best=False) for column in columns)


def sections(question: Question) -> tuple[Section, ...]:
    """The table, its first rows where it is long; every row of a view of the brief."""
    figure = answer(question)
    if not isinstance(figure, Table) or question.view is not None:
        return (Section(figure.title, (figure,)),)
    count = len(figure.rows)
    captions = (f"{REPORTED} of {plural(count, 'row')}.",) if count > REPORTED else ()
    return (Section(figure.title, (replace(first_rows(figure, REPORTED), captions=captions),)),)


VIEWS = (PaneView("rows", "All rows"),)

PANE = Pane(
    id="cells",
    key="2",
    title="Cells",
    short="Cells",
    question="What did every run give?",
    answer=answer,
    views=VIEWS,
    sections=sections,
)
