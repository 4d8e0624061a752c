"""A collection beside its reference, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from sweeplens.data.keep import kept_mask
from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import QueryError
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.cell_means import ROW, RUNS, cell_means, spread_name
from sweeplens.panes.counting import counting, worst_values
from sweeplens.panes.pairing import Pairing, paired
from sweeplens.stats.folding import METHODS, Average
from sweeplens.stats.noise import joint_spreads

if TYPE_CHECKING:
    from sweeplens.data.versus import Reference

CANDIDATE = "candidate"
REFERENCE = "reference"
"""What the sides are called where their briefs give them no names, or the same one."""
DELTA = "delta"
SPREAD = "spread"

_LEFT, _RIGHT = "sweeplens:left", "sweeplens:right"


@dataclass(frozen=True)
class Names:
    """What the two sides are called in columns and sentences."""

    candidate: str = CANDIDATE
    reference: str = REFERENCE

    @property
    def matched(self) -> str:
        """The reference as far as it is common: `mean_reference`."""
        return REFERENCE if self.reference == REFERENCE else f"{self.reference}_{REFERENCE}"


@dataclass(frozen=True, eq=False)
class Comparison:
    """Both sides of the cells that they have in common, in the candidate's order, and the cells of one side alone."""

    reference: Reference
    names: Names
    pairing: Pairing
    metrics: tuple[Metric, ...]
    """Those that both sides have, as the candidate calls them."""
    cells: pl.DataFrame
    """The levels of each common cell, under the columns of the factors."""
    candidate: pl.DataFrame
    """The candidate's metrics of each common cell: the average of its finite values; NaN or Inf where it has none."""
    other: pl.DataFrame
    """The same of the reference."""
    spread: pl.DataFrame
    """How far apart repeats of each common cell are by each metric: the root mean square of both sides' standard
    deviations (ddof=1), of one where the other is unknown; null where no side has two finite runs."""
    only_candidate: pl.DataFrame
    """The levels of the candidate's cells that the reference does not have."""
    only_reference: pl.DataFrame
    """The levels of the reference's cells that the candidate does not have, under the columns of the keys."""
    candidate_runs: pl.DataFrame
    """The candidate's runs in common cells, as they are."""
    reference_runs: pl.DataFrame
    """The same of the reference, each run once; their keys in the candidate's spelling."""
    count: int
    """How many cells are common."""
    numbers: tuple[int, ...] | None
    """For each common cell the number of its run; None where cells hold several."""
    holds_means: bool
    """Whether some common cell is of several runs, on either side."""
    average: Average
    """What a cell of several runs is."""
    worst: Mapping[str, float]
    """What NaN and infinities count as, by metric; empty where they are left out."""

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The factors that tell the common cells apart."""
        return self.pairing.factors

    @property
    def alone(self) -> tuple[tuple[str, pl.DataFrame, tuple[Factor, ...]], ...]:
        """For each side that has cells of its own: its name, the cells, and the factors of their columns."""
        keys = tuple(key.factor for key in self.pairing.keys)
        sides = (
            (self.names.candidate, self.only_candidate, self.factors),
            (self.names.reference, self.only_reference, keys),
        )
        return tuple(side for side in sides if side[1].height)

    @property
    def knows_noise(self) -> bool:
        """Whether of some common cell it is known how far apart repeats are."""
        return any(column.count() for column in self.spread.get_columns())

    def within_noise(self, metric: Metric) -> pl.Series:
        """For each common cell whether the delta is below the spread of repeats; never where one is unknown."""
        below: pl.Series = (self.delta[metric.name].abs() < self.spread[metric.name]).fill_null(False)
        return below

    @cached_property
    def delta(self) -> pl.DataFrame:
        """Candidate minus reference, for each common cell and metric; null where a side has no value."""
        return self.candidate - self.other


def compared(question: Question, reference: Reference) -> Comparison:
    """The runs that the filter keeps beside the reference's, joined on their common cells.

    The filter chooses among the candidate's cells; what they are held against does not depend on it.
    """
    pairing = paired(question.collection, reference)
    there = {metric.name for metric in reference.collection.metrics}
    metrics = tuple(metric for metric in question.collection.metrics if metric.name in there)
    names = [metric.name for metric in metrics]
    telling = list(dict.fromkeys((*(factor.column for factor in pairing.factors), *pairing.columns)))
    worst = worst_values(question, reference.collection.runs)
    own = _candidate_runs(question, reference, pairing)
    other = reference.runs.with_columns(key.reference for key in pairing.keys).select(*pairing.columns, *names)
    average = METHODS[question.selection.folding].average
    ours = cell_means(counting(own, worst), telling, names, average)
    theirs = cell_means(counting(other, worst), pairing.columns, names, average)
    left, right = _common(ours, theirs, pairing)
    mine, others = ours[left], theirs[right]
    only_candidate, only_reference = _on_one_side(question, reference, pairing, ours, theirs)
    return Comparison(
        reference=reference,
        names=names_of(question, reference),
        pairing=pairing,
        metrics=metrics,
        cells=mine.select(factor.column for factor in pairing.factors),
        candidate=mine.select(names),
        other=others.select(names),
        spread=_spread(pairing, names, mine, others),
        only_candidate=only_candidate,
        only_reference=only_reference,
        candidate_runs=_within(own, mine, telling),
        reference_runs=_within(other, others, pairing.columns),
        count=mine.height,
        numbers=tuple(mine[ROW].to_list()) if (mine[RUNS] == 1).all() else None,
        holds_means=bool((mine[RUNS] > 1).any() or (others[RUNS] > 1).any()),
        average=average,
        worst=worst,
    )


def _spread(pairing: Pairing, metrics: Sequence[str], mine: pl.DataFrame, others: pl.DataFrame) -> pl.DataFrame:
    """The joint spread of both sides; of the candidate alone where the reference is averaged over more than repeats."""
    columns = ((name, mine[spread_name(name)], others[spread_name(name)]) for name in metrics)
    spreads = (
        (ours if pairing.averaged else joint_spreads(ours, theirs)).alias(name) for name, ours, theirs in columns
    )
    return pl.DataFrame([*spreads])


def names_of(question: Question, reference: Reference) -> Names:
    """The labels of both sides, where they have some that tell them apart."""
    own = question.collection.brief.label
    if reference.factor is not None:
        others = [level.text for level in reference.factor.levels if level.text != reference.level]
        own = others[0] if len(others) == 1 else own
    names = Names(own or CANDIDATE, reference.label or REFERENCE)
    are_apart = names.candidate != names.reference and {names.candidate, names.reference}.isdisjoint((DELTA, SPREAD))
    return names if are_apart else Names()


def _candidate_runs(question: Question, reference: Reference, pairing: Pairing) -> pl.DataFrame:
    """The runs that the filter keeps, those of the reference's own level left out, with their numbers."""
    runs = question.runs.with_columns(pl.Series(ROW, list(question.rows), dtype=pl.Int64))
    return but_reference(runs, reference).with_columns(key.candidate for key in pairing.keys)


def but_reference(runs: pl.DataFrame, reference: Reference) -> pl.DataFrame:
    """The runs without those of the level that is the reference, where it is one."""
    if reference.factor is None or reference.factor.column not in runs.columns:
        return runs
    return runs.filter(pl.col(reference.factor.column) != reference.level)


def _common(ours: pl.DataFrame, theirs: pl.DataFrame, pairing: Pairing) -> tuple[pl.Series, pl.Series]:
    """Row numbers of the cells that are the same, by the candidate's order."""
    keys = pairing.columns
    left = ours.with_row_index(_LEFT).select(_LEFT, *keys)
    right = theirs.with_row_index(_RIGHT).select(_RIGHT, *keys)
    if not pairing.is_possible:
        left = left.clear()
    by_keys = partial(left.join, on=keys, nulls_equal=True, maintain_order="left")
    both = by_keys(right) if keys else left.join(right, how="cross")
    return both[_LEFT], both[_RIGHT]


def _on_one_side(
    question: Question, reference: Reference, pairing: Pairing, ours: pl.DataFrame, theirs: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The candidate's cells without a counterpart, and the reference's that no run has, kept by the filter or not."""
    keys = pairing.columns
    factors = [factor.column for factor in pairing.factors]
    if not keys:
        nothing = ours.select(factors).clear() if pairing.is_possible else ours.select(factors)
        return nothing, pl.DataFrame()
    every = but_reference(question.collection.runs, reference).select(key.candidate for key in pairing.keys)
    missed = _kept_by_filter(question, reference, pairing, theirs).join(every, on=keys, how="anti", nulls_equal=True)
    return ours.join(theirs, on=keys, how="anti", nulls_equal=True).select(factors), missed.select(keys)


def _kept_by_filter(question: Question, reference: Reference, pairing: Pairing, theirs: pl.DataFrame) -> pl.DataFrame:
    """The reference's cells that the question is about; all of them where its filter means nothing there."""
    if reference.factor is not None:
        return theirs
    try:
        kept = reference.runs.filter(kept_mask(reference.collection, question.asked.where))
    except QueryError:
        return theirs
    keys = kept.select(key.reference for key in pairing.keys)
    return theirs.join(keys, on=pairing.columns, how="semi", nulls_equal=True)


def _within(runs: pl.DataFrame, cells: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """The runs that lie in some of `cells`."""
    if not keys:
        return runs if cells.height else runs.clear()
    return runs.join(cells.select(keys).unique(), on=list(keys), how="semi", nulls_equal=True)
