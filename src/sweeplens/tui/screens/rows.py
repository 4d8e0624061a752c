"""The part of the main screen that knows what is under the cursor: rows are opened, marked, pinned and ordered."""

from __future__ import annotations

from sweeplens.tui.messages import LevelChosen
from sweeplens.tui.screens.asking import AskingScreen
from sweeplens.tui.steps import behind, by_column, marked, to_level
from sweeplens.tui.widgets.frame_table import RowMarked, RowOpened, SortChosen


class RowsScreen(AskingScreen):
    """What the cursor points at, and what is done with it."""

    def action_open(self) -> None:
        """Open the run under the cursor, or what is behind the field under it."""
        table, drawing = self.figure_view.table, self.figure_view.drawing
        if self.figure_view.shows_table:
            self._open_run(table.run)
        elif drawing.behind:
            self.step(behind(drawing.behind))
        else:
            self._open_run(drawing.run)

    def action_mark(self) -> None:
        """Mark the run under the cursor, or take its mark away."""
        run = self.figure_view.drawing.run
        if self.figure_view.shows_table:
            self.figure_view.table.action_mark_row()
        elif run is not None:
            self.step(marked(run))

    def action_pin(self) -> None:
        """Keep the row under the cursor in sight, or let it go."""
        self.figure_view.table.action_pin_row()

    def action_sort(self, descending: bool) -> None:
        """Order the rows by the column under the cursor; a grid by the field under it, and by the mean."""
        table, drawing = self.figure_view.table, self.figure_view.drawing
        column = table.column if self.figure_view.shows_table else None
        name = column.name if column else drawing.next_order(descending)
        if name:
            self.step(by_column(name, descending))

    def on_row_opened(self, message: RowOpened) -> None:
        """Open the run that was clicked."""
        self._open_run(message.run)

    def on_row_marked(self, message: RowMarked) -> None:
        """Keep the mark for every other answer."""
        if message.run is not None:
            self.step(marked(message.run))

    def on_sort_chosen(self, message: SortChosen) -> None:
        """Order the rows by the column whose head was clicked."""
        self.step(by_column(message.column, message.descending))

    def on_level_chosen(self, message: LevelChosen) -> None:
        """Hold the factor to the level, or let it go."""
        self.step(to_level(message.factor, message.level))

    def _open_run(self, run: int | None) -> None:
        from sweeplens.tui.screens.run import RunScreen  # with the exporters, which the first paint does without

        if run is not None and self.shown:
            self.app.push_screen(RunScreen(self.shown, run, self.figure_view.look))
