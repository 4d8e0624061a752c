"""Curves that stop before the others do: their runs may have been cut off, and their last values are no final ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from sweeplens.data.collecting import collected
from sweeplens.data.collection import History
from sweeplens.data.digest import digested
from sweeplens.data.metrics import Factor
from sweeplens.data.signature import signature_of
from sweeplens.data.steps import has_step
from sweeplens.errors import ReadError
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.panes.base import Question
from sweeplens.panes.histories import as_collection, kept_curves
from sweeplens.panes.sentences import listed, row_in_words
from sweeplens.text import plural

LARGEST = 64 << 20
"""Bytes of a history up to which it is read for this."""
NAMED = 4
"""Curves that a sentence names; more are counted."""
_LAST = "sweeplens:last"


def early_sentences(question: Question) -> Iterator[str]:
    """A sentence for each history most of whose curves end at one step, about those kept that end before it.

    Where no step is the last one of at least half of the curves, none ends early. Large histories are not looked at.
    """
    for history in question.collection.histories:
        if history.keys and sum(signature_of(file)[1] for file in history.files) <= LARGEST:
            with suppress(ReadError):
                yield from _sentence(question, history)


def _sentence(question: Question, history: History) -> Iterator[str]:
    keys = list(history.keys)
    ends = digested(history.files, f"last steps of {history.name} {keys!r}", lambda: _last_steps(history))
    usual = ends[_LAST].mode().max()
    if usual is None or 2 * (ends[_LAST] == usual).sum() < ends.height:
        return
    whole = as_collection(question.collection, history)
    kept = kept_curves(question, whole).join(ends, on=keys, how="inner", nulls_equal=True, maintain_order="left")
    early = kept.filter(pl.col(_LAST) < usual)
    if early.height:
        factors = [f for f in whole.factors if f.column in keys and whole.runs[f.column].n_unique() > 1]
        count, verb = plural(early.height, "curve"), "ends" if early.height == 1 else "end"
        last = f"{history.step} {document_number(usual)}"  # type: ignore[arg-type]
        yield f"{count} of {history.name} {verb} before {last}, where most end: {listed(_names(early, factors))}."


def _names(early: pl.DataFrame, factors: Sequence[Factor]) -> list[str]:
    """The first curves with their last steps, and how many more there are."""
    texts = early.head(NAMED).select(factor.column for factor in factors).rows()
    lasts = early.head(NAMED)[_LAST].to_list()
    names = [f"{row_in_words(factors, row)} ({document_number(at)})" for row, at in zip(texts, lasts, strict=True)]
    return names + [f"{early.height - NAMED} more"] * (early.height > NAMED)


def _last_steps(history: History) -> pl.DataFrame:
    """The keys of each curve, and the greatest step at which some metric of it has a value."""
    is_written = pl.any_horizontal(pl.col(metric).is_not_null() for metric in history.metrics)
    points = history.scan().filter(has_step(history.step) & is_written)
    last = pl.col(history.step).max().cast(pl.Float64).alias(_LAST)
    return collected(points.group_by(history.keys, maintain_order=True).agg(last), history.name)
