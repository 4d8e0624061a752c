"""The common set: averages are alike where they are over the same other cells, and marked where they are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.data.metrics import Factor
from sweeplens.errors import UsageError
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.columns import row_factors
from sweeplens.panes.sentences import listed, row_in_words
from sweeplens.stats.effects import common_rows
from sweeplens.text import plural

NAMED = 6
"""Combinations that are not common that a sentence names; more are counted."""


@dataclass(frozen=True, eq=False)
class CommonSet:
    """Rows that averages by some factors are over."""

    frame: pl.DataFrame
    """The rows to average: those of the common set where it is asked for, else all."""
    left_out: tuple[str, ...]
    """What not every level has, in words."""
    sentence: str
    """That averages are not over the same cells, or what was left out so that they are; empty where all is common."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentence, where there is one."""
        return (self.sentence,) if self.sentence else ()


def common_set(
    question: Question, frame: pl.DataFrame, by: Sequence[Factor], others: Sequence[Factor], metric: str
) -> CommonSet:
    """The rows with a finite `metric`, by what the levels of `by` have in common among the levels of `others`."""
    if not (by and others):
        return CommonSet(frame, (), "")
    columns = [factor.column for factor in others]
    is_common = common_rows(frame, [factor.column for factor in by], columns, metric)
    rest = frame.filter(~is_common & frame[metric].is_finite()).select(columns).unique(maintain_order=True).rows()
    names = tuple(row_in_words(others, row) for row in rest)
    if not names:
        return CommonSet(frame, (), "")
    whose = " and ".join(factor.head for factor in by)
    if question.selection.common:
        return CommonSet(frame.filter(is_common), names, f"Left out, as not every {whose} has it: {_named(names)}.")
    said = f"Averages are not over the same cells: not every {whose} has {_named(names)} (G, --common: restrict them)."
    return CommonSet(frame, names, said)


def making_cells(question: Question, factors: Sequence[Factor]) -> Sequence[Factor]:
    """The factors, all of which make cells; `UsageError` names one that does not."""
    for factor in factors:
        if factor not in question.collection.cell_factors:
            raise UsageError(f"{factor.head} makes no cells, so the means of cells cannot be told apart by it.")
    return factors


def open_factors(frame: pl.DataFrame, by: Sequence[Factor], factors: Sequence[Factor]) -> list[Factor]:
    """Those of `factors` that an average by `by` is over.

    Replicates are among them where some seed is there at every level: seeds of their own for each could not be common.
    """
    others = [factor for factor in factors if factor not in by] if by else []
    return [factor for factor in others if not factor.is_replicate or _is_shared(frame, factor, by)]


def splitting_factors(question: Question) -> list[Factor]:
    """The factors that tell rows apart, but those that are read out of another one."""
    return [factor for factor in row_factors(question) if factor.splits_cells]


def _is_shared(frame: pl.DataFrame, factor: Factor, by: Sequence[Factor]) -> bool:
    """Whether some level of a factor occurs with every combination of the levels of `by`."""
    combinations = frame.select(factor.column, *(each.column for each in by)).unique()
    most = combinations.group_by(factor.column).len()["len"].max() if frame.height else 0
    return most == frame.select(each.column for each in by).n_unique()


def _named(names: Sequence[str]) -> str:
    more = [plural(len(names) - NAMED, "further one")] if len(names) > NAMED else []
    return listed([*names[:NAMED], *more])
