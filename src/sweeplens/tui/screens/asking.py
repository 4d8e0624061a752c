"""The part of the main screen that asks: keys make another inquiry, a thread has it answered, the answer is shown."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cached_property, partial

from textual.binding import Binding
from textual.reactive import var

from sweeplens.data.selection import Selection
from sweeplens.figures import Figure
from sweeplens.panes import PANES
from sweeplens.tui import messages
from sweeplens.tui.answers import Answer
from sweeplens.tui.asking import Asker
from sweeplens.tui.commands import COMMANDS
from sweeplens.tui.inquiry import Inquiry
from sweeplens.tui.keys import moved
from sweeplens.tui.refusals import Refusal
from sweeplens.tui.screens.commanded import CommandedScreen, widget_bindings
from sweeplens.tui.steps import Step
from sweeplens.tui.widgets.figure_view import FigureView

WORDLESS = 0.3
"""Seconds that one waits for an answer before it is said that there is one to come."""
PATIENCE = 1.0
"""Seconds that a key waits for an answer; a slower one leaves the keyboard free."""


class AskingScreen(CommandedScreen):
    """What is asked, and what was answered: two values, and every change is another value."""

    inquiry: var[Inquiry] = var(lambda: Inquiry(PANES[0]), init=False)
    """What is asked."""
    shown: var[Answer | None] = var(None, init=False)
    """The answer that is on the screen."""
    refused: var[str] = var("", init=False)
    """Why the filter that was asked for last is none."""
    is_slow: var[bool] = var(False, init=False)
    """Whether the answer takes longer than one waits without a word."""

    def __init__(self) -> None:
        super().__init__()
        self._asker = Asker(self)
        self._rest = asyncio.Event()

    def watch_inquiry(self, inquiry: Inquiry) -> None:
        """Have it answered."""
        if inquiry.question:
            self._asker.ask(inquiry.pane, inquiry.question)
            self.set_timer(WORDLESS, partial(self._note_slow, inquiry))
        self.note_rest()

    def watch_shown(self) -> None:
        """Let the keys act that waited for it."""
        self.is_slow = self.shown is not None and not self.shown.is_whole
        self.note_rest()

    def _note_slow(self, inquiry: Inquiry) -> None:
        self.is_slow = self.inquiry is inquiry and not self.is_at_rest()

    def is_at_rest(self) -> bool:
        """Whether what is asked is what is shown."""
        return self.inquiry.question is (self.shown.question if self.shown else None)

    def note_rest(self) -> None:
        """Let waiting keys act where nothing is under way."""
        if self.is_at_rest():
            self._rest.set()
        else:
            self._rest.clear()

    async def before_key(self, key: str) -> None:
        """Wait for the answer, but not for long, where the key is about what the answer holds, or means nothing yet."""
        if not self._rest.is_set() and (key in self._keys_of_rows() or key not in self.active_bindings):
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._rest.wait(), PATIENCE)

    def on_answer_ready(self, message: messages.AnswerReady) -> None:
        """Show the answer, unless something else was asked in the meantime."""
        if message.answer.question is self.inquiry.question:
            self.shown = message.answer

    def on_filter_refused(self, message: messages.FilterRefused) -> None:
        """Say why, and go back to the filter of what is shown."""
        if message.question is self.inquiry.question:
            self.refused = str(message.error)
            self.inquiry = self.inquiry.narrowed(where=self._last_good().where)

    def _last_good(self) -> Selection:
        """The selection whose answer is shown; everything where none of this collection is."""
        shown = self.shown.question if self.shown else None
        return shown.selection if shown and shown.collection is self.inquiry.collection else Selection()

    @cached_property
    def figure_view(self) -> FigureView:
        """Where the answer is painted."""
        return self.query_one(FigureView)

    def paint_figure(self, figure: Figure) -> None:
        """Paint an answer, with the marks that its runs have; the focus goes along at once, for the key that waits."""
        table, selection = self.figure_view.table, self.inquiry.selection
        table.hide_constant = selection.hide_constant
        table.marked = selection.marked
        was_in_pane = self.focused is self.figure_view.part
        self.figure_view.figure = figure
        if was_in_pane:
            self.focus_pane()

    def focus_pane(self) -> None:
        """Go into the pane."""
        self.set_focus(self.figure_view.part)

    def _keys_of_rows(self) -> frozenset[str]:
        """The keys that are about rows, and so about one answer and no other."""
        about_rows = [command.binding for command in COMMANDS if command.of_answer]
        bindings = moved([*about_rows, *widget_bindings()], self.moved_keys)
        return frozenset(binding.key for binding in Binding.make_bindings(bindings))

    def step(self, step: Step) -> None:
        """Ask what the step makes of what is asked."""
        self.inquiry = step(self.inquiry)

    def action_change(self, name: str) -> None:
        """Carry out a command that is only about what is asked."""
        found = next(command for command in (*self.factor_commands, *COMMANDS) if command.id == name)
        if found.change:
            self.step_unless(found.change, found.refusal)

    def step_unless(self, step: Step, refusal: Refusal) -> None:
        """Ask what the step makes of what is asked; where it would change nothing, say why."""
        reason = refusal(self.inquiry.question) if self.inquiry.question else ""
        if reason:
            self.notify(reason, markup=False)
        else:
            self.step(step)
