"""Why something that can be done elsewhere would change nothing here: one sentence, said in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sweeplens.data.standing import history_of
from sweeplens.panes.base import Question

Refusal: TypeAlias = Callable[[Question], str]
"""The sentence; empty where something changes."""


def nothing_refused(question: Question) -> str:
    """It always changes something."""
    return ""


def nothing_to_fold(question: Question) -> str:
    """Every cell holds one run."""
    if question.collection.is_repeated:
        return ""
    return "Nothing to fold: every cell holds one run. K or a brief (replicate: seed) says what repeats cells."


def nothing_measured(question: Question) -> str:
    """There is nothing that could be NaN."""
    return "" if question.collection.metrics else "This collection has no metrics, so there is no NaN to count."


def nothing_along_steps(question: Question) -> str:
    """No run has another value to stand for."""
    collection = question.collection
    if any(history_of(collection, metric) for metric in collection.metrics):
        return ""
    return "No history holds a metric run by run, so each run stands for the value that is stored."


def nothing_in_common(question: Question) -> str:
    """No average can be over other cells than another one."""
    if len(question.collection.factors) > 1:
        return ""
    return "Fewer than two factors vary, so that no average can be over other cells than another."
