"""The palette: every action that is possible now, every metric, pane, collection and theme, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.markup import escape

from sweeplens.tui.choices import choices
from sweeplens.tui.commands import keys_shown
from sweeplens.tui.correcting import Saying, subjects_of, words_for
from sweeplens.tui.steps import to_metric

if TYPE_CHECKING:
    from sweeplens.tui.screens.main import MainScreen


class Entry(NamedTuple):
    """One line of the palette."""

    text: str
    help: str
    run: Callable[[], object]


class SweepCommands(Provider):
    """Everything that the main screen can do, in words."""

    @property
    def main(self) -> MainScreen:
        """The screen that the palette was opened over."""
        from sweeplens.tui.screens.main import MainScreen  # the screen's commands open this palette

        assert isinstance(self.screen, MainScreen)
        return self.screen

    def entries(self) -> Iterator[Entry]:
        """Actions, ways of making numbers, metrics, collections, themes."""
        main = self.main
        for command in main.commands():
            keys = keys_shown(main.keys_of(command))
            yield Entry(f"{command.title} ({keys})", command.help, partial(main.run_action, command.run))
        for choice in choices() if main.inquiry.collection else ():
            yield Entry(choice.title, choice.help, partial(main.step_unless, choice.step, choice.refusal))
        yield from self._corrections()
        for metric in main.inquiry.collection.metrics if main.inquiry.collection else ():
            step = partial(main.step, to_metric(metric.name))
            yield Entry(f"Metric: {metric.head_with_arrow}", metric.why or "Ask about this metric.", step)
        for entry in main.listed.entries:
            yield Entry(f"Collection: {entry.name}", str(entry.path), partial(main.open, entry.path))
        for theme in self.app.available_themes:
            yield Entry(f"Theme: {theme}", "Wear these colours.", partial(setattr, self.app, "theme", theme))

    def _corrections(self) -> Iterator[Entry]:
        """What can be said of the column under the cursor, each column by name, and what was said."""
        main = self.main
        if subject := main.subject():
            for word in words_for(subject):
                say = partial(main.say, Saying(word.change, keeps=False))
                yield Entry(f"{subject.name} is: {word.title}", f"Holds for now: {word.means}.", say)
        collection = main.inquiry.collection
        for each in subjects_of(collection) if collection else ():
            yield Entry(f"What is {each.name}? ({each.what})", each.why, partial(main.ask_about, each.name))
        if collection and collection.said.for_now.in_force.names:
            yield Entry("Keep my corrections", "Keep on this machine what was said for now.", main.keep_all)
        if collection and (collection.said.kept.names or collection.said.for_now.names):
            yield Entry("Forget my corrections", "Take every column as it was inferred.", main.take_all_back)

    async def discover(self) -> Hits:
        """Everything, before anything is typed."""
        for entry in self.entries():
            yield DiscoveryHit(Content(entry.text), entry.run, entry.text, escape(entry.help))

    async def search(self, query: str) -> Hits:
        """What matches, the best first."""
        matcher = self.matcher(query)
        for entry in self.entries():
            score = matcher.match(entry.text)
            if score > 0:
                yield Hit(score, matcher.highlight(entry.text), entry.run, entry.text, escape(entry.help))
