"""Asks panes in threads, the newest question first."""

from __future__ import annotations

from threading import Lock

from textual.dom import DOMNode

from sweeplens.errors import QueryError
from sweeplens.panes.base import Pane, Question
from sweeplens.tui.answers import answer, first_answer
from sweeplens.tui.messages import AnswerReady, FilterRefused

AT_ONCE = 2
"""Answers under way at one time: a slow pane does not hold up the next one, and a held key piles up no threads."""


class Asker:
    """Hands questions to threads, and posts what the panes answer to its owner."""

    def __init__(self, owner: DOMNode) -> None:
        self._owner = owner
        self._lock = Lock()
        self._waiting: tuple[Pane, Question] | None = None
        self._under_way = 0

    def ask(self, pane: Pane, question: Question) -> None:
        """Have the question answered; one that is still waiting for a thread is forgotten."""
        with self._lock:
            self._waiting = (pane, question)
            if self._under_way == AT_ONCE:
                return
            self._under_way += 1
        self._owner.run_worker(self._answer_waiting, group="answer", thread=True, exit_on_error=False)

    def _answer_waiting(self) -> None:
        """Answer what is waiting until nothing is."""
        while asked := self._next():
            self._answer(*asked)

    def _next(self) -> tuple[Pane, Question] | None:
        with self._lock:
            asked, self._waiting = self._waiting, None
            if asked is None:
                self._under_way -= 1
            return asked

    def _answer(self, pane: Pane, question: Question) -> None:
        try:
            if first := first_answer(pane, question):
                self._owner.post_message(AnswerReady(first))
            self._owner.post_message(AnswerReady(answer(pane, question)))
        except QueryError as error:
            self._owner.post_message(FilterRefused(question, error))
