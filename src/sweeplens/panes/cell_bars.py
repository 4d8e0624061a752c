"""One metric as bars, one a run or cell, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Bar, Bars, Table, Value
from sweeplens.panes.axes import metric_axis
from sweeplens.panes.base import Question
from sweeplens.panes.columns import factor_column, metric_column, row_factors, rows_by, rows_of
from sweeplens.panes.folding import folded_columns
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.panes.sentences import row_in_words, titled
from sweeplens.panes.standing import row_sentences
from sweeplens.text import plural

MOST_BARS = 120
"""Bars that are drawn, unless asked for otherwise."""


@dataclass(frozen=True)
class _Grouping:
    """Which factors make the groups, and which tell the bars of a group apart."""

    by: tuple[Factor, ...]
    others: tuple[Factor, ...]

    @property
    def factors(self) -> tuple[Factor, ...]:
        return (*self.by, *self.others)

    def bar(self, levels: Sequence[str | None], value: float | None, beside: Sequence[Value], at: int) -> Bar:
        """The bar of a row, called by what tells it apart in its group and coloured by its group."""
        telling, texts = (self.others, levels[len(self.by) :]) if self.others else (self.by, levels)
        label = row_in_words(telling, texts) or f"row {at + 1}"
        colour = levels[0] or "" if levels else ""
        return Bar(label, value, colour=colour, levels=tuple(levels), beside=tuple(beside))

    def place(self, levels: Sequence[str | None]) -> tuple[int, ...]:
        """Where a group stands by the order of its levels."""
        texts = [[level.text for level in factor.levels] for factor in self.by]
        return tuple(
            order.index(text) if text in order else len(order) for order, text in zip(texts, levels, strict=True)
        )


def bars_by_cell(question: Question, metric: Metric, captions: Sequence[str]) -> Bars:
    """The metric of every run or cell that is shown, grouped by what is answered by, else by the first factor."""
    every = row_factors(question)
    by = question.by or every[:1]
    grouping = _Grouping(by, tuple(factor for factor in every if factor not in by))
    table = _rows(question, metric, grouping)
    drawn = first_rows(table, question.limit(MOST_BARS))
    is_cut = len(drawn.rows) < len(table.rows)
    more = (f"The first {len(drawn.rows)} of {plural(len(table.rows), 'row')}.",) if is_cut else ()
    view = question.view
    return Bars(
        (view.title if view else "") or _title(metric, by),
        metric_axis(metric, question.selection.log or bool(view and view.options.get("log"))),
        _groups(grouping, drawn),
        (*more, *captions, *row_sentences(question)),
        tuple(map(factor_column, grouping.factors)),
        table.columns[len(grouping.factors) + 1 :],
    )


def _title(metric: Metric, by: Sequence[Factor]) -> str:
    names = " and ".join(factor.head for factor in by) or "row"
    return titled(f"{metric.head} by {names}")


def _rows(question: Question, metric: Metric, grouping: _Grouping) -> Table:
    """The levels and the metric of every row with what stands beside it, in the order that is asked for."""
    shown = rows_by(question, grouping.factors)
    columns = tuple(folded_columns((*map(factor_column, grouping.factors), metric_column(metric)), shown.beside))
    rows = rows_of(question.collection, shown, [column.name for column in columns])
    return ordered(Table("", columns, rows), question)


def _groups(grouping: _Grouping, table: Table) -> tuple[tuple[str, tuple[Bar, ...]], ...]:
    """The bars of each group: in the order of the levels, or of appearance where the rows are sorted."""
    groups: dict[tuple[str | None, ...], list[Bar]] = {}
    for at, row in enumerate(table.rows.page(0, len(table.rows))):
        levels, (value, *beside) = row[: len(grouping.factors)], row[len(grouping.factors) :]
        texts = [text if text is None else str(text) for text in levels]
        group = tuple(texts[: len(grouping.by)]) if grouping.others else ()
        groups.setdefault(group, []).append(grouping.bar(texts, _number(value), beside, at))
    order = sorted(groups, key=grouping.place) if table.sorted_by is None and grouping.others else groups
    return tuple((row_in_words(grouping.by, group) if group else "", tuple(groups[group])) for group in order)


def _number(value: Value) -> float | None:
    return value if isinstance(value, int | float) else None
