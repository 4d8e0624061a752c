"""How many rows each level of each factor has under the present filter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sweeplens.data.matching import held_level
from sweeplens.data.metrics import Factor, Level
from sweeplens.panes.base import Question


@dataclass(frozen=True)
class Facet:
    """One factor, with its levels counted."""

    factor: Factor
    counts: Mapping[str, int]
    """Rows by the text of a level; a level that is not named has none."""
    chosen: Level | None = None
    """The level that the filter holds the factor to."""

    def count(self, level: Level) -> int:
        """How many rows have this level."""
        return self.counts.get(level.text, 0)


def facets_of(question: Question) -> tuple[Facet, ...]:
    """Every factor with its levels counted over the rows that the filter keeps."""
    return tuple(
        Facet(factor, _counts(question, factor), held_level(factor, question.selection.where))
        for factor in question.collection.factors
    )


def _counts(question: Question, factor: Factor) -> Mapping[str, int]:
    return dict(question.runs[factor.column].alias("level").value_counts().iter_rows())
