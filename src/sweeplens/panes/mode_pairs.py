"""Two modes held against each other: the pairs of values that differ in nothing else, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.data.collection import History
from sweeplens.data.metrics import Factor, Metric
from sweeplens.errors import UsageError
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.histories import CURVE, CurveSet, chosen_history, curves_of
from sweeplens.stats.dynamics import final_shared_step

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
    can = f"one of {', '.join(of_two)} can be named" if of_two else "no factor has just two levels"
    return f"{name} has no two modes to hold against each other: {can} in the brief, as modes: {{factor: ...}}."


@dataclass(frozen=True, eq=False)
class Pairs:
    """Values of both modes for everything else alike."""

    modes: Modes
    others: tuple[Factor, ...]
    """The factors besides the mode, tasks included."""
    metrics: tuple[Metric, ...]
    step: str
    frame: pl.DataFrame
    """The others' columns, the step, and of each metric `<metric>` for the candidate and `reference(metric)`.

    Only pairs that both modes have."""
    unpaired: int
    """Curves of one mode without a counterpart in the other."""
    shared_step: float | None
    """The last step that all compared curves have."""
    history: History

    def at(self, step: float) -> pl.DataFrame:
        """The pairs at one step."""
        return self.frame.filter(pl.col(self.step) == step)

    @property
    def steps(self) -> list[float]:
        """Every step of some pair, ascending."""
        return [float(step) for step in self.frame[self.step].unique().sort().to_list()]

    @property
    def shared_steps(self) -> list[float]:
        """The steps that every pair has, ascending."""
        keys = [factor.column for factor in self.others]
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
    shared = final_shared_step(chosen.points, CURVE, history.step) if chosen.points.height else None
    return Pairs(modes, others, chosen.metrics, history.step, frame, unpaired, shared, history)


def _paired(
    chosen: CurveSet, modes: Modes, others: Sequence[Factor], metrics: Sequence[str]
) -> tuple[pl.DataFrame, int]:
    """Candidate beside reference for every step that both have, and how many curves have no counterpart."""
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
    return paired, int((counts[_ROWS] < 2).sum())


def averaged(pairs: Pairs, frame: pl.DataFrame, by: Sequence[Factor]) -> pl.DataFrame:
    """Means of both sides by these factors, in the order of their levels.

    Of each metric the candidate's mean under its name, the reference's under `reference(metric)`, and under
    `count(metric)` the number of pairs in which both values are finite: they alone make the means.
    """
    keys = [factor.column for factor in by]
    parts = [part for metric in pairs.metrics for part in _means(metric.name)]
    grouped = frame.group_by(keys, maintain_order=True).agg(parts) if keys else frame.select(parts)
    places = [
        pl.col(f.column).replace_strict({level.text: at for at, level in enumerate(f.levels)}, default=len(f.levels))
        for f in by
    ]
    return grouped.sort(places, maintain_order=True) if places else grouped


def _means(metric: str) -> list[pl.Expr]:
    ours, theirs = pl.col(metric), pl.col(reference(metric))
    both = (ours.is_finite() & theirs.is_finite()).fill_null(False)
    return [
        ours.filter(both).mean(),
        theirs.filter(both).mean(),
        both.sum().alias(count(metric)),
    ]


def count(metric: str) -> str:
    """The column of how many pairs of a metric are finite on both sides."""
    return f"sweeplens:pairs {metric}"
