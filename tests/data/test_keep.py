"""Which runs and cells a filter keeps."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.keep import kept_cells, kept_rows
from sweeplens.data.matching import held_level, hold_level
from sweeplens.data.query import EVERYTHING, Not, both, filter_text, parse_filter
from sweeplens.errors import QueryError
from tests.builders import collection_of, factor

FAMILIES = ("raw", "dist norm", "tokcc a.25", "dist+tokcc")
BETAS = ("beta=.01", "beta=0.1", "1e0")


def sweep() -> dict[str, Sequence[object]]:
    return {
        "family_label": [family for family in FAMILIES for _ in BETAS],
        "beta_label": list(BETAS) * 4,
        "score": [0.1 * row for row in range(9)] + [None, nan, inf],
        "Overall Acc": [float(row) for row in range(12)],
        "note": ["", None, "2024-01-05", "2024-02-01", "0.50", "x"] * 2,
    }


FACTORS = (factor("family", FAMILIES, "family_label", label="Loss family"), factor("beta", BETAS, "beta_label"))
COLLECTION = collection_of(sweep(), FACTORS, texts=("note",), constants=(("aggregation", "sum"),))


def rows(text: str) -> list[int]:
    return list(kept_rows(COLLECTION, parse_filter(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", list(range(12))),
        ("beta=.01", [0, 3, 6, 9]),
        ("beta=0.01", [0, 3, 6, 9]),
        ("beta=1e-2", [0, 3, 6, 9]),
        ("beta=beta=.01", [0, 3, 6, 9]),
        ("beta_label=1", [2, 5, 8, 11]),
        ("beta=.01,.1", [0, 1, 3, 4, 6, 7, 9, 10]),
        ("beta<=.1 family~tok", [6, 7, 9, 10]),
        ("beta!=.01 beta!=.1", [2, 5, 8, 11]),
        ("family=/^dist/", [3, 4, 5, 9, 10, 11]),
        ("family!=/^dist/", [0, 1, 2, 6, 7, 8]),
        ("FAMILY=Raw", [0, 1, 2]),
        ('"Loss family"=raw', [0, 1, 2]),
        ('family="dist norm",raw', [0, 1, 2, 3, 4, 5]),
        ("family=absent", []),
        ("TOK", [6, 7, 8, 9, 10, 11]),
        ("!tok", [0, 1, 2, 3, 4, 5]),
        ("/^raw$/", [0, 1, 2]),
        ("raw | norm beta>.5", [0, 1, 2, 5]),
        ("(raw | norm) beta>.5", [2, 5]),
        ("nothing-is-called-so", []),
        ("score>=.7", [7, 8, 11]),
        ("score<.2", [0, 1]),
        ("!score>=.7", [0, 1, 2, 3, 4, 5, 6, 9, 10]),
        ("score=0.3", [3]),
        ("score!=0.3 score<1", [0, 1, 2, 4, 5, 6, 7, 8]),
        ("score=nan", [10]),
        ("score=inf", [11]),
        ('score=""', [9]),
        ("has:score", [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11]),
        ("!has:score", [9]),
        ("has:score has:note beta=1", [2, 5, 8, 11]),
        ('"Overall Acc">9', [10, 11]),
        ("status:incomplete", [9]),
        ("status:diverged,incomplete", [9, 10, 11]),
        ("status=complete raw", [0, 1, 2]),
        ("status:missing", []),
        ("n:1 raw", [0, 1, 2]),
        ("n:<1", []),
        ("n>=1 raw", [0, 1, 2]),
        ("note>=2024-01-10", [3, 5, 9, 11]),
        ("note~2024", [2, 3, 8, 9]),
        ("note=.5", [4, 10]),
        ('note=""', [0, 1, 6, 7]),
        ("note=/^x$/", [5, 11]),
        ("aggregation=sum raw", [0, 1, 2]),
        ("aggregation=mean", []),
    ],
)
def test_a_filter_keeps_the_rows_it_names(text: str, expected: list[int]) -> None:
    assert rows(text) == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("famly=raw", "called famly; there is family"),
        ("has:scor", "called scor; there is score"),
        ("statux:missing", 'quote it: "statux:missing"'),
        ("beta<big", "big is not one"),
        ("score>x", "x is not one"),
        ("score=x", "x is not one"),
        ("score~5", "holds numbers"),
        ("status:whole", "one of complete, diverged"),
    ],
)
def test_what_the_collection_does_not_have_is_named(text: str, says: str) -> None:
    with pytest.raises(QueryError, match=says):
        rows(text)


atoms = st.sampled_from(["beta=.1", "raw", "score>.4", "family~tok", 'note=""', "has:score", "status:diverged", "n:1"])
two_filters = st.tuples(atoms, atoms).map(lambda pair: tuple(map(parse_filter, pair)))


@settings(max_examples=40, deadline=None)
@given(two_filters)
def test_and_or_and_not_are_those_of_sets(pair: tuple[object, ...]) -> None:
    first, second = pair
    a, b = set(kept_rows(COLLECTION, first)), set(kept_rows(COLLECTION, second))  # type: ignore[arg-type]
    joined = f"({filter_text(first)}) | ({filter_text(second)})"  # type: ignore[arg-type]
    assert set(rows(joined)) == a | b
    assert set(kept_rows(COLLECTION, both(first, second))) == a & b  # type: ignore[arg-type]
    assert set(kept_rows(COLLECTION, Not(first))) == set(range(12)) - a  # type: ignore[arg-type]


GAPPY = collection_of(
    {"family": ["a", "a", "b"], "beta": ["1", "1", "1"], "seed": ["0", "1", "0"], "score": [0.1, 0.9, nan]},
    (factor("family", ("a", "b")), factor("beta", ("1", "2")), factor("seed", ("0", "1"), is_replicate=True)),
    expected_runs=2,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")]),
        ("family=a", [("a", "1"), ("a", "2")]),
        ("status:missing", [("a", "2"), ("b", "2")]),
        ("status:diverged | status:missing beta=2 family=a", [("a", "2"), ("b", "1")]),
        ("n:<2", [("a", "2"), ("b", "1"), ("b", "2")]),
        ("n:0", [("a", "2"), ("b", "2")]),
        ("score>.5", [("a", "1")]),
        ("seed=0", [("a", "1"), ("b", "1")]),
        ("has:score", [("a", "1"), ("b", "1")]),
    ],
)
def test_a_cell_is_kept_by_its_runs_or_by_what_it_is(text: str, expected: list[tuple[str, str]]) -> None:
    assert [cell.levels for cell in kept_cells(GAPPY, parse_filter(text))] == expected


def test_every_level_can_be_held_and_found_again() -> None:
    for one in FACTORS:
        for level in one.levels:
            where = hold_level(one, EVERYTHING, level)
            assert held_level(one, where) == level
            assert held_level(one, parse_filter(filter_text(where))) == level
        assert hold_level(one, where, None) == EVERYTHING


def test_a_held_level_is_said_as_the_screen_says_it() -> None:
    assert filter_text(hold_level(FACTORS[1], EVERYTHING, FACTORS[1].levels[0])) == "beta=.01"


def test_levels_of_one_number_stay_apart_for_the_keys() -> None:
    twins = factor("beta", (".1", "0.1", "1"))
    for level in twins.levels:
        assert held_level(twins, hold_level(twins, EVERYTHING, level)) == level


def test_a_typed_number_holds_the_level_it_means() -> None:
    assert held_level(FACTORS[1], parse_filter("beta=1e-2 raw")) == FACTORS[1].levels[0]
