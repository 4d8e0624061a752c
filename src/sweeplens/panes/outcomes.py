"""Who wins: common cells counted by which side is better, metric by metric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Column, Direction, Media, Table, Value, table_of
from sweeplens.lazy import pl
from sweeplens.numbers import NOISE, column_scale, document_number
from sweeplens.panes.columns import factor_column
from sweeplens.panes.joining import Comparison
from sweeplens.panes.noise import ABOUT
from sweeplens.panes.ordering import without_columns

COUNTS = ("n", "win", "tie", "loss", "lower", "higher")
WITHIN = "within_noise"
"""The column that counts deltas below the spread of repeats, where something is repeated."""
DELTAS = ("median_delta", "min_delta", "max_delta")


@dataclass(frozen=True)
class Outcome:
    """The finite deltas of one metric over some common cells: how many are below, at and above zero, and how far."""

    level: str | None
    n: int
    lower: int
    tie: int
    higher: int
    within: int
    """Those below the spread of repeats."""
    median: float | None
    min: float | None
    max: float | None

    def wins(self, direction: Direction) -> int | None:
        """In how many cells the candidate is better; None where it is not known what better is."""
        return {Direction.HIGHER: self.higher, Direction.LOWER: self.lower}.get(direction)

    def losses(self, direction: Direction) -> int | None:
        """In how many cells it is worse."""
        return {Direction.HIGHER: self.lower, Direction.LOWER: self.higher}.get(direction)


def outcomes(comparison: Comparison, metric: Metric, factor: Factor | None = None) -> tuple[Outcome, ...]:
    """One outcome over all common cells, or one for each level of `factor` in their order.

    Values that differ by the noise of floating-point arithmetic alone are a tie.
    """
    judged = pl.DataFrame(
        {
            "level": comparison.cells[factor.column] if factor else [""] * comparison.count,
            "delta": comparison.delta[metric.name],
            "noise": NOISE * comparison.other[metric.name].abs(),
            "within": comparison.within_noise(metric),
        }
    )
    tallied = [Outcome(*row) for row in judged.group_by("level", maintain_order=True).agg(_tallies()).rows()]
    levels = [level.text for level in factor.levels] if factor else []
    return tuple(sorted(tallied, key=lambda each: levels.index(each.level) if each.level in levels else len(levels)))


def _tallies() -> list[pl.Expr]:
    """The fields of an outcome behind its level."""
    is_finite = pl.col("delta").is_finite()
    delta, noise = pl.col("delta").filter(is_finite), pl.col("noise").filter(is_finite)
    return [
        delta.len().alias("n"),
        (delta < -noise).sum().alias("lower"),
        (delta.abs() <= noise).sum().alias("tie"),
        (delta > noise).sum().alias("higher"),
        pl.col("within").filter(is_finite).sum().alias("within"),
        delta.median().alias("median"),
        delta.min().alias("min"),
        delta.max().alias("max"),
    ]


def outcome_table(comparison: Comparison, metrics: Sequence[Metric]) -> Table:
    """One row a metric: wins, ties and losses of the candidate, and how its deltas are spread."""
    rows = [_row(metric, each) for metric in metrics for each in outcomes(comparison, metric)]
    return _judged(comparison, table_of("Win, tie, loss", _columns(metrics), rows))


def level_table(comparison: Comparison, metrics: Sequence[Metric], factor: Factor) -> Table:
    """The same for each level of a factor of the common cells."""
    rows = [(each.level, *_row(metric, each)) for metric in metrics for each in outcomes(comparison, metric, factor)]
    title = f"By {factor.head}"
    return _judged(comparison, table_of(title, (factor_column(factor), *_columns(metrics)), rows))


def _judged(comparison: Comparison, table: Table) -> Table:
    """The table without the count of what is within noise, where nothing is known of noise."""
    return table if comparison.knows_noise else without_columns(table, [WITHIN])


def _columns(metrics: Sequence[Metric]) -> tuple[Column, ...]:
    arrows = {metric.head: metric.head_with_arrow for metric in metrics}
    return (
        Column("metric", kind="level", is_key=True, media=Media.DATA),
        Column("metric", kind="level", is_key=True, media=Media.SCREEN | Media.DOCUMENT, short=arrows),
        *(Column(name, kind="integer") for name in COUNTS),
        Column(WITHIN, label=ABOUT, kind="integer", why="Deltas below the spread of repeats."),
        *(Column(name, label=name.replace("_", " ").replace("delta", "Δ")) for name in DELTAS),
    )


def _row(metric: Metric, each: Outcome) -> tuple[Value, ...]:
    """What stands under `_columns`."""
    wins, losses = each.wins(metric.direction), each.losses(metric.direction)
    counts = (each.n, wins, each.tie, losses, each.lower, each.higher)
    return (metric.name, metric.head, *counts, each.within, each.median, each.min, each.max)


def outcome_sentences(comparison: Comparison, metric: Metric) -> Iterator[str]:
    """Who is better how often; nothing where no common cell has finite values on both sides.

    `By accuracy, sum is better in 0, equal in 0 and worse in 8 of 8 common cells; its median delta is -0.0689.`
    """
    for each in outcomes(comparison, metric):
        if each.median is None:
            continue
        wins, losses = each.wins(metric.direction), each.losses(metric.direction)
        sides = f"higher in {each.higher}, equal in {each.tie} and lower in {each.lower}"
        if wins is not None:
            sides = f"better in {wins}, equal in {each.tie} and worse in {losses}"
        delta = f"its median delta is {document_number(each.median, column_scale((each.min, each.max)))}"
        yield f"By {metric.head}, {comparison.names.candidate} is {sides} of {each.n} common cells; {delta}."
