"""Levels counted under the present filter."""

from __future__ import annotations

from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.panes.base import Question
from sweeplens.tui.facets import Facet, facets_of
from tests.builders import collection_of, factor

FAMILY = factor("family", ["raw", "dist norm"])
BETA = factor("beta", ["beta=.01", "beta=.1", "beta=1"])
SWEEP = collection_of(
    {"family": ["raw", "raw", "dist norm"], "beta": ["beta=.01", "beta=.1", "beta=.1"], "score": [1, 2, 3]},
    [FAMILY, BETA],
)


def counted(text: str) -> dict[str, list[int]]:
    return {facet.factor.name: [facet.count(level) for level in facet.factor.levels] for facet in faceted(text)}


def faceted(text: str) -> tuple[Facet, ...]:
    return facets_of(Question(SWEEP, Selection(where=parse_filter(text))))


def test_every_level_is_counted_also_those_without_rows() -> None:
    assert counted("") == {"family": [2, 1], "beta": [1, 2, 0]}


def test_counts_follow_the_filter() -> None:
    assert counted("score>1") == {"family": [1, 1], "beta": [0, 2, 0]}


def test_counts_of_every_factor_add_up_to_the_rows_that_are_shown() -> None:
    for text in ("", "family=raw", "beta=.1 score>2", "score>99"):
        rows = len(Question(SWEEP, Selection(where=parse_filter(text))).rows)
        assert all(sum(counts) == rows for counts in counted(text).values())


def test_the_level_that_a_factor_is_held_to_is_known_however_it_was_written() -> None:
    for text in ("beta=.1", "beta=0.1", "beta=1e-1", "beta=beta=.1"):
        family, beta = faceted(text)
        assert family.chosen is None
        assert beta.chosen == BETA.levels[1]
