"""The part of the main screen in which the filter is typed: a draft, applied for as long as it is a filter."""

from __future__ import annotations

from functools import cached_property

from sweeplens.data.query import EVERYTHING, Filter, filter_text, parse_filter
from sweeplens.errors import QueryError
from sweeplens.tui.inquiry import check_filter
from sweeplens.tui.screens.asking import AskingScreen
from sweeplens.tui.widgets.filter_line import FilterLine


class FilteringScreen(AskingScreen):
    """Live while it is typed; Enter keeps it, Escape brings the one before it back."""

    _before: Filter = EVERYTHING
    """The filter when the line was entered."""

    @cached_property
    def filter_line(self) -> FilterLine:
        """The line in which it is typed."""
        return self.query_one(FilterLine)

    @property
    def is_typing(self) -> bool:
        """Whether the line has the focus."""
        return self.is_mounted and self.focused is self.filter_line.input

    def watch_draft(self) -> None:
        """Have every change of the line applied."""
        self.watch(self.filter_line.input, "value", self._typed, init=False)

    def _typed(self, text: str) -> None:
        """Apply the draft; where it is no filter, say why and keep the last one that was."""
        if not self.is_typing:
            return
        try:
            where = parse_filter(text)
            if self.inquiry.collection:
                check_filter(self.inquiry.collection, where)
        except QueryError as error:
            self.refused = str(error)
        else:
            self.refused = ""
            self.inquiry = self.inquiry.narrowed(where=where)

    def action_filter(self) -> None:
        """Go into the line, behind the words that are there."""
        self._before = self.inquiry.selection.where
        self.set_focus(self.filter_line.input)
        words = self.filter_line.input.value.rstrip()
        self.filter_line.show(f"{words} " if words else "")

    def action_keep_filter(self) -> None:
        """Leave the line with the filter as it is; stay where the text is none, so that it can be mended."""
        if not self.refused:
            self.focus_pane()
            self.show_filter()

    def action_restore_filter(self) -> None:
        """Leave the line with the filter as it was."""
        self.refused = ""
        self.focus_pane()
        self.inquiry = self.inquiry.narrowed(where=self._before)

    def show_filter(self) -> None:
        """Write the filter into the line, unless it is being typed or stands there in other words."""
        where = self.inquiry.selection.where
        if not self.is_typing and not self._says(where):
            self.filter_line.show(filter_text(where))

    def _says(self, where: Filter) -> bool:
        try:
            return parse_filter(self.filter_line.input.value) == where
        except QueryError:
            return False
