"""How the numbers of an answer are made, in a few words: for the screen's first line and for what leaves."""

from __future__ import annotations

from collections.abc import Mapping

from sweeplens.panes.base import Question
from sweeplens.panes.folding import repeats_in_words
from sweeplens.stats.folding import METHODS
from sweeplens.ways import Nonfinite, Statistic

STATISTICS: Mapping[Statistic, str] = {
    "last": "stored value",
    "best": "best of history",
    "min": "lowest of history",
    "max": "highest of history",
    "mean": "mean of the last {mean_of}",
}
"""What a run stands for."""
NONFINITE: Mapping[Nonfinite, str] = {"exclude": "NaN excluded", "worst": "NaN as worst"}
"""What becomes of NaN and infinities where values are averaged."""


def is_folding(question: Question) -> bool:
    """Whether replicates are folded: it is asked for, and there are some."""
    return question.is_folded and question.collection.is_repeated


def folding_words(question: Question) -> str:
    """`mean ± std over seed`; empty where nothing is folded."""
    if not is_folding(question):
        return ""
    name = METHODS[question.selection.folding].name
    return f"{name} over {repeats_in_words(question.collection.replicates)}"


def nonfinite_words(question: Question) -> str:
    """`NaN as worst`; empty where nothing is folded and they are left out, as is usual."""
    policy = question.selection.nonfinite
    return NONFINITE[policy] if is_folding(question) or policy != "exclude" else ""


def statistic_words(question: Question) -> str:
    """`best of history`; empty for the stored values."""
    asked = question.selection
    return "" if asked.statistic == "last" else STATISTICS[asked.statistic].format(mean_of=asked.mean_of)


def common_words(question: Question) -> str:
    """That averages are over the common set alone; empty where they are over all."""
    return "common set" if question.selection.common else ""
