"""One metric of every cell, folded as it is asked for, with what stands beside it: what averages are made of."""

from __future__ import annotations

from dataclasses import replace

from sweeplens.data.metrics import Metric
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.columns import shown_rows

LOW, HIGH = "sweeplens:low", "sweeplens:high"
"""Between which values the metric lies with what stands beside it; null where nothing does."""
N, EXPECTED = "sweeplens:n", "sweeplens:expected"
"""How many runs are finite, and how many there should be."""
LEAVES_OUT = "sweeplens:leaves out"
"""Whether diverged runs are left out of a cell."""


def folded(question: Question) -> Question:
    """The same question, its runs folded into cells."""
    return replace(question, selection=replace(question.selection, fold=True))


def cell_values(question: Question, metric: Metric) -> pl.DataFrame:
    """The cells with a finite value: their levels, the metric under its name, and what the names above say."""
    shown = shown_rows(folded(question))
    beside, centre = shown.beside.get(metric.name), pl.col(metric.name)
    finite = shown.frame.filter(centre.is_finite())
    if beside is None:
        nothing, one = pl.lit(None, dtype=pl.Float64), pl.lit(1, dtype=pl.Int64)
        parts = {LOW: nothing, HIGH: nothing, N: one, EXPECTED: one, LEAVES_OUT: pl.lit(False)}
    else:
        spread = pl.col(beside.spread) if beside.spread else None
        parts = {
            LOW: pl.col(beside.low) if spread is None else centre - spread,
            HIGH: pl.col(beside.high) if spread is None else centre + spread,
            N: pl.col(beside.n),
            EXPECTED: pl.col(beside.expected),
            LEAVES_OUT: (pl.col(beside.nonfinite) > 0) & (not beside.counts_all),
        }
    return finite.with_columns(**parts)
