"""What a question may name, before any pane answers it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sweeplens.data.load import load_collection
from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import QueryError, UsageError
from sweeplens.panes import PANES
from sweeplens.panes.base import Pane, Question
from sweeplens.panes.checking import check

BY_ID = {pane.id: pane for pane in PANES}


@pytest.fixture
def question(tmp_path: Path) -> Question:
    """About runs of a kind, a history with tasks and frames with seeds."""
    brief = "factors: {kind: {column: kind}}\nhistories: [{file: h.csv, step: step}]\nframes: [{file: f.jsonl}]\n"
    (tmp_path / "brief.yaml").write_text(brief + "views: {small: {pane: cells, where: kind=a}}\n")
    (tmp_path / "summary.csv").write_text("kind,loss\na,1.5\nb,2.5\n")
    points = "".join(f"{kind},{task},{step},0.5\n" for kind in "ab" for task in "xy" for step in (1, 2))
    (tmp_path / "h.csv").write_text("kind,task,step,grad\n" + points)
    frames = [json.dumps({"step": step, "place": place, "z": [[0, 1]]}) + "\n" for place in "pq" for step in (1, 2)]
    (tmp_path / "f.jsonl").write_text("".join(frames))
    return Question(load_collection(tmp_path))


def ask(question: Question, pane: Pane, selection: Selection) -> None:
    check(pane, Question(question.collection, selection))


@pytest.mark.parametrize(
    "where", ["kind=a", "loss<2", "task=x", "place=p", "(kind=a task=x) | word", "status:complete", "!has:loss"]
)
def test_a_filter_may_ask_of_runs_curves_and_frames(question: Question, where: str) -> None:
    ask(question, BY_ID["latent"], Selection(where=parse_filter(where)))


@pytest.mark.parametrize("where", ["nope>3", "kind=a | nope=1", "!has:nope"])
def test_a_filter_of_what_nothing_has_is_refused(question: Question, where: str) -> None:
    with pytest.raises(QueryError, match="nope"):
        ask(question, BY_ID["latent"], Selection(where=parse_filter(where)))


@pytest.mark.parametrize("pane", PANES, ids=lambda pane: str(pane.id))
def test_a_pane_has_its_own_views_and_those_of_the_brief_for_it(question: Question, pane: Pane) -> None:
    for view in pane.views_of(question.collection):
        ask(question, pane, Selection(view=view.id))
    if pane.id != "cells":
        with pytest.raises(UsageError, match="small"):
            ask(question, pane, Selection(view="small"))


def test_columns_and_order_are_the_business_of_panes_that_read_them(question: Question) -> None:
    selection = Selection(columns=("max grad",), sort=("max grad", None))
    ask(question, BY_ID["dynamics"], selection)
    with pytest.raises(UsageError, match="max grad"):
        ask(question, BY_ID["state"], selection)
