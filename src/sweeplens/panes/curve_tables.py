"""Tables of curves: the facts that a view names, and what every such table is finished with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.data.metrics import Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Column, ColumnKind, Table, Value, table_of
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.columns import factor_column
from sweeplens.panes.curve_drawing import Drawing, as_measured, drawing_of
from sweeplens.panes.curve_facts import VALUES, Facts
from sweeplens.panes.curve_sentences import folded_rows_sentence
from sweeplens.panes.histories import measured
from sweeplens.panes.ordering import first_rows, ordered

_FACT = re.compile(r"(first|final|min|max|n) +(.+?)( step)?")
_STEP = "sweeplens:step"
"""The step as if it were measured."""


@dataclass(frozen=True)
class Fact:
    """One column of a view: `max matched_router_score`, `min loss step`, `first global_step`."""

    fact: str
    """One of `FACTS`."""
    name: str
    """The metric, or the history's step."""

    @property
    def column(self) -> str:
        """How documents and data head it: `max_matched_router_score`."""
        stem, step, _ = self.fact.partition("_step")
        return f"{stem}_{self.name}{step}"


def fact_in(text: str) -> Fact:
    """The fact that a column of a view names; a bare metric is its final value."""
    found = _FACT.fullmatch(text.strip())
    if found is None:
        return Fact("final", text.strip())
    fact, name, at_step = found.groups()
    return Fact(f"{fact}_step" if at_step and fact != "n" else fact, name)


def fact_table(question: Question, title: str, captions: tuple[str, ...] = ()) -> Table:
    """The facts that the question's columns name, one row a curve, or a cell where they are folded."""
    asked = [fact_in(text) for text in question.columns]
    steps = {history.step for history in question.collection.histories}
    names = dict.fromkeys(fact.name for fact in asked if fact.name not in steps)
    metrics = [measured(question.collection, name) for name in names]
    drawing = _with_step(drawing_of(as_measured(question), metrics))
    known = {metric.name: Facts(drawing, metric) for metric in metrics}
    known[drawing.chosen.history.step] = rows = Facts(drawing, Metric(_STEP))
    values = [_fact_values(known, fact, drawing) for fact in asked]
    columns = [_fact_column(question, fact, drawing) for fact in asked]
    return finished(question, title, rows, columns, values, captions)


def _with_step(drawing: Drawing) -> Drawing:
    """The drawing whose step is measured as well."""
    points = drawing.chosen.points
    step = points[drawing.chosen.history.step].cast(pl.Float64).alias(_STEP)
    return replace(drawing, chosen=replace(drawing.chosen, points=points.with_columns(step)))


def _fact_values(known: dict[str, Facts], fact: Fact, drawing: Drawing) -> list[Value]:
    history = drawing.chosen.history
    if fact.name not in known:
        raise UsageError(f"{history.name} counts {history.step}, not {fact.name}.")
    is_step = fact.name == history.step and fact.fact in VALUES
    return known[fact.name].told(f"{fact.fact}_step" if is_step else fact.fact)


def _fact_column(question: Question, fact: Fact, drawing: Drawing) -> Column:
    metric = None if fact.name == drawing.chosen.history.step else measured(question.collection, fact.name)
    label = f"{fact.fact.replace('_', ' ')} {metric.head if metric else fact.name}"
    if metric is None or fact.fact not in VALUES:
        return Column(fact.column, label=label, kind="integer" if fact.fact == "n" else "number")
    kind: ColumnKind = "folded" if drawing.is_folded else "number"
    return Column(fact.column, label=label, kind=kind, unit=metric.unit, direction=metric.direction, mark_best=True)


def finished(
    question: Question,
    title: str,
    facts: Facts,
    columns: Sequence[Column],
    values: Sequence[Sequence[Value]],
    captions: Sequence[str],
) -> Table:
    """The table with its keys first, in the order and of the length that are asked for."""
    rows = list(zip(*facts.keys, *values, strict=True))
    folding = [folded_rows_sentence(facts.drawing, [facts.metric])] if facts.drawing.is_folded else []
    table = table_of(
        title,
        (*map(factor_column, facts.factors), *columns),
        rows,
        captions=(*folding, *captions),
        empty="No curve is kept by this filter.",
    )
    return first_rows(ordered(table, _sorting_by_column_name(question)), question.limit(len(rows) or 1))


def _sorting_by_column_name(question: Question) -> Question:
    """The question with its order under the name of the fact's column: `max loss` is `max_loss`."""
    if question.sort is None or " " not in question.sort[0]:
        return question
    name, descending = question.sort
    return replace(question, selection=replace(question.selection, sort=(fact_in(name).column, descending)))
