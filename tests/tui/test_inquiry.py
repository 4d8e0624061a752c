"""What is asked, from pane to pane and from collection to collection."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from sweeplens.data.query import EVERYTHING, filter_text, parse_filter
from sweeplens.figures import Notice
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane
from sweeplens.settings import Settings
from sweeplens.tui.inquiry import Inquiry, pane_called, recalled
from sweeplens.tui.memory import Memory, PaneMemory
from tests.builders import collection_of, factor

ONE = Pane("one", "1", "One", "One", "One?", lambda question: Notice("One", ()))
TWO = Pane("two", "2", "Two", "Two", "Two?", lambda question: Notice("Two", ()))
SWEEP = collection_of({"beta": ["1", "2"], "score": [0.1, 0.2]}, [factor("beta", ["1", "2"])])
OTHER = replace(
    collection_of({"alpha": ["1", "2"], "loss": [0.1, 0.2]}, [factor("alpha", ["1", "2"])]), path=Path("elsewhere")
)


def asked(**changes: object) -> Inquiry:
    return Inquiry(ONE, collection=SWEEP).narrowed(**changes)


def test_each_pane_keeps_its_own_view_order_and_rows() -> None:
    there = asked(view="v", sort=("score", True), rows=3).of(TWO).narrowed(view="w")
    assert (there.selection.view, there.selection.sort, there.selection.rows) == ("w", None, None)
    back = there.of(ONE)
    assert (back.selection.view, back.selection.sort, back.selection.rows) == ("v", ("score", True), 3)
    assert back.of(TWO).selection.view == "w"


def test_each_view_keeps_its_own_order() -> None:
    there = asked(view="v", sort=("score", True), rows=3).in_view("w")
    assert (there.selection.view, there.selection.sort, there.selection.rows) == ("w", None, 3)
    back = there.narrowed(sort=("beta", False)).of(TWO).of(ONE)
    assert (back.selection.view, back.selection.sort) == ("w", ("beta", False))
    assert back.in_view("v").selection.sort == ("score", True)


def test_another_collection_is_asked_of_no_pane_for_what_only_the_first_one_has() -> None:
    there = asked(view="v", sort=("score", True), step=3.0).of(TWO).about(OTHER).of(ONE)
    assert (there.selection.view, there.selection.sort, there.selection.step) == (None, None, None)
    same = asked(view="v", sort=("score", True)).about(OTHER)
    assert (same.selection.view, same.selection.sort) == (None, None)


def test_filter_metric_and_marks_go_from_pane_to_pane() -> None:
    selection = asked(where=parse_filter("beta=1"), metric="score", marked=frozenset({1})).of(TWO).selection
    assert filter_text(selection.where) == "beta=1"
    assert selection.metric == "score"
    assert selection.marked == {1}


def test_asking_the_same_pane_again_asks_nothing_new() -> None:
    inquiry = asked()
    assert inquiry.of(ONE) is inquiry


def test_before_there_is_a_collection_what_is_asked_is_kept_for_it() -> None:
    early = Inquiry(ONE).narrowed(where=parse_filter("beta=1"))
    assert early.question is None
    late = early.about(SWEEP)
    assert late.question is not None
    assert list(late.question.rows) == [0]


def test_an_inquiry_has_one_question_however_often_it_is_looked_at() -> None:
    inquiry = asked()
    assert inquiry.question is inquiry.question


def test_another_collection_is_not_asked_for_what_it_does_not_have() -> None:
    there = asked(where=parse_filter("beta=1"), metric="score", sort=("score", True), marked=frozenset({1})).about(
        OTHER
    )
    assert there.selection.where == EVERYTHING
    assert (there.selection.metric, there.selection.sort, there.selection.marked) == (None, None, frozenset())


def test_a_collection_that_was_read_again_is_asked_the_same() -> None:
    again = replace(SWEEP)
    there = asked(where=parse_filter("beta=1"), sort=("mean", True), marked=frozenset({1})).about(again)
    assert there.collection is again
    assert filter_text(there.selection.where) == "beta=1"
    assert there.selection.sort == ("mean", True)
    assert there.selection.marked == {1}


def test_a_reference_stays_when_another_collection_is_opened() -> None:
    there = asked().against(SWEEP).about(OTHER)
    assert there.question is not None
    assert there.question.against is SWEEP


def test_a_named_reference_takes_the_place_of_a_collection() -> None:
    named = asked().against(SWEEP).against(None, "mean")
    assert (named.reference, named.selection.versus) == (None, "mean")


def test_what_is_remembered_is_asked_again() -> None:
    left = asked(where=parse_filter("beta=1"), metric="score", fold=True, view="v", sort=("score", None)).of(TWO)
    memory = left.memory(Settings())
    there = recalled(memory, ONE, Settings())
    assert filter_text(there.where) == "beta=1"
    assert (there.metric, there.fold, there.view, there.sort) == ("score", True, "v", ("score", None))
    assert recalled(memory, TWO, Settings()).view is None


def test_the_ways_of_making_numbers_are_remembered() -> None:
    ways: dict[str, Any] = {"folding": "median-range", "nonfinite": "worst", "statistic": "best", "common": True}
    there = recalled(asked(**ways).memory(Settings()), ONE, Settings(mean_of=3))
    assert {name: getattr(there, name) for name in ways} == ways
    assert there.mean_of == 3


def test_what_was_left_as_it_is_set_follows_the_settings() -> None:
    was, now = Settings(folding="mean-t95"), Settings(folding="iqm-bootstrap95", nonfinite="worst", statistic="max")
    memory = Inquiry(ONE, recalled(Memory(), ONE, was), SWEEP).memory(was)
    there = recalled(memory, ONE, now)
    assert (there.folding, there.nonfinite, there.statistic) == ("iqm-bootstrap95", "worst", "max")


def test_a_remembered_filter_that_is_none_any_more_is_forgotten() -> None:
    assert recalled(Memory(where="(beta=1", panes={"one": PaneMemory(view="v")}), ONE, Settings()).where == EVERYTHING


def test_a_pane_that_there_is_not_is_the_first_one() -> None:
    assert pane_called("nothing") is pane_called(None) is PANES[0]
    assert pane_called(PANES[-1].id) is PANES[-1]
