"""Where an answer comes from and how its numbers are made: one sentence for documents, the same as fields for data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any

from sweeplens.data.metrics import Metric
from sweeplens.data.query import EVERYTHING, filter_text
from sweeplens.errors import SweeplensError
from sweeplens.figures import Direction, Document, Figure, Notice, Paragraph
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.folding import policy_in_words
from sweeplens.panes.making import folding_words, is_folding
from sweeplens.panes.sentences import listed
from sweeplens.panes.shown_metrics import shown_metrics
from sweeplens.text import plural
from sweeplens.ways import Statistic

NAMED = 6
"""Metrics of one direction that the sentence names; more are counted."""
BETTER: Mapping[Direction, str] = {
    Direction.HIGHER: "Higher is better",
    Direction.LOWER: "Lower is better",
    Direction.UNKNOWN: "Better end unknown",
}
STANDS_FOR: Mapping[Statistic, str] = {
    "last": "their stored value",
    "best": "the best value of their history, where it is known what is better",
    "min": "the lowest value of their history",
    "max": "the highest value of their history",
    "mean": "the mean of the last {mean_of} values of their history",
}
"""What a run stands for, in a sentence."""


@dataclass(frozen=True, eq=False)
class Provenance:
    """What has to be known about an answer that stands somewhere else."""

    question: Question
    metrics: tuple[Metric, ...] = ()
    """Those that it shows; none where it is about files, cells or latents."""
    pane: str = ""
    compares: bool = False
    """Whether it holds the collection against its reference."""
    is_finer: bool = False
    """Whether it is about curves, of which a run stands for a single value only where one is asked for."""

    @property
    def sentence(self) -> str:
        """Everything in full sentences.

        `From sweep (data of 2026-05-08 09:14 UTC), 4 of 12 rows: beta=.01. Runs stand for their stored value; NaN and
        Inf are left out. Higher is better: accuracy.`
        """
        return " ".join((*self._source(), *(self._making() if self.metrics else ()), *self._directions()))

    @property
    def fields(self) -> dict[str, Any]:
        """The same by name, as JSON can hold it; names of metrics and levels as data write them."""
        question, asked = self.question, self.question.selection
        is_folded = is_folding(question)
        return {
            "collection": question.collection.name,
            "data_of": _moment(question.collection.modified, "%Y-%m-%dT%H:%M:%SZ") or None,
            "pane": self.pane,
            "view": asked.view,
            "filter": filter_text(question.where),
            "rows": len(question.rows),
            "of": question.collection.runs.height,
            "statistic": asked.statistic,
            "mean_of": asked.mean_of if asked.statistic == "mean" else None,
            "folding": asked.folding if is_folded else None,
            "folded_over": [factor.name for factor in question.collection.replicates] if is_folded else [],
            "nonfinite": asked.nonfinite,
            "common": asked.common,
            "better": {metric.name: metric.direction.value for metric in self.metrics},
            "reference": self._reference() or None,
            "corrections": self._corrections(),
        }

    def _source(self) -> Iterator[str]:
        collection = self.question.collection
        moment = _moment(collection.modified, "%Y-%m-%d %H:%M UTC")
        data = f" (data of {moment})" if moment else ""
        against = f" against {self._reference()}" if self._reference() else ""
        yield f"From {collection.name}{data}{against}, {rows_kept(self.question)}."
        if self._corrections():
            yield f"Corrected by hand: {listed(self._corrections())}."

    def _reference(self) -> str:
        """The name of the reference with the date of its data; the level that is one; empty where there is none."""
        try:
            found = self.question.reference if self.compares else None
        except SweeplensError:
            return ""
        if found is None:
            return ""
        if found.factor is not None:
            return f"{found.factor.name}={found.level}"
        moment = _moment(found.collection.modified, "%Y-%m-%d %H:%M UTC")
        return f"{found.collection.name} (data of {moment})" if moment else found.collection.name

    def _corrections(self) -> list[str]:
        return [f"{each.name}: {each.says}" for each in self.question.collection.corrections]

    def _making(self) -> Iterator[str]:
        """What a run stands for, how runs are folded, and what is averaged how."""
        asked = self.question.selection
        is_usual = self.is_finer and asked.statistic == "last"
        value = "" if is_usual else STANDS_FOR[asked.statistic].format(mean_of=asked.mean_of)
        restricted = "averages are over the common set" if asked.common else ""
        runs = f"runs stand for {value}" if value else ""
        said = (runs, folding_words(self.question), policy_in_words(self.question), restricted)
        clauses = "; ".join(part for part in said if part)
        yield f"{clauses[0].upper()}{clauses[1:]}."

    def _directions(self) -> Iterator[str]:
        """Which way of which metric is better."""
        for direction, head in BETTER.items():
            heads = list(dict.fromkeys(metric.head for metric in self.metrics if metric.direction is direction))
            more = [plural(len(heads) - NAMED, "further metric")] if len(heads) > NAMED else []
            if heads:
                yield f"{head}: {listed([*heads[:NAMED], *more])}."


def provenance(pane: Pane, question: Question, figure: Figure) -> Provenance:
    """Where what `pane` answers comes from."""
    return Provenance(question, shown_metrics(pane, question, figure), pane.id, pane.compares, pane.is_finer)


def attributed(figure: Figure, source: Provenance) -> Figure:
    """The figure with the sentence as its last caption; as it is where it says it already, or is no answer."""
    is_said = isinstance(figure, Document) and Paragraph(source.sentence) in figure.blocks
    if isinstance(figure, Notice) or is_said:
        return figure
    return replace(figure, captions=(*figure.captions, source.sentence))


def rows_kept(question: Question) -> str:
    """`all 12 rows`, or `4 of 12 rows: beta=.01`."""
    rows = plural(question.collection.runs.height, "row")
    if question.where == EVERYTHING:
        return f"all {rows}"
    return f"{len(question.rows)} of {rows}: {filter_text(question.where)}"


def _moment(seconds: float, form: str) -> str:
    """A time in UTC; empty where it is not known."""
    return datetime.fromtimestamp(seconds, timezone.utc).strftime(form) if seconds else ""
