"""The main screen: collections and factors on the left, one pane's answer on the right, the filter below."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import DescendantBlur, DescendantFocus, Resize
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from sweeplens.failures import log_failure
from sweeplens.panes import PANES
from sweeplens.panes.base import Question
from sweeplens.tui.beginning import Beginning
from sweeplens.tui.commands import Situation, keys_shown
from sweeplens.tui.inquiry import Inquiry, pane_called
from sweeplens.tui.screens.commanded import FIXED
from sweeplens.tui.screens.correcting import CorrectingScreen
from sweeplens.tui.screens.dialogs import DialogsScreen
from sweeplens.tui.screens.filtering import FilteringScreen
from sweeplens.tui.screens.first import NARROW
from sweeplens.tui.screens.moving import MovingScreen
from sweeplens.tui.screens.rows import RowsScreen
from sweeplens.tui.screens.taking import TakingScreen
from sweeplens.tui.steps import back
from sweeplens.tui.widgets.collection_list import CollectionList
from sweeplens.tui.widgets.facet_panel import FacetPanel
from sweeplens.tui.widgets.figure_view import FigureView
from sweeplens.tui.widgets.filter_line import FilterLine
from sweeplens.tui.widgets.key_line import KeyLine, key_spots
from sweeplens.tui.widgets.pane_tabs import PaneTabs
from sweeplens.tui.widgets.top_line import TopLine, TopWords
from sweeplens.tui.words import Said, left_out_in_words, open_end_in_words, question_in_words, rows_in_words

WIDE = 160
"""From this width on it shows longer names."""


class MainScreen(CorrectingScreen, DialogsScreen, FilteringScreen, MovingScreen, RowsScreen, TakingScreen):
    """Puts the parts together, and paints what is asked and what was answered."""

    CSS_PATH = "main.tcss"

    _width = 0

    def __init__(self, beginning: Beginning) -> None:
        super().__init__(beginning.sources)
        self.set_reactive(MainScreen.inquiry, beginning.inquiry)
        self.moved_keys = beginning.settings.keys
        self._beginning = beginning

    def compose(self) -> ComposeResult:
        """From the top to the bottom."""
        yield TopLine()
        yield PaneTabs()
        with Horizontal(id="body"):
            with Vertical(id="side"):
                yield CollectionList()
                yield FacetPanel()
            yield FigureView()
        yield FilterLine()
        yield KeyLine()

    def on_mount(self) -> None:
        """Paint what can be said before anything is read, then read."""
        self.query_one(CollectionList).border_title = "Collections"
        self.query_one(FacetPanel).border_title = "Factors"
        self.query_one(PaneTabs).panes = PANES
        self.figure_view.look = self._beginning.look
        self.figure_view.figure = self._beginning.preview
        self.watch_draft()
        self.focus_pane()
        self.start_reading(self._beginning.paths, self._beginning.first)
        self.watch_files(self._beginning.settings.watch_seconds)
        self.paint_words()

    # What is shown

    def situation(self) -> Situation:
        """What there is at this moment."""
        figure = self.shown.figure if self.shown else None
        is_in_pane = self.focused is self.figure_view.part
        return Situation(self.inquiry.pane, self.inquiry.question, figure, self.is_typing, is_in_pane)

    def watch_shown(self) -> None:
        """Paint the answer, and the levels counted beside it."""
        if self.shown:
            self.paint_figure(self.shown.figure)
            self.query_one(FacetPanel).facets = self.shown.facets
            self.paint_words()
        super().watch_shown()

    def watch_inquiry(self, inquiry: Inquiry) -> None:
        """Have it answered, and say at once what is asked."""
        super().watch_inquiry(inquiry)
        self.paint_words()

    def watch_refused(self) -> None:
        """Say why a filter is none."""
        self.filter_line.says.error = self.refused

    def watch_is_reading(self) -> None:
        """Say so."""
        super().watch_is_reading()
        self.paint_words()

    def watch_is_slow(self) -> None:
        """Say so."""
        self.paint_words()

    def watch_news(self) -> None:
        """Say so."""
        self.paint_words()

    def watch_is_stale(self) -> None:
        """Say so."""
        self.paint_words()

    def paint_words(self) -> None:
        """Everything that is said about the question in words."""
        if not self.query(TopLine):
            return  # A key can still come while the screen is being put up or taken down.
        asked, answered = self.inquiry.question, self.shown.question if self.shown else None
        count = rows_in_words(answered) if answered else ""
        words = self._question(asked, count) if asked else ()
        self.query_one(TopLine).words = TopWords(self._title(), self.inquiry.collection, words, self._note())
        self.query_one(PaneTabs).chosen = self.inquiry.pane.id
        self.query_one(FacetPanel).keys = {each.factor: keys_shown(self.keys_of(each)) for each in self.factor_commands}
        self.filter_line.says.count = count
        self.filter_line.says.note = left_out_in_words(self.shown.pane, answered) if self.shown and answered else ""
        self.show_filter()
        self.paint_keys()

    def paint_keys(self) -> None:
        """The keys that do something now, those first by which the figure is moved through."""
        shown = sorted((each for each in self.commands() if each.hint), key=lambda each: not each.leads)
        hints = ((keys_shown(self.keys_of(each)), each.hint, each.run) for each in shown)
        self.query_one(KeyLine).spots = key_spots(hints)

    def _question(self, asked: Question, count: str) -> tuple[Said, ...]:
        """What is asked, the key that says which way is better where a ranking would need to know, and the count."""
        key = next(keys_shown(self.keys_of(each)) for each in FIXED if each.id == "correct")
        open_end = open_end_in_words(asked, key) if self.inquiry.pane.ranks else ()
        return (*question_in_words(asked), *open_end, Said(count, is_elsewhere=True))

    def _title(self) -> str:
        if self.inquiry.collection:
            return self.inquiry.collection.title
        return self.opened.name if self.opened else "sweeplens"

    def _note(self) -> str:
        """What is going on."""
        if self.is_reading and self.opened:
            return f"reading {self.opened.name} …"
        if self.is_slow:
            return f"asking {self.inquiry.pane.title} …"
        return "changed on disk, ^r reads it again" if self.is_stale else self.news

    def suggest(self, filters: Sequence[str]) -> None:
        """Show what a filter can look like where there is none."""
        self.filter_line.input.placeholder = "   ".join(filters)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say where the details of an unexpected error are; the rest goes on."""
        if event.state is WorkerState.ERROR and event.worker.error:
            place = log_failure(event.worker.error)
            self.notify(f"Something went wrong; the details are in {place}.", severity="error", markup=False)

    # Where the focus is

    def parts(self) -> tuple[Widget, ...]:
        """The parts that Tab goes through."""
        side = () if self.has_class("-folded") else (self.listed, self.query_one(FacetPanel))
        return (self.figure_view.part, *side)

    def action_next_part(self, by: int) -> None:
        """Go on to the next part."""
        parts = self.parts()
        at = parts.index(self.focused) if self.focused in parts else -by
        self.set_focus(parts[(at + by) % len(parts)])

    def action_show_pane(self, name: str) -> None:
        """Ask another pane, and go into it."""
        self.inquiry = self.inquiry.of(pane_called(name))
        self.focus_pane()

    def action_back(self) -> None:
        """Go back to the pane; from there, to where a field was opened."""
        if self.focused is self.figure_view.part:
            self.step(back)
        else:
            self.focus_pane()

    def action_side_panel(self) -> None:
        """Fold the side panel away, or back."""
        self._fold(not self.has_class("-folded"))

    def _fold(self, is_folded: bool) -> None:
        self.set_class(is_folded, "-folded")
        if is_folded and self.focused in (self.listed, self.query_one(FacetPanel)):
            self.focus_pane()

    def on_resize(self, event: Resize) -> None:
        """Fold the side panel when the screen becomes narrow, and unfold it when it becomes wide."""
        was, self._width = self._width, event.size.width
        if (self._width < NARROW) != (was < NARROW) or not was:
            self._fold(self._width < NARROW)
        self.set_class(self._width >= WIDE, "-wide")

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Other keys are possible in another part."""
        self.paint_keys()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """Other keys are possible in another part."""
        self.paint_keys()
