"""What Textual costs by itself: a header, tabs, a word, a footer."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Footer, Header, Static, Tabs


class BareApp(App[None]):
    """Nothing that is not Textual's."""

    BINDINGS = [("q", "quit", "Quit"), ("question_mark", "help", "Help"), ("slash", "filter", "Filter")]

    def compose(self) -> ComposeResult:
        yield Header()
        yield Tabs("State", "Cells", "Distributions", "Extremes", "Compare")
        yield Static("ready")
        yield Footer()


if __name__ == "__main__":
    BareApp().run()
