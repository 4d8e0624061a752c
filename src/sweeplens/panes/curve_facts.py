"""Facts of curves row by row: one row a curve, or one a cell whose curves are folded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, nan
from typing import Any

from sweeplens.data.metrics import Factor, Metric
from sweeplens.data.selection import Selection
from sweeplens.data.standing import stood_for
from sweeplens.figures import Direction, Folded, Stand, Unranked, Value, is_finite
from sweeplens.lazy import pl
from sweeplens.panes.curve_bands import WORST, counts_worst, every_curve, worst_of
from sweeplens.panes.curve_drawing import Drawing
from sweeplens.panes.folding import expected_runs
from sweeplens.panes.histories import CURVE, CurveSet
from sweeplens.stats.dynamics import DIVERGED, FACTS, curve_facts
from sweeplens.stats.folding import METHODS, PARTS, folded, part_name

STANDS = ("value", "value_step")
"""The value that a curve stands for, and its step."""
VALUES = ("first", "min", "max", "final", "value")
"""The facts that are values of the metric; the others are steps and counts."""
_EXTREMES = ("min", "max")
_ALL = "sweeplens:all"


def facts_of(chosen: CurveSet, metric: Metric, selection: Selection) -> pl.DataFrame:
    """One row a curve, in their order: what is known of it, its facts, and what it stands for.

    The facts are null for a curve without points.
    """
    step = chosen.history.step
    value, at = stood_for(metric, step, selection.statistic, selection.mean_of)
    stands = chosen.points.group_by(CURVE).agg(value.alias(STANDS[0]), at.alias(STANDS[1]))
    facts = curve_facts(chosen.points, CURVE, step, metric.name).join(stands, on=CURVE, how="left")
    named = facts.rename({fact: own(fact) for fact in facts.columns if fact != CURVE})
    every = chosen.curves.join(named, on=CURVE, how="left", maintain_order="left")
    return every.with_columns(pl.col(own("n")).fill_null(0))


def own(fact: str) -> str:
    """The column of a fact, beside columns of the runs that may be called as it is."""
    return f"sweeplens:fact {fact}"


def stand_in_words(selection: Selection, direction: Direction) -> str:
    """Which value it is that a curve stands for; nothing for its last one."""
    if selection.statistic == "best" and direction is Direction.UNKNOWN:
        return ""
    words = {"last": "", "best": "best", "min": "lowest", "max": "highest"}
    return words.get(selection.statistic, f"mean of last {selection.mean_of}")


@dataclass(frozen=True, eq=False)
class Facts:
    """What is told of one metric, row by row: a row is a curve, or a cell where they are folded."""

    drawing: Drawing
    metric: Metric

    @property
    def factors(self) -> Sequence[Factor]:
        """What tells the rows apart."""
        return (self.drawing.cells if self.drawing.is_folded else self.drawing).factors

    @property
    def keys(self) -> list[list[Value]]:
        """The levels of each factor, row by row."""
        frame = self._cells if self.drawing.is_folded else self.frame
        return [frame[factor.column].to_list() for factor in self.factors]

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The facts, one row a curve."""
        return facts_of(self.drawing.chosen, self.metric, self.drawing.question.selection)

    @property
    def curves(self) -> list[list[int]]:
        """The curves of each row."""
        own: list[list[int]] = (
            self._cells[CURVE].to_list() if self.drawing.is_folded else [[c] for c in self.frame[CURVE]]
        )
        return own

    def stands(self) -> dict[int, Stand]:
        """For each curve what its row stands for, if that is a number; its step where curves are drawn against it."""
        selection = self.drawing.question.selection
        what, has_step = stand_in_words(selection, self.metric.direction), selection.x is None
        rows = zip(self.curves, self.told(STANDS[0]), self.told(STANDS[1]), strict=True)
        return {
            curve: Stand(value, at if has_step else None, what)  # type: ignore[arg-type]
            for curves, value, at in rows
            for curve in curves
            if is_finite(value)
        }

    def told(self, fact: str) -> list[Value]:
        """One value a row; the extremes of a run that diverged have no rank. Whole steps are whole numbers."""
        if self.drawing.is_folded and fact in VALUES:
            return self._folded(fact)
        values = (self._cells if self.drawing.is_folded else self.frame)[own(fact)].to_list()
        if fact.endswith("step"):
            return _whole(values)
        if fact not in _EXTREMES:
            return values
        gone = self.frame[own(DIVERGED[0])].is_not_null().to_list()
        return [Unranked(v) if is_gone and v is not None else v for v, is_gone in zip(values, gone, strict=True)]

    @cached_property
    def _cells(self) -> pl.DataFrame:
        """One row a cell: its keys, its curves, the steps that they share, the first divergence, all finite values."""
        steps = [own(fact) for fact in (*FACTS, STANDS[1]) if fact.endswith("step")]
        return self.frame.group_by([f.column for f in self.factors] or pl.lit(0).alias(_ALL), maintain_order=True).agg(
            *(pl.when(pl.col(step).n_unique() == 1).then(pl.col(step).first()).alias(step) for step in steps),
            pl.col(CURVE),
            pl.col(own("n")).sum(),
            pl.col(own(DIVERGED[0])).min(),
            *(pl.lit(None, pl.Float64).alias(own(fact)) for fact in DIVERGED[1:]),
        )

    def _folded(self, fact: str) -> list[Value]:
        """The values of each cell's runs as one."""
        keys, question = [factor.column for factor in self.factors], self.drawing.question
        runs = self._with_worst(fact)
        cells = folded(runs, keys, [own(fact)], METHODS[question.selection.folding], {own(fact): pl.col(WORST)})
        expected = expected_runs(question.collection, runs, keys)
        is_counted = counts_worst(self.drawing, self.metric)
        parts = cells.select(part_name(own(fact), part) for part in PARTS).rows()
        return [_value(of, due, is_counted) for of, due in zip(parts, expected, strict=True)]

    def _with_worst(self, fact: str) -> pl.DataFrame:
        """The runs with what counts in place of a value of theirs that is not finite: the worst of any run."""
        runs = _without_extremes(self.frame).with_columns(pl.lit(0).alias(_ALL))
        if not counts_worst(self.drawing, self.metric):
            return runs.with_columns(pl.lit(None, pl.Float64).alias(WORST))
        every = facts_of(every_curve(self.drawing, self.metric), self.metric, self.drawing.question.selection)
        keys = [*self.drawing.own_keys, _ALL]
        worst = _without_extremes(every).with_columns(pl.lit(0).alias(_ALL)).group_by(keys)
        found = worst.agg(worst_of(own(fact), self.metric.direction))
        return runs.join(found, on=keys, how="left", nulls_equal=True, maintain_order="left")


def _whole(values: Sequence[float | None]) -> list[Value]:
    """The values as integers where all of them are whole."""
    is_whole = all(value is None or float(value).is_integer() for value in values)
    return [int(value) if is_whole and value is not None else value for value in values]


def _without_extremes(facts: pl.DataFrame) -> pl.DataFrame:
    """The facts, with NaN for the extremes of curves that diverged: none of them is what the run gave."""
    is_gone, extremes = pl.col(own(DIVERGED[0])).is_not_null(), map(own, _EXTREMES)
    return facts.with_columns(pl.when(is_gone).then(nan).otherwise(pl.col(name)).alias(name) for name in extremes)


def _value(parts: tuple[Any, ...], expected: int, is_counted: bool) -> Value:
    """A cell's value with what stands beside it; as it is where it is no number."""
    centre, spread, low, high, n, gone = parts
    if centre is None or not isfinite(centre):
        return centre  # type: ignore[no-any-return]
    return Folded(centre, n, expected, spread, low, high, is_counted or not gone)
