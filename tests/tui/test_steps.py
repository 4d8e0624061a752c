"""What a key makes of an inquiry."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from sweeplens.data.brief import Brief, View
from sweeplens.data.collection import Collection, History
from sweeplens.data.query import filter_text, parse_filter
from sweeplens.figures import Notice
from sweeplens.panes.base import Pane, PaneView, Question
from sweeplens.tui import steps
from sweeplens.tui.inquiry import Inquiry, pane_called
from tests.builders import collection_of, factor

PANE = Pane(
    "any", "1", "Any", "Any", "Anything?", lambda question: Notice("Any", ()), (PaneView("a", "A"), PaneView("b", "B"))
)
FAMILY = factor("family", ["raw", "dist norm"])
BETA = factor("beta", ["beta=.01", "beta=.1", "beta=1"])


def collection(**more: object) -> Collection:
    rows = [(family, beta) for family in ("raw", "dist norm") for beta in ("beta=.01", "beta=.1", "beta=1")]
    columns = {"family": [f for f, _ in rows], "beta": [b for _, b in rows], "score": range(6), "loss": range(6)}
    return collection_of(columns, [FAMILY, BETA], **more)  # type: ignore[arg-type]


def inquiry(**asked: object) -> Inquiry:
    return Inquiry(PANE, collection=collection()).narrowed(**asked)


def where(asked: Inquiry) -> str:
    return filter_text(asked.selection.where)


def test_a_factor_steps_through_its_levels_and_then_to_all() -> None:
    asked, seen = inquiry(), []
    for _ in range(4):
        asked = steps.along_factor("beta", 1)(asked)
        seen.append(where(asked))
    assert seen == ["beta=.01", "beta=.1", "beta=1", ""]


def test_a_factor_steps_back_from_all_to_its_last_level() -> None:
    assert where(steps.along_factor("beta", -1)(inquiry())) == "beta=1"


def test_a_step_leaves_the_rest_of_the_filter_alone() -> None:
    asked = inquiry(where=parse_filter("score>2 family=raw"))
    assert where(steps.along_factor("beta", 1)(asked)) == "score>2 family=raw beta=.01"


def test_brackets_step_the_factor_that_was_used_last() -> None:
    asked = steps.along_factor("beta", 1)(inquiry())
    assert where(steps.along_last_factor(1)(asked)) == "beta=.1"
    assert where(steps.along_last_factor(-1)(asked)) == ""


def test_brackets_step_the_first_factor_where_none_was_used() -> None:
    assert where(steps.along_last_factor(1)(inquiry())) == "family=raw"


def test_a_factor_that_is_not_there_steps_nowhere() -> None:
    asked = inquiry()
    assert steps.along_factor("gamma", 1)(asked) is asked


def test_all_levels_lets_every_factor_go_and_nothing_else() -> None:
    asked = inquiry(where=parse_filter("beta=.1 family=raw score>2"))
    assert where(steps.all_levels(asked)) == "score>2"


def test_clearing_the_filter_lets_everything_go() -> None:
    assert where(steps.unfiltered(inquiry(where=parse_filter("beta=.1 score>2")))) == ""


def test_metrics_are_stepped_round_and_round() -> None:
    asked = steps.along_metrics(1)(inquiry())
    assert asked.selection.metric == "loss"
    assert steps.along_metrics(1)(asked).selection.metric == "score"
    assert steps.along_metrics(-1)(inquiry()).selection.metric == "loss"


def test_metrics_are_stepped_from_the_first_one_where_the_asked_one_is_gone() -> None:
    assert steps.along_metrics(1)(inquiry(metric="gone")).selection.metric == "loss"


def test_views_are_the_panes_own_and_those_of_the_brief() -> None:
    brief = Brief(views={"mine": View("any"), "other": View("elsewhere")})
    asked = Inquiry(PANE, collection=collection(brief=brief))
    seen = []
    for _ in range(3):
        asked = steps.next_view(asked)
        seen.append(asked.selection.view)
    assert seen == ["b", "mine", "a"]


def test_a_pane_without_views_stays_as_it_is() -> None:
    asked = Inquiry(replace(PANE, views=()), collection=collection())
    assert steps.next_view(asked).selection.view is None


@pytest.mark.parametrize(
    ("rows", "fewer", "more"), [(None, 3, 10), (5, 3, 10), (1, 1, 2), (7, 5, 10), (5000, 1000, 5000)]
)
def test_rows_are_stepped_along_a_ladder(rows: int | None, fewer: int, more: int) -> None:
    assert steps.fewer_rows(inquiry(rows=rows)).selection.rows == fewer
    assert steps.more_rows(inquiry(rows=rows)).selection.rows == more


def test_folding_begins_with_what_the_brief_says() -> None:
    asked = Inquiry(PANE, collection=collection(brief=Brief(fold=True)))
    assert steps.folded(asked).selection.fold is False
    assert steps.folded(steps.folded(asked)).selection.fold is True


def test_the_first_step_folds_in_the_way_that_is_chosen() -> None:
    asked = steps.next_folding(inquiry(folding="mean-t95"))
    assert (asked.selection.fold, asked.selection.folding) == (True, "mean-t95")
    assert steps.next_folding(asked).selection.folding == "mean-bootstrap95"


def test_a_mark_is_set_and_taken_away() -> None:
    asked = steps.marked(3)(inquiry())
    assert asked.selection.marked == {3}
    assert steps.marked(3)(asked).selection.marked == frozenset()


def test_smoothing_ends_at_both_ends() -> None:
    asked = inquiry()
    assert steps.rougher(asked).selection.smoothing == 0
    for _ in range(20):
        asked = steps.smoother(asked)
    assert asked.selection.smoothing == steps.SMOOTHING_STEPS[-1] < 1


def test_a_field_is_opened_under_its_filter_beside_the_one_that_was_asked_and_gone_back_from() -> None:
    asked = inquiry(where=parse_filter("score>2"), metric="loss", view="b")
    opened = steps.behind("family=raw beta=1")(asked)
    assert (opened.pane.id, opened.selection.view, opened.selection.metric) == ("cells", None, "loss")
    assert where(opened) == "score>2 family=raw beta=1"
    back = steps.back(steps.marked(4)(opened))
    assert (back.pane, back.selection.view, where(back)) == (PANE, "b", "score>2")
    assert back.selection.marked == {4}


def test_a_field_of_a_view_is_opened_under_the_filter_and_the_metric_of_the_view() -> None:
    brief = Brief(views={"mine": View("any", where="score>2", metric="loss")})
    asked = Inquiry(PANE, collection=collection(brief=brief)).narrowed(view="mine")
    opened = steps.behind("beta=1")(asked)
    assert where(opened) == "score>2 beta=1"
    assert opened.selection.metric == "loss"


def test_there_is_no_way_back_from_another_pane_or_collection_and_none_where_nothing_was_opened() -> None:
    opened = steps.behind("beta=1")(inquiry())
    assert opened.of(PANE).before is None
    assert opened.about(replace(collection(), path=Path("elsewhere"))).before is None
    assert opened.about(collection()).before is not None
    assert steps.back(inquiry()).before is None


def test_a_checkpoint_is_asked_of_one_pane_alone() -> None:
    asked = steps.to_checkpoint(600.0)(inquiry())
    elsewhere = asked.of(pane_called("cells"))
    assert elsewhere.selection.step is None
    assert elsewhere.of(PANE).selection.step == 600.0


def test_curves_are_drawn_against_the_step_its_fraction_and_every_further_count() -> None:
    history = History("h.csv", "step", ("family",), ("score", "epoch", "step"), pl.DataFrame().lazy)
    asked, seen = Inquiry(PANE, collection=collection(histories=(history,))), []
    for _ in range(4):
        asked = steps.next_axis(asked)
        seen.append(asked.selection.x)
    assert seen == ["fraction", "epoch", None, "fraction"]


def test_without_a_history_there_is_nothing_else_to_draw_against() -> None:
    asked = inquiry()
    assert steps.next_axis(asked) is asked


@pytest.mark.parametrize(
    "step",
    [
        steps.log_axes,
        steps.outliers_clipped,
        steps.constants_hidden,
        steps.interpolated,
        steps.fully_ranged,
        steps.axes_shared,
    ],
)
def test_a_switch_pressed_twice_changes_nothing(step: steps.Step) -> None:
    asked = inquiry()
    assert step(asked).selection != asked.selection
    assert step(step(asked)).selection == asked.selection


@pytest.mark.parametrize(
    "step", [steps.along_metrics(1), steps.along_last_factor(1), steps.all_levels, steps.next_view, steps.folded]
)
def test_steps_before_there_is_a_collection_do_no_harm(step: steps.Step) -> None:
    assert isinstance(step(Inquiry(PANE)), Inquiry)


def test_a_step_never_changes_the_inquiry_it_is_made_from() -> None:
    asked = inquiry()
    question = asked.question
    steps.along_factor("beta", 1)(asked)
    assert asked.question is question
    assert isinstance(question, Question)
    assert asked.selection.where == parse_filter("")


def test_rows_are_stepped_from_what_is_usual() -> None:
    assert steps.more_rows(inquiry(each_end=20)).selection.rows == 50
