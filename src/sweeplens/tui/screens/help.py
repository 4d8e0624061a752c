"""Every key and what it does, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from sweeplens.render.base import Line, Span
from sweeplens.text import padded
from sweeplens.tui.commands import Command, by_group, keys_shown
from sweeplens.tui.screens.dialog import Dialog
from sweeplens.tui.widgets.line_list import LineList
from sweeplens.tui.widgets.lines import clipped_line

FILTER_WORDS = (
    ("tok raw", "rows of which some level contains both"),
    ("raw | mean", "either; weaker than and"),
    ("!raw  -raw", "not"),
    ("beta=.01,.1", "one of these levels; numbers in labels count as numbers"),
    ("beta<=.1", "levels by their number"),
    ("family~tok", "levels that contain a text; family=/^dist/ those that match a pattern"),
    ("score>=.52", 'a metric; names with spaces in quotes: "Overall Acc">80'),
    ("status:missing", "cells by status; n:<3 by their number of runs; has:score with that metric"),
)
"""The language of the filter, by example."""

MOVING = (
    ("↑↓←→ hjkl", "the cursor"),
    ("PgUp PgDn", "a page"),
    ("Home End", "to the first, to the last"),
)


def help_lines(commands: Iterable[tuple[str, Command]]) -> tuple[Line, ...]:
    """The page: commands by group with their keys, titles and help, then moving about and the filter's words."""
    lines: list[Line] = []
    for group, members in by_group(commands).items():
        lines += [*_head(group), *(_command_line(keys, command) for keys, command in members)]
    lines += [*_head("Moving"), *_pairs(MOVING), *_head("Filter words"), *_pairs(FILTER_WORDS)]
    return tuple(lines[1:])


def _head(text: str) -> Iterator[Line]:
    yield ()
    yield (Span(text, "head"),)


def _command_line(keys: str, command: Command) -> Line:
    shown = padded(keys_shown(keys), 6, "right")
    return (Span(shown, "key"), Span(f"  {padded(command.title, 24)}"), Span(command.help, "muted"))


def _pairs(pairs: Iterable[tuple[str, str]]) -> Iterator[Line]:
    for left, right in pairs:
        yield (Span("  "), Span(padded(left, 16), "key"), Span(right, "muted"))


class HelpPage(LineList):
    """The page, scrolled line by line."""

    shows_cursor: ClassVar[bool] = False

    def __init__(self, lines: tuple[Line, ...]) -> None:
        super().__init__()
        self._lines = lines

    def line_count(self) -> int:
        """One line a line."""
        return len(self._lines)

    def line(self, at: int, width: int) -> Line:
        """The line, clipped where the page is narrow."""
        return clipped_line(self._lines[at], width)

    def action_step(self, by: int) -> None:
        """Scroll by a line."""
        self.scroll_relative(y=by, animate=False, force=True)

    def action_page(self, by: int) -> None:
        """Scroll by a window."""
        self.scroll_relative(y=by * max(self.size.height - 1, 1), animate=False, force=True)

    def action_go(self, at: int) -> None:
        """Scroll to the beginning or the end."""
        self.scroll_to(y=0 if at == 0 else self.max_scroll_y, animate=False, force=True)


class HelpScreen(Dialog[None]):
    """The page in a box as large as the screen allows."""

    DEFAULT_CSS = """
    HelpScreen > .box { width: 114; height: 90%; }
    HelpScreen HelpPage { height: 1fr; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,q,enter", "close", "Close", show=False)]

    def __init__(self, commands: Iterable[tuple[str, Command]]) -> None:
        super().__init__()
        self._lines = help_lines(commands)

    def compose(self) -> ComposeResult:
        """The page in its box."""
        with Vertical(classes="box") as box:
            box.border_title, box.border_subtitle = "Keys", "esc back"
            yield HelpPage(self._lines)

    def on_mount(self) -> None:
        """Scrolling works at once."""
        self.query_one(HelpPage).focus()
