"""A pane's answer, also where the pane fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.errors import QueryError, UsageError
from sweeplens.figures import Figure, Notice
from sweeplens.panes.base import Pane, Question
from sweeplens.settings import state_dir
from sweeplens.tui.answers import answer
from tests.builders import collection_of, factor

SWEEP = collection_of({"beta": ["1", "2"], "score": [0.1, 0.2]}, [factor("beta", ["1", "2"])])


def pane(says: Figure | Exception) -> Pane:
    def reply(question: Question) -> Figure:
        if isinstance(says, Exception):
            raise says
        return says

    return Pane("one", "1", "One", "One", "One?", reply)


def test_the_answer_has_the_figure_and_the_levels_counted() -> None:
    figure = Notice("One", ("fine",))
    given = answer(pane(figure), Question(SWEEP))
    assert given.figure is figure
    assert [facet.factor.name for facet in given.facets] == ["beta"]


def test_a_question_that_cannot_be_asked_is_answered_with_the_reason() -> None:
    given = answer(pane(UsageError("There is no metric called x.")), Question(SWEEP))
    assert isinstance(given.figure, Notice)
    assert (given.figure.sentences, given.figure.level) == (("There is no metric called x.",), "warning")


def test_a_pane_that_fails_says_where_the_details_are() -> None:
    given = answer(pane(ZeroDivisionError("division by zero")), Question(SWEEP))
    assert isinstance(given.figure, Notice)
    assert given.figure.sentences[0] == "One could not be answered: ZeroDivisionError: division by zero."
    log = state_dir() / "sweeplens.log"
    assert str(log) in given.figure.sentences[1]
    assert "Traceback" in log.read_text()


def test_a_log_that_cannot_be_written_does_not_stop_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SWEEPLENS_STATE_DIR", str(tmp_path / "file"))
    assert isinstance(answer(pane(ValueError("x")), Question(SWEEP)).figure, Notice)


def test_a_filter_that_cannot_be_applied_is_no_answer() -> None:
    with pytest.raises(QueryError, match="bate"):
        answer(pane(Notice("One", ())), Question(SWEEP, Selection(where=parse_filter("bate=1"))))
