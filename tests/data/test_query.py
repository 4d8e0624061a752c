"""The filter language: text to filters, filters to text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.data.filters import all_of, any_of
from sweeplens.data.query import (
    EVERYTHING,
    All,
    Any,
    Compare,
    Filter,
    Not,
    Operator,
    Word,
    both,
    filter_text,
    level_of,
    parse_filter,
    with_level,
)
from sweeplens.errors import QueryError

texts = st.text(st.one_of(st.sampled_from("ab.1 |()\"'=<>~:!,-/\\\n"), st.characters(codec="utf-8")), max_size=6)
names = texts.filter(lambda text: text.strip() and text != "n")
patterns = st.sampled_from(["^dist", "a/b", "x|y z", r"\d+\.\d", "", "[(]", r"a\\", '"'])
operators = st.sampled_from(["=", "!=", "~", ":"])
orders = st.sampled_from(["<", "<=", ">", ">="])


def compare(name: str, operator: Operator, values: list[str]) -> Filter:
    return Compare(name, operator, tuple(values))


words = st.one_of(
    st.builds(Word, texts),
    st.builds(lambda pattern: Word(pattern, is_pattern=True), patterns),
    st.builds(compare, names, operators, st.lists(texts, min_size=1, max_size=3)),
    st.builds(compare, names, orders, st.lists(texts, min_size=1, max_size=1)),
    st.builds(lambda name, pattern: Compare(name, "=", (pattern,), is_pattern=True), names, patterns),
)
filters = st.recursive(
    words,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(all_of, st.lists(inner, max_size=3)),
        st.builds(any_of, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(filters)
def test_a_filter_written_as_text_reads_as_itself(where: Filter) -> None:
    assert parse_filter(filter_text(where)) == where


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("ab1 |()\"'=<>~:!,-/\\."), max_size=12))
def test_any_text_is_a_filter_that_comes_back_or_an_error_with_its_place(text: str) -> None:
    where, error = read(text)
    if error is None:
        assert parse_filter(filter_text(where)) == where
    else:
        assert 0 <= error.position <= len(text)
        assert str(error).endswith(".")


def read(text: str) -> tuple[Filter, QueryError | None]:
    try:
        return parse_filter(text), None
    except QueryError as error:
        return EVERYTHING, error


@settings(max_examples=60, deadline=None)
@given(filters, filters)
def test_filtering_twice_is_filtering_once(first: Filter, second: Filter) -> None:
    once = both(first, second)
    assert both(once, second) == once
    assert both(once, first) == once
    assert both(first, EVERYTHING) == all_of([first])


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", EVERYTHING),
        ("  ", EVERYTHING),
        ("tok", Word("tok")),
        ("a b | c", Any((All((Word("a"), Word("b"))), Word("c")))),
        ("(a | b) c", All((Any((Word("a"), Word("b"))), Word("c")))),
        ("!a", Not(Word("a"))),
        ("-a", Not(Word("a"))),
        ("!beta=.1", Not(Compare("beta", "=", (".1",)))),
        ("beta=.01,.1", Compare("beta", "=", (".01", ".1"))),
        ("beta==.01", Compare("beta", "=", (".01",))),
        ("beta<=.1", Compare("beta", "<=", (".1",))),
        ("score>-0.5", Compare("score", ">", ("-0.5",))),
        ("family!=raw", Compare("family", "!=", ("raw",))),
        ("family~tok", Compare("family", "~", ("tok",))),
        ("family!~tok", Not(Compare("family", "~", ("tok",)))),
        ("family=/^dist/", Compare("family", "=", ("^dist",), is_pattern=True)),
        ("/^S?NLE$/", Word("^S?NLE$", is_pattern=True)),
        ('"Overall Acc">80', Compare("Overall Acc", ">", ("80",))),
        ("'Overall Acc'>80", Compare("Overall Acc", ">", ("80",))),
        ('family="dist norm",raw', Compare("family", "=", ("dist norm", "raw"))),
        ('"a|b"', Word("a|b")),
        ("params=lambda=0.05", Compare("params", "=", ("lambda=0.05",))),
        ("model=gpt(fc)", Compare("model", "=", ("gpt(fc)",))),
        ("status:missing", Compare("status", ":", ("missing",))),
        ("n:<3", Compare("n", ":", ("<3",))),
        ("has:score", Compare("has", ":", ("score",))),
        ("dist+tokcc-0.5", Word("dist+tokcc-0.5")),
        ("a a", Word("a")),
    ],
)
def test_words_mean_what_the_help_says(text: str, where: Filter) -> None:
    assert parse_filter(text) == where


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("beta=", 5, "beta= needs a value"),
        ("beta<", 5, "beta< needs a value"),
        ("beta=.01,", 9, "comma needs a value"),
        ("=.01", 0, "needs a name"),
        ("a |", 3, "word is missing"),
        ("| a", 0, "word is missing"),
        ("a !", 3, "leaves out the word"),
        ('family="dist', 7, "not closed"),
        ("(a", 0, "not closed"),
        ("a) b", 1, "closes nothing"),
        ("family=/^di", 7, "ends with another /"),
        ("a /(/", 2, "not a regular expression"),
        ("/(?=a)/", 0, "not a regular expression"),
        ("n:few", 2, "counts the runs"),
        ("beta<1,2", 5, "one value"),
        ('"a"b', 3, "space is missing"),
        ("beta = .01", 5, "needs a name right before"),
        ("!" * 60 + "a", 50, "deep"),
        ("(" * 60, 50, "deep"),
    ],
)
def test_text_that_is_no_filter_says_where_and_why(text: str, position: int, says: str) -> None:
    with pytest.raises(QueryError, match=says.replace("(", r"\(")) as caught:
        parse_filter(text)
    assert caught.value.position == position


def test_a_held_level_replaces_the_one_before_and_keeps_the_rest() -> None:
    where = with_level(parse_filter("family~tok beta=.01 score>.5"), "beta", ".1")
    assert filter_text(where) == "family~tok score>.5 beta=.1"
    assert level_of(where, "beta") == ".1"
    assert filter_text(with_level(where, "beta", None)) == "family~tok score>.5"


def test_a_level_held_beside_alternatives_holds_for_all_of_them() -> None:
    assert filter_text(with_level(parse_filter("raw | tok"), "beta", ".1")) == "(raw | tok) beta=.1"


@pytest.mark.parametrize(
    "text", ["beta=.01,.1", "!beta=.01", "beta=.01 | raw", "beta<=.01", "beta=/.01/", "family=raw"]
)
def test_what_does_not_hold_one_level_holds_none(text: str) -> None:
    assert level_of(parse_filter(text), "beta") is None
