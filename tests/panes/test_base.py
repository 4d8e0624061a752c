"""What a question asks, once a view of the brief has had its say."""

from __future__ import annotations

import pytest

from sweeplens.data.brief import Brief, View
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import UsageError
from sweeplens.panes.base import Pane, PaneView, Question, chosen_view
from tests.builders import collection_of, factor

VIEW = View(
    "cells",
    title="Small ones",
    where="beta=.1",
    metric="loss",
    columns=("loss",),
    by=("family",),
    sort="-loss",
    rows=3,
    options={"kind": "second"},
)
COLLECTION = collection_of(
    {
        "family": ["a", "a", "b", "b"],
        "beta": [".1", "1"] * 2,
        "score": [1, 2, 3, 4],
        "loss": [4, 3, 2, 1],
        "host": list("xyxy"),
    },
    (factor("family", ("a", "b")), factor("beta", (".1", "1"))),
    brief=Brief(views={"small": VIEW}),
    texts=("host",),
)
VIEWS = (PaneView("first", "First"), PaneView("second", "Second"))


def test_a_plain_question_is_about_everything() -> None:
    question = Question(COLLECTION)
    assert (list(question.rows), question.runs.height, question.columns, question.sort) == ([0, 1, 2, 3], 4, (), None)
    assert question.metric is not None
    assert question.metric.name == "score"
    assert (question.limit(7), question.ddof, question.is_folded) == (7, 0, False)


def test_a_view_of_the_brief_asks_for_what_it_names() -> None:
    question = Question(COLLECTION, Selection(view="small", where=parse_filter("a")))
    assert question.metric is not None
    assert question.metric.name == "loss"
    assert list(question.rows) == [0]
    assert question.runs["loss"].to_list() == [4.0]
    assert (question.columns, question.sort, question.limit(7)) == (("loss",), ("loss", True), 3)
    assert [each.name for each in question.by] == ["family"]


def test_a_user_goes_before_the_view() -> None:
    selection = Selection(view="small", metric="score", columns=("score",), by=("beta",), sort=("score", None), rows=1)
    question = Question(COLLECTION, selection)
    assert question.metric is not None
    assert (question.metric.name, question.columns, question.limit(7)) == ("score", ("score",), 1)
    assert ([each.name for each in question.by], question.sort) == (["beta"], ("score", None))


def test_a_text_column_can_be_answered_by_as_a_factor() -> None:
    (host,) = Question(COLLECTION, Selection(by=("host",))).by
    assert [level.text for level in host.levels] == ["x", "y"]


@pytest.mark.parametrize(
    ("selection", "says"),
    [
        (Selection(metric="scor"), "no metric called scor; did you mean score"),
        (Selection(by=("famly",)), "no factor called famly; did you mean family"),
    ],
)
def test_what_is_unknown_is_named_with_what_is_near(selection: Selection, says: str) -> None:
    question = Question(COLLECTION, selection)
    with pytest.raises(UsageError, match=says):
        _ = question.by if selection.by else question.metric


@pytest.mark.parametrize(
    ("asked", "pane", "chosen"),
    [(None, "cells", "first"), ("second", "cells", "second"), ("small", "cells", "second")],
)
def test_the_own_view_is_the_first_unless_it_is_named_or_the_brief_says_a_kind(
    asked: str | None, pane: str, chosen: str
) -> None:
    assert chosen_view(Question(COLLECTION, Selection(view=asked)), pane, VIEWS) == chosen


def test_a_view_of_another_pane_is_none_of_this_one() -> None:
    with pytest.raises(UsageError, match="no view called small"):
        chosen_view(Question(COLLECTION, Selection(view="small")), "extremes", VIEWS)


def test_a_pane_has_its_own_views_those_of_the_collection_and_those_of_the_brief() -> None:
    pane = Pane(
        "cells", "2", "Cells", "Cells", "?", lambda _: None, VIEWS,  # type: ignore[arg-type, return-value]
        further_views=lambda collection: tuple(PaneView(f"by {f.name}", f.head) for f in collection.factors),
    )  # fmt: skip
    titles = [view.title for view in pane.views_of(COLLECTION)]
    assert titles == ["First", "Second", "family", "beta", "Small ones"]
