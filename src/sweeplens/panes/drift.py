"""What a comparison leaves out, and what is not the same on both sides, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.data.collection import Collection
from sweeplens.data.metrics import Metric
from sweeplens.figures import Direction
from sweeplens.lazy import pl
from sweeplens.panes.joining import Comparison
from sweeplens.panes.pairing import differing_constants
from sweeplens.panes.sentences import listed, row_in_words
from sweeplens.text import plural

NAMED = 6
"""Cells, levels and metrics that a sentence names; more are counted."""


def cells_sentences(comparison: Comparison) -> tuple[str, ...]:
    """How many cells are common, and which ones only one side has."""
    names = comparison.names
    common = "1 cell is" if comparison.count == 1 else f"{comparison.count:,} cells are"
    source = f" ({comparison.reference.source})" if comparison.reference.source else ""
    delta = f"delta is {names.candidate} minus {names.reference}{source}"
    return (f"{common} common; {delta}.", *_one_sided(comparison))


def _one_sided(comparison: Comparison) -> Iterator[str]:
    for name, cells, factors in comparison.alone:
        words = [row_in_words(factors, row) for row in cells.head(NAMED).rows()]
        yield f"Only in {name}: {_some(words, cells.height, 'cell')}."


def drift_sentences(collection: Collection, comparison: Comparison) -> tuple[str, ...]:
    """What differs between the two sides other than their numbers, and how it was dealt with."""
    reference = comparison.reference
    if reference.factor is not None:
        return ()
    return (
        *_level_drift(comparison),
        *_factor_drift(comparison),
        *_metric_drift(collection, comparison),
        *_constant_drift(collection, comparison),
        *((reference.note,) if reference.note else ()),
    )


def _level_drift(comparison: Comparison) -> Iterator[str]:
    """Levels that only one side has."""
    names = comparison.names
    for key in comparison.pairing.keys:
        here = [level.text for level in key.factor.levels]
        sides = ((names.candidate, here, key.there), (names.reference, key.there, here))
        for name, levels, others in sides:
            alone = [level for level in levels if level not in others]
            if alone:
                yield f"Of {key.factor.head}, only {name} has {_some(alone[:NAMED], len(alone), 'level')}."


def _factor_drift(comparison: Comparison) -> Iterator[str]:
    """Factors that only one side varies."""
    names, pairing = comparison.names, comparison.pairing
    for factor in pairing.own if pairing.is_possible else ():
        cell = f"every level is held against the same cell of {names.reference}"
        yield f"Only {names.candidate} varies {factor.head}: {cell}."
    for factor in pairing.averaged:
        yield f"Only {names.reference} varies {factor.head}: its runs are averaged over it."


def _metric_drift(collection: Collection, comparison: Comparison) -> Iterator[str]:
    """Metrics that only one side has, and those that do not mean the same on both."""
    names, other = comparison.names, comparison.reference.collection
    shared = {metric.name for metric in comparison.metrics}
    for name, metrics in ((names.candidate, collection.metrics), (names.reference, other.metrics)):
        alone = [metric.head for metric in metrics if metric.name not in shared]
        if alone:
            yield f"Only {name} has {_some(alone[:NAMED], len(alone), 'metric')}."
    theirs = {metric.name: metric for metric in other.metrics}
    for metric in comparison.metrics:
        yield from _meaning_drift(metric, theirs[metric.name], comparison)


def _meaning_drift(metric: Metric, theirs: Metric, comparison: Comparison) -> Iterator[str]:
    names = comparison.names
    if metric.formula and theirs.formula and metric.formula.split() != theirs.formula.split():
        yield f"{metric.head} has another formula in {names.reference}: {' '.join(theirs.formula.split())}."
    if metric.unit != theirs.unit:
        units = f"{metric.unit or 'no unit'} in {names.candidate} and {theirs.unit or 'no unit'} in {names.reference}"
        yield f"{metric.head} has {units}."
    if Direction.UNKNOWN not in (metric.direction, theirs.direction) and metric.direction != theirs.direction:
        yield f"{metric.head} is better {metric.direction.value} in {names.candidate}, but not in {names.reference}."


def _constant_drift(collection: Collection, comparison: Comparison) -> Iterator[str]:
    names = comparison.names
    for name, here, there in differing_constants(collection, comparison.reference.collection):
        yield f"{name} is {here} in {names.candidate} and {there} in {names.reference}."


def means_sentence(comparison: Comparison, metrics: Sequence[Metric]) -> str:
    """What a cell of several runs is, and what becomes of runs without a finite value; empty where all is plain."""
    made = f"A cell of several runs is the {comparison.average.name} of them" if comparison.holds_means else ""
    if comparison.worst:
        left = "NaN and Inf count as the worst finite value of their metric"
    else:
        left = _left_out_of_means(comparison, metrics) if made else ""
    said = "; ".join(part for part in (made, left) if part)
    return f"{said}." if said else ""


def _left_out_of_means(comparison: Comparison, metrics: Sequence[Metric]) -> str:
    """How many runs without a finite value are left out, metric by metric; empty where none is."""
    runs = (comparison.candidate_runs, comparison.reference_runs)
    counts = {metric.head: sum(_nonfinite(side[metric.name]) for side in runs) for metric in metrics}
    said = [f"{count} of {name}" for name, count in counts.items() if count]
    return f"runs without a finite value are left out: {listed(said)}" if said else ""


def _nonfinite(values: pl.Series) -> int:
    return len(values) - int(values.is_finite().sum())


def _some(shown: Sequence[str], count: int, noun: str) -> str:
    """What is shown of so many: `a, b, and 3 further cells`."""
    more = [plural(count - len(shown), f"further {noun}")] if count > len(shown) else []
    return listed([*shown, *more])
