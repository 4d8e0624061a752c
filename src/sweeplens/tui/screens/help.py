"""Every key and what it does, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from sweeplens.render.base import Line, Span
from sweeplens.render.lines import line_width
from sweeplens.text import padded, wrapped
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


def help_lines(commands: Iterable[tuple[str, Command]], width: int) -> tuple[Line, ...]:
    """The page: commands by group with their keys, titles and help, then moving about and the filter's words."""
    lines: list[Line] = []
    for group, members in by_group(commands).items():
        lines += _head(group)
        for keys, command in members:
            lines += _explained(_named(keys, command.title), command.help, width)
    for head, pairs in (("Moving", MOVING), ("Filter words", FILTER_WORDS)):
        lines += _head(head)
        for example, meaning in pairs:
            lines += _explained((Span("  "), Span(padded(example, 16), "key")), meaning, width)
    return tuple(lines[1:])


def _head(text: str) -> tuple[Line, ...]:
    return ((), (Span(text, "head"),))


def _named(keys: str, title: str) -> Line:
    return (Span(padded(keys_shown(keys), 6, "right"), "key"), Span(f"  {padded(title, 24)}"))


def _explained(named: Line, text: str, width: int) -> Iterator[Line]:
    """What is named, and its explanation beside it on as many lines as it takes."""
    indent = line_width(named)
    first, *others = wrapped(text, max(width - indent, 1))
    yield (*named, Span(first, "muted"))
    for line in others:
        yield (Span(" " * indent), Span(line, "muted"))


class HelpPage(LineList):
    """The page, scrolled line by line."""

    shows_cursor: ClassVar[bool] = False

    def __init__(self, commands: Iterable[tuple[str, Command]]) -> None:
        super().__init__()
        self._commands = tuple(commands)
        self._lines: tuple[Line, ...] = ()

    def lines_changed(self) -> None:
        """Break the explanations anew."""
        self._lines = help_lines(self._commands, self.size.width)
        super().lines_changed()

    def line_count(self) -> int:
        """How many lines the explanations take."""
        return len(self._lines)

    def line(self, at: int, width: int) -> Line:
        """The line, clipped where not even a key and its title fit."""
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
        self._commands = tuple(commands)

    def compose(self) -> ComposeResult:
        """The page in its box."""
        with Vertical(classes="box") as box:
            box.border_title, box.border_subtitle = "Keys", "esc back"
            yield HelpPage(self._commands)

    def on_mount(self) -> None:
        """Scrolling works at once."""
        self.query_one(HelpPage).focus()
