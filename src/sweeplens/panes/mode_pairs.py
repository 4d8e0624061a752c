"""Two modes held against each other: the pairs of values that differ in nothing else, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.data.collection import History
from sweeplens.data.factors import in_level_order
from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import UsageError
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.curve_bands import with_worst_counted
from sweeplens.panes.histories import CURVE, CurveSet, chosen_history, curves_of
from sweeplens.stats.dynamics import final_shared_step
from sweeplens.stats.folding import METHODS, Average

ALL_PAIRS = "sweeplens:all"
_ROWS = "sweeplens:rows"


@dataclass(frozen=True)
class Modes:
    """A factor of two levels, and which of them is the candidate."""

    factor: Factor
    candidate: str
    reference: str
    why: str = ""
    """Where this comes from, where the brief does not say it."""

    def heads(self) -> tuple[str, str]:
        """How the two levels are called in the heads of columns: candidate, reference."""
        return self.candidate.replace(" ", "_"), self.reference.replace(" ", "_")


def modes_of(question: Question) -> Modes:
    """The two modes: the brief's, else the only factor of two levels that is called a mode or is the only one.

    Raises `UsageError` where there is none, with what can be named in the brief.
    """
    collection, said = question.collection, question.collection.brief.modes
    if said is not None:
        factor = collection.factor(said.factor)
        if factor is None:
            raise UsageError(f"The brief's modes name the factor {said.factor}, which {collection.name} does not vary.")
        return Modes(factor, said.candidate, said.reference)
    of_two = [factor for factor in collection.factors if len(factor.levels) == 2 and not factor.is_replicate]
    called = [factor for factor in of_two if "mode" in factor.name.lower()] or of_two
    if len(called) != 1:
        raise UsageError(_no_modes(collection.name, [factor.name for factor in of_two]))
    factor, (reference, candidate) = called[0], (level.text for level in called[0].levels)
    why = f"{factor.name} is the only factor of two levels that can be a mode; the brief can say otherwise."
    return Modes(factor, candidate, reference, why)


def _no_modes(name: str, of_two: Sequence[str]) -> str:
    can = (
        f"one of {', '.join(of_two)} can be named in the brief, as modes: {{factor: ...}}"
        if of_two
        else "no factor has just two levels (of more, modes: {factor: ..., candidate: ..., reference: ...} names two)"
    )
    return f"{name} has no two modes to hold against each other: {can}."


@dataclass(frozen=True, eq=False)
class Pairs:
    """Values of both modes for everything else alike."""

    modes: Modes
    others: tuple[Factor, ...]
    """The factors besides the mode, tasks included; without replicates where these are folded."""
    metrics: tuple[Metric, ...]
    step: str
    frame: pl.DataFrame
    """One row a pair and step: the levels of everything but the mode, the step, and the values.

    Of each metric the candidate's under its name and the reference's under `reference(metric)`, null where one of them
    is not finite; under `count(metric)` how many pairs they are of."""
    counted: pl.DataFrame
    """The same with NaN and Inf as the policy has them: what averages are over."""
    cells: pl.DataFrame
    """The same again, one row a cell where replicates are folded."""
    unpaired: int
    """Curves of one mode without a counterpart in the other."""
    shared_step: float | None
    """The last step that all compared curves have."""
    history: History
    folded_over: tuple[Factor, ...] = ()
    """The replicates that are folded."""

    def is_averaged(self, by: Sequence[Factor]) -> bool:
        """Whether an answer by some factors is of averages, rather than of pairs."""
        return bool(self.folded_over) or not set(self.others) <= set(by)

    def rows(self, by: Sequence[Factor]) -> pl.DataFrame:
        """The rows of which an answer by some factors is made: the pairs as they are where each stands for itself."""
        return self.cells if self.is_averaged(by) else self.frame

    @property
    def steps(self) -> list[float]:
        """Every step of some pair, ascending."""
        return [float(step) for step in self.frame[self.step].unique().sort().to_list()]

    @property
    def shared_steps(self) -> list[float]:
        """The steps that every pair has, ascending."""
        keys = [factor.column for factor in (*self.others, *self.folded_over)]
        pairs = self.frame.select(keys).n_unique() if keys else 1
        counts = self.frame.group_by(self.step).len(_ROWS).filter(pl.col(_ROWS) == pairs)
        return [float(step) for step in counts[self.step].sort().to_list()]


def reference(metric: str) -> str:
    """The column of the reference's values of a metric."""
    return f"sweeplens:reference {metric}"


def pairs_of(question: Question, metrics: Sequence[str]) -> Pairs:
    """The pairs of both modes in the history that holds these metrics."""
    modes = modes_of(question)
    unheld = replace(question, selection=replace(question.selection, by=()))
    history = chosen_history(question if question.by_names else unheld, metrics)
    chosen = curves_of(question, history, metrics)
    if modes.factor.column not in history.keys:
        raise UsageError(f"{history.name} does not tell {modes.factor.name} apart, so its modes cannot be compared.")
    others = tuple(factor for factor in chosen.factors if factor.column != modes.factor.column)
    frame, unpaired = _paired(chosen, modes, others, metrics)
    every, _ = _paired(with_worst_counted(question, chosen), modes, others, metrics)
    folded_over = tuple(factor for factor in others if factor.is_replicate) if question.is_folded else ()
    kept = tuple(factor for factor in others if factor not in folded_over)
    average = METHODS[question.selection.folding].average
    cells = _folded(every, [*(factor.column for factor in kept), history.step], metrics, average)
    return Pairs(
        modes,
        kept,
        chosen.metrics,
        history.step,
        frame,
        every,
        cells if folded_over else every,
        unpaired,
        final_shared_step(chosen.points, CURVE, history.step) if chosen.points.height else None,
        history,
        folded_over,
    )


def _paired(
    chosen: CurveSet, modes: Modes, others: Sequence[Factor], metrics: Sequence[str]
) -> tuple[pl.DataFrame, int]:
    """`Pairs.frame` with every step that both modes have, and how many curves have no counterpart."""
    keys = [factor.column for factor in others]
    step, mode = chosen.history.step, modes.factor.column
    rows = chosen.points.join(chosen.curves.select(CURVE, mode, *keys), on=CURVE)
    sides = [
        rows.filter(pl.col(mode) == level).select(*keys, step, *metrics) for level in (modes.candidate, modes.reference)
    ]
    renamed = sides[1].rename({metric: reference(metric) for metric in metrics})
    paired = sides[0].join(renamed, on=[*keys, step], how="inner", nulls_equal=True, maintain_order="left")
    curves = chosen.curves.filter(pl.col(mode).is_in([modes.candidate, modes.reference]))
    counts = curves.group_by(keys or pl.lit(ALL_PAIRS)).len(_ROWS)
    return paired.with_columns(part for metric in metrics for part in _both(metric)), int((counts[_ROWS] < 2).sum())


def _both(metric: str) -> list[pl.Expr]:
    """Both sides of a metric where both are finite, and whether they are."""
    ours, theirs = pl.col(metric), pl.col(reference(metric))
    are_finite = (ours.is_finite() & theirs.is_finite()).fill_null(False)
    return [
        pl.when(are_finite).then(ours).alias(metric),
        pl.when(are_finite).then(theirs).alias(reference(metric)),
        are_finite.cast(pl.Int64).alias(count(metric)),
    ]


def _folded(frame: pl.DataFrame, keys: Sequence[str], metrics: Sequence[str], average: Average) -> pl.DataFrame:
    """One row for each combination of keys: the average of each side over its pairs, and how many these are."""
    sides = [pl.col(name) for metric in metrics for name in (metric, reference(metric))]
    parts = [*(average.of(side.drop_nulls()) for side in sides), *(pl.col(count(metric)).sum() for metric in metrics)]
    return frame.group_by(keys, maintain_order=True).agg(parts)


def averaged(pairs: Pairs, rows: pl.DataFrame, by: Sequence[Factor]) -> pl.DataFrame:
    """Means of both sides by these factors over `rows`, in the order of their levels.

    Of each metric the candidate's mean under its name, the reference's under `reference(metric)`, and under
    `count(metric)` the number of pairs that make them.
    """
    keys = [factor.column for factor in by]
    sides = [pl.col(name).mean() for metric in pairs.metrics for name in (metric.name, reference(metric.name))]
    parts = [*sides, *(pl.col(count(metric.name)).sum() for metric in pairs.metrics)]
    grouped = rows.group_by(keys, maintain_order=True).agg(parts) if keys else rows.select(parts)
    return in_level_order(grouped, by)


def count(metric: str) -> str:
    """The column of how many pairs of a metric have both sides."""
    return f"sweeplens:pairs {metric}"
