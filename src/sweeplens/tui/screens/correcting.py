"""The part of the main screen that is corrected: what columns are, and which way of metrics is better."""

from __future__ import annotations

from sweeplens.data.collection import Collection
from sweeplens.data.corrections import Corrections
from sweeplens.figures import Table
from sweeplens.tui import messages
from sweeplens.tui.correcting import Saying, Subject, everything_taken_back, subjects_of
from sweeplens.tui.screens.choice import Choice, ChoiceScreen
from sweeplens.tui.screens.reading import ReadingScreen


class CorrectingScreen(ReadingScreen):
    """What the user says holds at once: the collection is read again with it, and stays as it was where it cannot."""

    def action_correct(self) -> None:
        """Ask what the column under the cursor is; where there is none under it, ask first which one is meant."""
        subject = self.subject()
        if subject:
            self.ask_about(subject.name)
        elif self.inquiry.collection:
            subjects = subjects_of(self.inquiry.collection)
            choices = [Choice(subject.name, subject.name, subject.what) for subject in subjects]
            asked = self.inquiry.selection.metric or self.inquiry.collection.primary
            self.app.push_screen(ChoiceScreen("Which column?", choices, asked), self.ask_about)

    def subject(self) -> Subject | None:
        """The column under the cursor, or the metric of the row under it; None where there is none, or none yet."""
        column = self.figure_view.table.column if self.focused is self.figure_view.table else None
        if self.inquiry.collection is None or column is None or not self.is_at_rest():
            return None
        subjects = {subject.name: subject for subject in subjects_of(self.inquiry.collection)}
        names = (column.name if column.is_key else "", self._metric_of_row(), column.name)
        return next((subjects[name] for name in names if name in subjects), None)

    def _metric_of_row(self) -> str:
        """The metric that the row under the cursor is about, in a table that lists metrics."""
        figure, row = self.figure_view.figure, self.figure_view.table.cursor_row
        if not isinstance(figure, Table) or row >= len(figure.rows):
            return ""
        lists = [at for at, column in enumerate(figure.columns) if column.name == "metric"]
        return str(figure.rows.page(row, row + 1)[0][lists[0]]) if lists else ""

    def ask_about(self, name: str | None) -> None:
        """Ask what the column called `name` is."""
        from sweeplens.tui.screens.correction import CorrectionScreen  # opened when it is asked for, like every dialog

        subjects = subjects_of(self.inquiry.collection) if self.inquiry.collection else ()
        subject = next((subject for subject in subjects if subject.name == name), None)
        if subject:
            self.app.push_screen(CorrectionScreen(subject), self.say)

    def say(self, saying: Saying | None) -> None:
        """Have the open collection read again as the user says."""
        if saying and self.opened and saying.change.names:
            self.is_reading = True
            self._loader.say(self.opened, saying.change, saying.keeps)

    def keep_all(self) -> None:
        """Keep what was said for now."""
        if self.inquiry.collection:
            self.say(Saying(self.inquiry.collection.said.for_now, keeps=True))

    def take_all_back(self) -> None:
        """Forget everything that was said, for now and kept."""
        if self.inquiry.collection:
            self.say(Saying(everything_taken_back(self.inquiry.collection), keeps=True))

    def on_collection_corrected(self, message: messages.CollectionCorrected) -> None:
        """Ask the same of the collection as it is corrected."""
        self.listed.read(message.path, message.collection)
        self._keep(message.path, message.collection)
        if message.path == self.opened:
            self._replace(message.collection)
            self.notify(_outcome(message.collection, message.change), markup=False)

    def on_correction_refused(self, message: messages.CorrectionRefused) -> None:
        """Say why; what is shown stays."""
        self.is_reading = self.is_reading and message.path != self.opened
        self.notify(message.sentence, severity="error", markup=False)

    def _replace(self, collection: Collection) -> None:
        """Show the open collection as it is now, as the reference too; marks go where rows became others."""
        before = self.inquiry.collection
        if before and before.runs.height != collection.runs.height:
            self.figure_view.table.pinned = ()
            self.inquiry = self.inquiry.narrowed(marked=frozenset())
        self._opened(collection)


def _outcome(collection: Collection, change: Corrections) -> str:
    """What holds of the columns that something was said of, and for how long."""
    now = [each for each in collection.corrections if each.name in change.names]
    if not now:
        return f"{', '.join(change.names)}: as inferred again."
    return f"{', '.join(f'{each.name}: {each.says}' for each in now)}; {now[0].why}."
