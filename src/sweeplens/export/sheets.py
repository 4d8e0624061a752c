"""Tables as documents write them: every field already text, rounded, without arrows, marks and bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.export.base import Options
from sweeplens.figures import (
    Bars,
    Column,
    Course,
    Curves,
    Figure,
    Folded,
    Frames,
    Grid,
    Media,
    Points,
    Table,
    Value,
    Written,
)
from sweeplens.numbers import column_scale, document_number
from sweeplens.text import plural, visible

DRAWN = ("spark", "histogram")
"""Kinds of columns that only a screen shows."""
MOST_POINTS = 60
"""Rows up to which a document writes the points of a scatter."""

_NOTHING = "Nothing to show."


@dataclass(frozen=True)
class Sheet:
    """One part of a table, ready to be written."""

    title: str
    heads: tuple[str, ...]
    is_right: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    best: frozenset[tuple[int, int]]
    """Row and column of the fields to shade: the best values of the table."""


def sheets(table: Table, options: Options) -> list[Sheet]:
    """A sheet for each part of `table`; none where it has no rows, or no columns that documents write."""
    places = [at for at in table.places(Media.DOCUMENT) if table.columns[at].kind not in DRAWN]
    if not places or not len(table.rows):
        return []
    columns = [table.columns[at] for at in places]
    values = [table.rows.column(at) for at in places]
    texts = [_texts(column, each, options) for column, each in zip(columns, values, strict=True)]
    best = [_best_rows(column, each) for column, each in zip(columns, values, strict=True)]
    return [_sheet(title, rows, columns, texts, best) for title, rows in table.parts()]


def _sheet(
    title: str,
    rows: Sequence[int],
    columns: Sequence[Column],
    texts: Sequence[Sequence[str]],
    best: Sequence[frozenset[int]],
) -> Sheet:
    """The sheet of the table's `rows`; `texts` and `best` are by column."""
    marks = {(at, place) for at, row in enumerate(rows) for place, marked in enumerate(best) if row in marked}
    return Sheet(
        visible(title),
        tuple(visible(column.name) for column in columns),
        tuple(column.is_numeric for column in columns),
        tuple(tuple(column[row] for column in texts) for row in rows),
        frozenset(marks),
    )


def _texts(column: Column, values: Sequence[Value], options: Options) -> list[str]:
    """What documents write of a column's values; nothing where one is missing."""
    scale = column_scale(values) if column.is_numeric else 0.0
    return [_text(value, scale, options.precision) for value in values]


def _text(value: Value, scale: float, precision: int | None) -> str:
    if value is None or (isinstance(value, Sequence) and not isinstance(value, str)):
        return ""
    if isinstance(value, str | bool):
        return visible(str(value))
    if isinstance(value, Written):
        return visible(value.text)
    if isinstance(value, Folded | Course):
        return value.text(lambda number: document_number(number, scale, precision))
    return document_number(value, scale, precision)


def _best_rows(column: Column, values: Sequence[Value]) -> frozenset[int]:
    best = column.best(values) if column.mark_best else None
    return frozenset() if best is None else frozenset(row for row, value in enumerate(values) if value == best)


def as_sheets(figure: Figure, options: Options) -> tuple[list[Sheet], str]:
    """A figure's sheets, and the sentence said where it has none: that it is empty, or where it is drawn."""
    if isinstance(figure, Table | Bars | Grid):
        table = figure.as_table()
        return sheets(table, options), table.empty
    if isinstance(figure, Points) and len(figure.points) <= MOST_POINTS:
        return sheets(figure.as_table(), options), "There are no points."
    drawing = _drawing(figure)
    return (
        [],
        f"{drawing}; the terminal draws it (-f table), and -f csv writes its numbers." if drawing else _NOTHING,
    )


def _drawing(figure: Figure) -> str:
    """What a drawing shows, in words: `1 plot of 12 series over global_step`; nothing where it shows nothing."""
    if isinstance(figure, Points):
        return f"{plural(len(figure.points), 'point')}, {figure.y.label} against {figure.x.label}"
    if isinstance(figure, Curves) and figure.plots:
        names = {series.name for plot in figure.plots for series in plot.series}
        over = ", ".join(dict.fromkeys(plot.x.label for plot in figure.plots))
        return f"{plural(len(figure.plots), 'plot')} of {plural(len(names), 'series', 'series')} over {over}"
    if isinstance(figure, Frames) and figure.steps:
        panels = plural(len(figure.panels), "panel")
        return f"{plural(len(figure.steps), 'frame')} in {panels}, step {figure.steps[0]:g} to {figure.steps[-1]:g}"
    return ""
