"""How large a metric is on each side: its spread here and over the reference's common cells, and their ratio."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from sweeplens.data.collection import Collection
from sweeplens.data.metrics import Metric
from sweeplens.figures import Column, Media, Notice, Table, Value, is_finite, table_of
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.cell_means import cell_means
from sweeplens.panes.columns import shown_rows
from sweeplens.panes.comparing import comparison_of
from sweeplens.panes.counting import counted_spreads, counting, worst_values
from sweeplens.panes.joining import Comparison, but_reference
from sweeplens.panes.sentences import titled
from sweeplens.stats.spread import Spread
from sweeplens.text import plural

SIDE = "aggregation_mode"
"""What the rows are told apart by; the name is part of the data's contract."""
STATISTICS = ("min", "mean", "max", "std")
LEFT_OUT = ("missing", "nonfinite")


@dataclass(frozen=True)
class _Side:
    """One row: what it is about, where its numbers come from, and how they are spread."""

    name: str
    source: str
    spread: Spread

    @property
    def row(self) -> tuple[Value, ...]:
        s = self.spread
        return (self.name, self.source, s.n, s.min, s.mean, s.max, s.std, s.missing, s.nonfinite)


def scale_table(question: Question, metric: Metric, captions: Sequence[str]) -> Table:
    """The spread of a metric over all rows; with a reference also over common cells, and the ratio of the means.

    The ratio is of like with like: of the common cells of both sides, where rows have no counterpart. A view of the
    brief is about all rows here, and says so.
    """
    comparison = comparison_of(question)
    beside = comparison if isinstance(comparison, Comparison) and metric in comparison.metrics else None
    sides = [_own(question, metric, beside), *(_common(question, metric, beside) if beside else [])]
    rows, said = [side.row for side in sides], [*captions]
    ratio = _ratio(*(side.spread for side in sides[-2:])) if beside else None
    if beside and ratio is not None:
        rows.append(_ratio_row(beside, ratio))
        said.append(_ratio_sentence(beside, ratio))
        said += _unlike_sentence(beside, sides)
    if isinstance(comparison, Notice) and comparison.level == "warning":
        said += comparison.sentences
    whole = "sample" if question.ddof else "whole population"
    said.append(f"std is that of a {whole} (ddof={question.ddof}).")
    title = (question.view.title if question.view else "") or titled(metric.head)
    return table_of(title, _columns(sides), rows, captions=tuple(said))


def _columns(sides: Sequence[_Side]) -> tuple[Column, ...]:
    """The contract's columns; how many values are left out stands in documents where some are."""
    is_whole = all(side.spread.missing == side.spread.nonfinite == 0 for side in sides)
    return (
        Column(SIDE, label="rows", kind="level", is_key=True),
        Column("source", kind="text"),
        Column("n", kind="integer"),
        *(Column(name) for name in STATISTICS),
        *(Column(name, kind="integer", media=Media.DATA if is_whole else Media.ALL) for name in LEFT_OUT),
    )


def _own(question: Question, metric: Metric, beside: Comparison | None) -> _Side:
    """The rows that are shown, without those of a level that is the reference."""
    collection = question.collection
    frame = shown_rows(question).frame
    name = beside.names.candidate if beside else collection.label or collection.name
    frame = but_reference(frame, beside.reference) if beside else frame
    return _Side(name, _source(collection, collection.brief.label), _spread(frame, metric, question, beside))


def _common(question: Question, metric: Metric, beside: Comparison) -> Iterator[_Side]:
    """The rows here that are common, where others are not and no view says to take them all; the reference's."""
    own = _folded(question, metric, beside, beside.candidate_runs)
    if question.view is None and beside.only_candidate.height:
        source = _source(question.collection, question.collection.brief.label)
        yield _Side(f"{beside.names.candidate}_common_cells", source, _spread(own, metric, question, beside))
    yield _reference(question, metric, beside)


def _folded(question: Question, metric: Metric, beside: Comparison, runs: pl.DataFrame) -> pl.DataFrame:
    """Runs in common cells, folded as the rows here are."""
    if not question.is_folded:
        return runs
    return cell_means(counting(runs, beside.worst), beside.pairing.columns, [metric.name], beside.average)


def _unlike_sentence(beside: Comparison, sides: Sequence[_Side]) -> Iterator[str]:
    """That the ratio is of all rows here and of some there, where it is."""
    if len(sides) == 2 and beside.only_candidate.height:
        own, other = (side.spread.n for side in sides)
        yield f"The ratio is of all {plural(own, 'row')} here and of the {other} of common cells there."


def _reference(question: Question, metric: Metric, beside: Comparison) -> _Side:
    """The reference's rows of common cells."""
    reference, frame = beside.reference, _folded(question, metric, beside, beside.reference_runs)
    source = reference.source or _source(reference.collection, reference.label)
    return _Side(f"{beside.names.matched}_common_cells", source, _spread(frame, metric, question, beside))


def _spread(frame: pl.DataFrame, metric: Metric, question: Question, beside: Comparison | None) -> Spread:
    worst = beside.worst if beside else worst_values(question)
    return counted_spreads(frame, [metric.name], (), question.ddof, worst)[0][1][0]


def _source(collection: Collection, label: str) -> str:
    """`sum summary.csv`: the file of the runs, with the collection's label before it."""
    files = [PurePath(file.name).name for file in collection.files if file.what == "summary"]
    return f"{label} {files[0] if files else collection.name}".strip()


def _ratio(own: Spread, other: Spread) -> float | None:
    """The ratio of both means; None where one is missing, or there is nothing to divide by."""
    if own.mean is None or not other.mean:
        return None
    ratio = own.mean / other.mean
    return ratio if is_finite(ratio) else None


def _ratio_row(beside: Comparison, ratio: float) -> tuple[Value, ...]:
    """A single number under every statistic, as it is all there is of it."""
    name = f"{beside.names.candidate}_over_{beside.names.matched}_ratio"
    return (name, "derived from rows above", 1, ratio, ratio, ratio, 0.0, 0, 0)


def _ratio_sentence(beside: Comparison, ratio: float) -> str:
    """`The sum scale is 40.1x the matched mean-reference scale.`"""
    times = f"{ratio:.3g}" if abs(ratio) < 1000 else f"{ratio:,.0f}"
    matched = beside.names.matched.replace("_", "-")
    return f"The {beside.names.candidate} scale is {times}x the matched {matched} scale."
