"""Questions handed to threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Any

import pytest

from sweeplens.data.query import parse_filter
from sweeplens.data.selection import Selection
from sweeplens.figures import Figure, Notice
from sweeplens.panes.base import Pane, Question
from sweeplens.tui.asking import AT_ONCE, Asker
from sweeplens.tui.messages import AnswerReady, FilterRefused
from tests.builders import collection_of, factor

SWEEP = collection_of({"beta": ["1", "2"], "score": [0.1, 0.2]}, [factor("beta", ["1", "2"])])


class Owner:
    """Runs workers in threads, and keeps what is posted."""

    def __init__(self) -> None:
        self.posted: list[Any] = []
        self.started = 0
        self._threads = ThreadPoolExecutor(8)

    def run_worker(self, work: Callable[[], None], **_: object) -> None:
        self.started += 1
        self._threads.submit(work)

    def post_message(self, message: object) -> None:
        self.posted.append(message)

    def wait(self) -> None:
        self._threads.shutdown()


class Gate:
    """A pane that answers when it is let, and counts how many questions it works on at once."""

    def __init__(self) -> None:
        self.open = Event()
        self.most = self.answered = self._now = 0
        self._lock = Lock()
        self.pane = Pane("slow", "1", "Slow", "Slow", "Slow?", self.answer)

    def answer(self, question: Question) -> Figure:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self.open.wait(5)
        with self._lock:
            self._now -= 1
            self.answered += 1
        return Notice("Slow", ())


@pytest.fixture
def owner() -> Owner:
    return Owner()


def test_the_answer_comes_with_its_question(owner: Owner) -> None:
    question = Question(SWEEP)
    Asker(owner).ask(Pane("p", "1", "P", "P", "P?", lambda q: Notice("P", ())), question)  # type: ignore[arg-type]
    owner.wait()
    (message,) = owner.posted
    assert isinstance(message, AnswerReady)
    assert message.answer.question is question


def test_a_held_key_piles_up_no_threads_and_the_last_question_is_answered(owner: Owner) -> None:
    gate, asker = Gate(), Asker(owner)  # type: ignore[arg-type]
    questions = [Question(SWEEP) for _ in range(40)]
    for question in questions:
        asker.ask(gate.pane, question)
    gate.open.set()
    owner.wait()
    assert gate.most <= AT_ONCE
    assert gate.answered <= AT_ONCE + 1
    assert questions[-1] in [message.answer.question for message in owner.posted]


def test_a_slow_pane_does_not_hold_up_another_one(owner: Owner) -> None:
    gate, asker = Gate(), Asker(owner)  # type: ignore[arg-type]

    def reply(question: Question) -> Figure:
        gate.open.set()
        return Notice("Quick", ())

    quick = Pane("quick", "2", "Quick", "Quick", "Quick?", reply)
    asker.ask(gate.pane, Question(SWEEP))
    asker.ask(quick, Question(SWEEP))
    owner.wait()
    assert {message.answer.pane.id for message in owner.posted} == {"slow", "quick"}


def test_after_a_pause_the_next_question_is_answered_too(owner: Owner) -> None:
    asker = Asker(owner)  # type: ignore[arg-type]
    pane = Pane("p", "1", "P", "P", "P?", lambda q: Notice("P", ()))
    for _ in range(3):
        asker.ask(pane, Question(SWEEP))
        while len(owner.posted) < owner.started:
            pass
    owner.wait()
    assert len(owner.posted) == 3


def test_a_filter_that_cannot_be_applied_is_told_with_its_question(owner: Owner) -> None:
    question = Question(SWEEP, Selection(where=parse_filter("bate=1")))
    Asker(owner).ask(Pane("p", "1", "P", "P", "P?", lambda q: Notice("P", ())), question)  # type: ignore[arg-type]
    owner.wait()
    (message,) = owner.posted
    assert isinstance(message, FilterRefused)
    assert message.question is question
    assert "bate" in str(message.error)


def test_what_a_pane_can_say_at_once_comes_before_its_answer(owner: Owner) -> None:
    def soon(question: Question) -> Figure:
        return Notice("Soon", ())

    pane = Pane("p", "1", "P", "P", "P?", lambda q: Notice("Whole", ()), first_answer=soon)
    Asker(owner).ask(pane, Question(SWEEP))  # type: ignore[arg-type]
    owner.wait()
    said = [(message.answer.figure.title, message.answer.is_whole) for message in owner.posted]
    assert said == [("Soon", False), ("Whole", True)]
