"""A comparison by pairs: runs of a cell that share a seed on both sides, and how sure their mean difference is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sweeplens.data.metrics import Metric
from sweeplens.figures import Column, Direction, Table, Value, table_of
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Question
from sweeplens.panes.cell_means import cell_means
from sweeplens.panes.columns import factor_column, metric_column
from sweeplens.panes.counting import counting
from sweeplens.panes.joining import DELTA, Comparison
from sweeplens.panes.noise import ABOUT, WITHIN
from sweeplens.panes.ordering import first_rows, ordered
from sweeplens.stats.paired import FEWEST, PairedDifference, paired_difference
from sweeplens.text import plural

TOO_FEW = "n too small to say"


@dataclass(frozen=True, eq=False)
class Pairs:
    """The pairs of one metric."""

    comparison: Comparison
    metric: Metric
    seeds: tuple[str, ...]
    """What the replicates are called that both sides have."""
    frame: pl.DataFrame
    """One row a pair with finite values: the levels of its cell, `candidate`, `reference` and `delta`."""
    left_out: int
    """Pairs without a finite value on some side."""

    @cached_property
    def cells(self) -> list[tuple[tuple[str | None, ...], list[float]]]:
        """Each cell's levels, and the differences of its pairs."""
        keys = [factor.column for factor in self.comparison.factors]
        if not keys:
            return [((), self.frame[DELTA].to_list())] if self.frame.height else []
        grouped = self.frame.group_by(keys, maintain_order=True).agg(DELTA).rows()
        return [(tuple(levels), deltas) for *levels, deltas in grouped]

    @cached_property
    def overall(self) -> PairedDifference | None:
        """The difference over all cells; None where there is no pair."""
        return paired_difference([deltas for _, deltas in self.cells]) if self.cells else None


def pairs_of(question: Question, comparison: Comparison, metric: Metric) -> Pairs:
    """The runs of both sides that stand in the same cell and share the levels of the replicates that both have.

    Replicates that tell the cells of a comparison apart, as where one seed is held against the others, pair nothing.
    """
    theirs = {factor.column for factor in comparison.reference.collection.replicates}
    shared = [f for f in question.collection.replicates if f.column in theirs and f not in comparison.factors]
    joined = _joined(comparison, metric, [factor.column for factor in shared])
    frame = joined.filter(pl.col(DELTA).is_finite())
    return Pairs(comparison, metric, tuple(factor.head for factor in shared), frame, joined.height - frame.height)


def _joined(comparison: Comparison, metric: Metric, seeds: list[str]) -> pl.DataFrame:
    """One row a pair; none where both sides share no replicate."""
    keys = comparison.pairing.columns
    cells = [*dict.fromkeys((*(factor.column for factor in comparison.factors), *keys))]
    runs = comparison.reference.runs.with_columns(key.reference for key in comparison.pairing.keys)
    held = _folded(comparison, metric, runs, [*keys, *seeds]).select(*keys, *seeds, reference=metric.name)
    ours = _folded(comparison, metric, comparison.candidate_runs, [*cells, *seeds]).rename({metric.name: "candidate"})
    if not seeds:
        return ours.clear().with_columns(pl.col("candidate").alias(DELTA))
    joined = ours.join(held, on=[*keys, *seeds], how="inner", nulls_equal=True, maintain_order="left")
    return joined.with_columns((pl.col("candidate") - pl.col("reference")).alias(DELTA))


def _folded(comparison: Comparison, metric: Metric, runs: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """The runs that share all `keys` as one, what is not finite as the comparison has it."""
    return cell_means(counting(runs, comparison.worst), keys, [metric.name], comparison.average)


def paired_table(question: Question, comparison: Comparison, metric: Metric, title: str) -> Table:
    """One row a common cell: how many pairs, the mean difference with its interval, and what that says."""
    pairs = pairs_of(question, comparison, metric)
    keys = tuple(map(factor_column, comparison.factors))
    known = [(levels, paired_difference([deltas])) for levels, deltas in pairs.cells]
    table = table_of(
        title,
        (*keys, *_columns(metric)),
        [(*levels, *_row(metric, each)) for levels, each in known],
        captions=tuple(paired_sentences(question, comparison, metric, pairs)),
        empty="No run of one side shares cell and seed with a run of the other.",
    )
    return first_rows(ordered(table, question), question.limit(max(len(known), 1)))


def _columns(metric: Metric) -> tuple[Column, ...]:
    value = metric_column(metric)
    return (
        Column("n", kind="integer", why="Pairs with a finite value on both sides."),
        Column(DELTA, label=f"Δ {value.head}", unit=metric.unit, direction=metric.direction, is_difference=True),
        Column("low"),
        Column("high"),
        Column("verdict", kind="text", short={WITHIN: f"{ABOUT} {WITHIN}"}),
    )


def _row(metric: Metric, each: PairedDifference) -> tuple[Value, ...]:
    return (each.pairs, each.mean, each.low, each.high, verdict(metric, each.sign))


def verdict(metric: Metric, sign: int | None) -> str:
    """What an interval says of the candidate: `better` or `worse`; `higher` or `lower` where that is unknown."""
    if sign is None:
        return TOO_FEW
    if sign == 0:
        return WITHIN
    if metric.direction is Direction.UNKNOWN:
        return "higher" if sign > 0 else "lower"
    return "better" if (sign > 0) == (metric.direction is Direction.HIGHER) else "worse"


def paired_sentences(
    question: Question, comparison: Comparison, metric: Metric, pairs: Pairs | None = None
) -> Iterator[str]:
    """The mean difference of the pairs with its interval, or that there are too few; nothing without replicates.

    `Paired by seed, new - old in score is 0.03 [0.01, 0.05] over 24 pairs in 8 cells: better.`
    """
    found = pairs or pairs_of(question, comparison, metric)
    if not found.seeds or found.overall is None:
        return
    each, names = found.overall, comparison.names
    what = f"Paired by {' and '.join(found.seeds)}, {names.candidate} - {names.reference} in {metric.head}"
    over = f"over {plural(each.pairs, 'pair')} in {plural(each.cells, 'cell')}"
    lost = f"; {plural(found.left_out, 'pair')} with NaN, Inf or nothing left out" if found.left_out else ""
    if each.low is None or each.high is None:
        why = f"it takes {FEWEST} pairs beyond the first of their cell"
        yield f"{what} is {document_number(each.mean)} {over}: {TOO_FEW}, as {why}{lost}."
        return
    ends = f"[{document_number(each.low)}, {document_number(each.high)}]"
    how = "95 % by a seeded bootstrap within cells"
    yield f"{what} is {document_number(each.mean)} {ends} {over} ({how}): {verdict(metric, each.sign)}{lost}."
