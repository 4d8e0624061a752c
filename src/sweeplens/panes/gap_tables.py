"""The gaps as a table: both sides, their difference and ratio at one checkpoint."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Column, Figure, Media, Notice, Slider, Value, table_of
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Question
from sweeplens.panes.columns import factor_column
from sweeplens.panes.gap_maps import GAP
from sweeplens.panes.gapping import (
    candidate_minus_reference,
    checkpoint,
    gap_captions,
    gap_means,
    gap_title,
    row_factors,
)
from sweeplens.panes.histories import history_metric, measured
from sweeplens.panes.mode_pairs import Pairs, count, pairs_of, reference
from sweeplens.panes.ordering import first_rows, ordered

COUNTS = Column("pairs", kind="integer", media=Media.SCREEN | Media.DATA, why="Pairs that are finite on both sides.")
_COLUMN = re.compile(r"(delta|ratio) +(.+)")


@dataclass(frozen=True)
class GapColumn:
    """One column of the table: a side, the difference, or the ratio of a metric."""

    kind: str
    """`candidate`, `reference`, `delta` or `ratio`."""
    metric: Metric

    def head(self, pairs: Pairs) -> str:
        """`delta_full_minus_reinit_val_accuracy`, `ratio_reinit_to_full_val_norm_recon`, `full_val_accuracy`."""
        candidate, other = pairs.modes.heads()
        stem = {
            "candidate": candidate,
            "reference": other,
            "delta": f"delta_{candidate}_minus_{other}",
            "ratio": f"ratio_{other}_to_{candidate}",
        }
        return f"{stem[self.kind]}_{self.metric.name}"

    def is_called(self, name: str) -> bool:
        """Whether an order by `name` means this column: `ratio loss`, for a gap its metric, for the first one `gap`."""
        return name == f"{self.kind} {self.metric.name}" or (self.kind == "delta" and name in (self.metric.name, GAP))

    def label(self, pairs: Pairs) -> str:
        """How the screen heads it."""
        candidate, other = pairs.modes.candidate, pairs.modes.reference
        said = {"candidate": candidate, "reference": other, "delta": "Δ", "ratio": f"{other}/{candidate}"}
        return f"{said[self.kind]} {self.metric.head}"

    def values(self, means: pl.DataFrame) -> list[Value]:
        """One value a row of means; None where there is no finite pair or nothing to divide by."""
        ours, theirs = means[self.metric.name].to_list(), means[reference(self.metric.name)].to_list()
        return [self._value(a, b) for a, b in zip(ours, theirs, strict=True)]

    def _value(self, ours: float | None, theirs: float | None) -> float | None:
        if ours is None or theirs is None:
            return None
        if self.kind == "ratio":
            return theirs / ours if ours else None
        return {"candidate": ours, "reference": theirs, "delta": ours - theirs}[self.kind]


def gap_table(question: Question, which: str, title: str) -> Figure:
    """Both sides, their difference and ratio, one row for each level of what is answered by.

    `which` is the `first` or the `final` shared checkpoint; a notice called `title` where there is nothing to compare.
    """
    columns = _asked(question)
    pairs = pairs_of(question, list(dict.fromkeys(column.metric.name for column in columns)))
    slider, said = checkpoint(question, pairs, which)
    if slider is None:
        return Notice(title, said)
    by = row_factors(question, pairs)
    means, averaging = gap_means(question, pairs, slider.at, by)
    table = table_of(
        gap_title(question, _title(pairs, slider, which)),
        (*map(factor_column, by), *(_column(column, pairs) for column in columns), COUNTS),
        _rows(columns, pairs, means, by),
        captions=gap_captions(question, pairs, (*said, *averaging)),
        slider=slider,
    )
    return first_rows(ordered(table, _by_its_column(question, columns, pairs)), question.limit(len(table.rows) or 1))


def _rows(
    columns: Sequence[GapColumn], pairs: Pairs, means: pl.DataFrame, by: Sequence[Factor]
) -> list[tuple[Value, ...]]:
    """The levels, what stands under `columns`, and of how many pairs it is made."""
    keys = [means[factor.column].to_list() for factor in by]
    least = means.select(pl.min_horizontal(count(metric.name) for metric in pairs.metrics)).to_series().to_list()
    return list(zip(*keys, *(column.values(means) for column in columns), least, strict=True))


def _by_its_column(question: Question, columns: Sequence[GapColumn], pairs: Pairs) -> Question:
    """The question with its order under a column's name: `ratio loss`; a metric is its gap, `gap` the first one."""
    if question.sort is None:
        return question
    name, descending = question.sort
    meant = next((column for column in columns if column.is_called(name)), None)
    if meant is None:
        return question
    return replace(question, selection=replace(question.selection, sort=(meant.head(pairs), descending)))


def _asked(question: Question) -> list[GapColumn]:
    """The columns asked for; a bare metric is both sides and their difference."""
    names = question.columns or tuple(dict.fromkeys((history_metric(question), *_finals(question))))
    found: list[GapColumn] = []
    for name in names:
        if match := _COLUMN.fullmatch(name.strip()):
            found.append(GapColumn(match[1], measured(question.collection, match[2])))
        else:
            metric = measured(question.collection, name)
            found += [GapColumn(kind, metric) for kind in ("candidate", "reference", "delta")]
    return found


def _finals(question: Question) -> list[str]:
    """Final metrics that the history of the metric asked about holds too."""
    holding = [h for h in question.collection.histories if history_metric(question) in h.metrics]
    return [name for name in question.collection.final if all(name in history.metrics for history in holding)]


def _column(column: GapColumn, pairs: Pairs) -> Column:
    is_side = column.kind in ("candidate", "reference")
    return Column(
        column.head(pairs),
        label=column.label(pairs),
        unit="" if column.kind == "ratio" else column.metric.unit,
        direction=Column.direction if column.kind == "ratio" else column.metric.direction,
        leads=not is_side,
        is_difference=column.kind == "delta",
    )


def _title(pairs: Pairs, slider: Slider, which: str) -> str:
    """`full minus reinit at the final shared checkpoint (3000)`."""
    place = {"first": "first ", "final": "final shared "}[which] if slider.at == slider.home else ""
    return f"{candidate_minus_reference(pairs)} at the {place}checkpoint ({document_number(slider.at)})"
