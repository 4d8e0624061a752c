"""The part of the main screen that takes answers away: as Markdown to the clipboard, in any format to a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.tui.answers import Answer
from sweeplens.tui.screens.asking import AskingScreen

if TYPE_CHECKING:
    from sweeplens.tui.takeaway import Export


class TakingScreen(AskingScreen):
    """Copying and exporting what is shown."""

    def action_copy(self) -> None:
        """Send what is seen to the clipboard as Markdown."""
        from sweeplens.tui.telling import sent, tell  # with the exporters, which the first paint does without

        if self.shown:
            tell(self, partial(sent, self.app, self.shown))

    def action_export(self) -> None:
        """Ask what goes where, and write it."""
        from sweeplens.tui.screens.export import ExportScreen

        if self.shown:
            stem = f"{self.shown.question.collection.path.stem}-{self.shown.pane.id}"
            self.app.push_screen(ExportScreen(stem, Path.cwd()), partial(self._export, self.shown))

    def _export(self, answer: Answer, export: Export | None) -> None:
        from sweeplens.tui.takeaway import write
        from sweeplens.tui.telling import tell

        if export:
            tell(self, partial(write, export, answer))
