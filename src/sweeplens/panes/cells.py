"""What did every run give?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sweeplens.data.collection import STATUS, Status
from sweeplens.figures import Column, Figure, Media, Notice, Table
from sweeplens.panes.base import Pane, PaneView, Question, Section, chosen_view
from sweeplens.panes.cell_courses import course_table
from sweeplens.panes.columns import MARKED_UP_TO, Shown, asked_columns, metric_column, rows_of, shown_rows
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.panes.sentences import no_rows
from sweeplens.panes.standing import frame_name, row_sentences, with_steps
from sweeplens.text import plural

REPORTED = 40
"""Rows that the report shows of the whole table; a view of the brief shows all of its own."""


def answer(question: Question) -> Figure:
    """Every row with all its columns, or with those that are asked for; or with how its metrics got there."""
    if chosen_view(question, PANE.id, VIEWS) == "course":
        return course_table(question, _status(shown_rows(question)))
    shown = shown_rows(question)
    title = "What every cell gave" if question.is_folded else "What every run gave"
    table = rows_table(question, shown, _all_columns(question, shown), title)
    return table if table.columns else Notice(PANE.title, ("This collection has neither factors nor metrics.",))


def rows_table(question: Question, shown: Shown, default: Iterable[Column], title: str) -> Table:
    """What is shown, one row a run or cell: the factors and the columns asked for, `default` where none are."""
    columns = tuple(with_steps(asked_columns(question, default), question))
    names = [STATUS if column.kind == "status" else frame_name(column, question) for column in columns]
    rows = rows_of(question.collection, shown, names)
    view = question.view
    table = Table(
        (view.title if view else "") or title,
        _unmarked(columns) if len(rows) > MARKED_UP_TO else columns,
        rows,
        (*((view.caption,) if view and view.caption else ()), *row_sentences(question)),
        row_ids=None if shown.numbers is None else rows.row_ids,
        empty=no_rows(question),
    )
    return first_rows(ordered(table, question), question.limit(len(rows)))


def _all_columns(question: Question, shown: Shown) -> Iterator[Column]:
    """The status where some cell is not whole, every metric, then what is neither factor nor metric."""
    yield from _status(shown)
    yield from map(metric_column, question.collection.metrics)
    if shown.numbers is not None:
        yield from (Column(name, kind="text", media=Media.SCREEN | Media.DATA) for name in question.collection.texts)


def _status(shown: Shown) -> Iterator[Column]:
    """The status where some cell is not whole."""
    if STATUS in shown.frame.columns and (shown.frame[STATUS] != Status.COMPLETE.value).any():
        yield Column("status", kind="status", media=Media.SCREEN)


def _unmarked(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The columns without a look for their best values, which would read all rows."""
    return tuple(replace(column, mark_best=False) for column in columns)


def sections(question: Question) -> tuple[Section, ...]:
    """The table, its first rows where it is long; every row of a view of the brief."""
    figure = answer(question)
    if isinstance(figure, Table) and question.view is None:
        figure = reported(figure)
    return (Section(figure.title, (figure,)),)


def reported(table: Table) -> Table:
    """The table as a report has room for it: its first rows, and how many there are."""
    count = len(table.rows)
    captions = (f"{REPORTED} of {plural(count, 'row')}.",) if count > REPORTED else ()
    return replace(first_rows(table, REPORTED), captions=(*captions, *table.captions))


VIEWS = (PaneView("rows", "All rows"), PaneView("course", "Best to last"))

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
