"""Curves as tables: a sparkline with first, extremes and final; or the facts that a view names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import UsageError
from sweeplens.figures import Column, Direction, Media, Table, Value, table_of
from sweeplens.lazy import np, pl
from sweeplens.panes.base import Question
from sweeplens.panes.columns import factor_column
from sweeplens.panes.histories import CURVE, CurveSet, chosen_history, curves_of, history_metric, key_factors, measured
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.stats.dynamics import FACTS, curve_facts

SPARK = 24
"""Points of a sparkline; each is the last value of its share of the steps."""
_FACT = re.compile(r"(first|final|min|max|n) +(.+?)( step)?")


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
    """The facts that the question's columns name, one row a curve."""
    facts = [fact_in(text) for text in question.columns]
    steps = {history.step for history in question.collection.histories}
    metrics = [
        measured(question.collection, name).name
        for name in dict.fromkeys(fact.name for fact in facts)
        if name not in steps
    ]
    chosen = curves_of(question, chosen_history(question, metrics), metrics)
    factors = key_factors(question, chosen)
    known = {name: curve_facts(chosen.points, CURVE, chosen.history.step, name) for name in metrics}
    known[chosen.history.step] = _step_facts(chosen)
    values = [_fact_values(known, fact, chosen) for fact in facts]
    columns = [_fact_column(question, fact, chosen.history.step) for fact in facts]
    return _finished(question, title, chosen, factors, columns, values, captions)


def _fact_values(known: dict[str, pl.DataFrame], fact: Fact, chosen: CurveSet) -> list[Value]:
    if fact.name not in known:
        raise UsageError(f"{chosen.history.name} counts {chosen.history.step}, not {fact.name}.")
    return _aligned(known[fact.name], fact.fact, chosen)


def _step_facts(chosen: CurveSet) -> pl.DataFrame:
    """The facts of the steps themselves: the first and the final one of each curve."""
    step = chosen.history.step
    both = chosen.points.select(CURVE, step, pl.col(step).cast(pl.Float64).alias("sweeplens:step"))
    return curve_facts(both, CURVE, step, "sweeplens:step")


def _fact_column(question: Question, fact: Fact, step: str) -> Column:
    metric = None if fact.name == step else measured(question.collection, fact.name)
    label = f"{fact.fact.replace('_', ' ')} {metric.head if metric else fact.name}"
    is_value = metric is not None and fact.fact in ("first", "final", "min", "max")
    if metric is None or not is_value:
        return Column(fact.column, label=label, kind="integer" if fact.fact == "n" else "number")
    return Column(fact.column, label=label, unit=metric.unit, direction=metric.direction, mark_best=True)


def spark_table(question: Question, title: str, captions: tuple[str, ...] = ()) -> Table:
    """One metric, one row a curve: its course in small, first, minimum, maximum and final, and at which steps."""
    metric = measured(question.collection, history_metric(question))
    chosen = curves_of(question, chosen_history(question, [metric.name]), [metric.name])
    facts = curve_facts(chosen.points, CURVE, chosen.history.step, metric.name)
    told = [_aligned(facts, fact, chosen) for fact in FACTS]
    values: list[Sequence[Value]] = [[metric.name] * chosen.curves.height, _sparks(chosen, metric.name), *told]
    return _finished(question, title, chosen, key_factors(question, chosen), _spark_columns(metric), values, captions)


def _spark_columns(metric: Metric) -> list[Column]:
    """The metric's name in data, its sparkline on the screen, and the facts."""
    at = {"first_step": "from", "min_step": "at", "max_step": "at", "final_step": "to", "n": "n"}
    extreme = "min" if metric.direction is Direction.LOWER else "max"
    facts = [
        Column(fact, label=at[fact], kind="integer" if fact == "n" else "number", why=fact.replace("_", " "))
        if fact in at
        else Column(fact, unit=metric.unit, direction=metric.direction, mark_best=fact in ("final", extreme))
        for fact in FACTS
    ]
    return [
        Column("metric", kind="level", media=Media.DATA),
        Column(metric.name, label=metric.head, kind="spark", media=Media.SCREEN),
        *facts,
    ]


def _sparks(chosen: CurveSet, metric: str) -> list[Value]:
    """For each curve its course, as at most `SPARK` values."""
    parts = chosen.by_curve
    courses = (parts[curve][metric].to_list() if curve in parts else [] for curve in range(chosen.curves.height))
    return [_thinned(course) for course in courses]


def _thinned(values: list[float | None]) -> list[float | None]:
    if len(values) <= SPARK:
        return values
    return [values[place] for place in np.linspace(0, len(values) - 1, SPARK).round().astype(int)]


def _aligned(facts: pl.DataFrame, fact: str, chosen: CurveSet) -> list[Value]:
    """One value a curve, in their order; None, or no values counted, for one without. Whole steps are whole numbers."""
    known = dict(facts.select(CURVE, fact).rows())
    values = [known.get(curve, 0 if fact == "n" else None) for curve in range(chosen.curves.height)]
    is_step = fact.endswith("step") or chosen.history.step in fact
    whole = is_step and all(value is None or float(value).is_integer() for value in values)
    return [int(value) if whole and value is not None else value for value in values]


def _finished(
    question: Question,
    title: str,
    chosen: CurveSet,
    factors: Sequence[Factor],
    columns: Sequence[Column],
    values: Sequence[Sequence[Value]],
    captions: tuple[str, ...],
) -> Table:
    """The table with its keys first, in the order and of the length that are asked for."""
    keys = [chosen.curves[factor.column].to_list() for factor in factors]
    rows = list(zip(*keys, *values, strict=True))
    table = table_of(
        title,
        (*map(factor_column, factors), *columns),
        rows,
        captions=captions,
        empty="No curve is kept by this filter.",
    )
    return first_rows(ordered(table, _sorting_by_column_name(question)), question.limit(len(rows) or 1))


def _sorting_by_column_name(question: Question) -> Question:
    """The question with its order under the name of the fact's column: `max loss` is `max_loss`."""
    if question.sort is None or " " not in question.sort[0]:
        return question
    name, descending = question.sort
    return replace(question, selection=replace(question.selection, sort=(fact_in(name).column, descending)))
