"""What is to be written, how, and where."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label

from sweeplens.export import EXPORTERS
from sweeplens.tui.screens.confirm import Confirm
from sweeplens.tui.screens.dialog import Dialog
from sweeplens.tui.takeaway import WHATS, Export
from sweeplens.tui.widgets.option_row import OptionRow


class ExportScreen(Dialog[Export]):
    """Three lines to fill in; the file's suffix follows the format for as long as nobody wrote another one."""

    DEFAULT_CSS = """
    ExportScreen > .box { width: 76; }
    ExportScreen Horizontal { height: 1; }
    ExportScreen Label { width: 8; color: $text-muted; }
    ExportScreen Input { width: 1fr; }
    ExportScreen #file { margin-top: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "write", "Write", show=False, priority=True),
        Binding("up", "app.focus_previous", "Up", show=False),
        Binding("down", "app.focus_next", "Down", show=False),
    ]

    def __init__(self, stem: str, folder: Path) -> None:
        super().__init__()
        self._stem = stem
        self._folder = folder

    def compose(self) -> ComposeResult:
        """What, how and where."""
        with Vertical(classes="box") as box:
            box.border_title, box.border_subtitle = "Export", "⏎ write   ←→ choose   tab next   esc back"
            with Horizontal():
                yield Label("what")
                yield OptionRow(WHATS, id="what")
            with Horizontal():
                yield Label("format")
                yield OptionRow([exporter.name for exporter in EXPORTERS], id="format")
            with Horizontal(id="file"):
                yield Label("file")
                yield Input(self._stem + self._suffix(EXPORTERS[0].name), compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        """Begin with what is to be written."""
        self.set_focus(self.query_one("#what"))
        self.watch(self.query_one("#format"), "chosen", self._follow, init=False)

    @property
    def _asked(self) -> Export:
        file = Path(self.query_one(Input).value).expanduser()
        what, format_ = (self.query_one(f"#{name}", OptionRow).chosen for name in ("what", "format"))
        return Export(what, format_, self._folder / file)

    @staticmethod
    def _suffix(name: str) -> str:
        return next(exporter.suffix for exporter in EXPORTERS if exporter.name == name)

    def _follow(self) -> None:
        """Give the file the suffix of the format, where it has that of another one."""
        field = self.query_one(Input)
        stem, dot, suffix = field.value.rpartition(".")
        if dot and f".{suffix}" in {exporter.suffix for exporter in EXPORTERS}:
            field.value = stem + self._suffix(self._asked.format)

    def action_write(self) -> None:
        """Close with what was asked for; an existing file is asked about first."""
        asked = self._asked
        if not self.query_one(Input).value.strip() or asked.file.is_dir():
            self.query_one(".box").border_subtitle = "name a file"
        elif asked.file.exists():
            self.app.push_screen(Confirm(f"{asked.file.name} exists. Overwrite it?"), self._overwrite)
        else:
            self.dismiss(asked)

    def _overwrite(self, is_yes: bool | None) -> None:
        if is_yes:
            self.dismiss(self._asked)
