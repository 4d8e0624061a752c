"""How a place was left, remembered from one session to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sweeplens.settings import place_name, removed, state_dir
from sweeplens.ways import Folding, Nonfinite, Statistic


@dataclass(frozen=True)
class PaneMemory:
    """What was asked of one pane alone."""

    view: str | None = None
    orders: Mapping[str, tuple[str, bool | None]] = field(default_factory=dict)
    """The order that was asked of each of its views, by the view's id; by none of a pane without views."""
    rows: int | None = None
    step: float | None = None

    @property
    def sort(self) -> tuple[str, bool | None] | None:
        """The order of the view in which it was left."""
        return self.orders.get(self.view or "")


@dataclass(frozen=True)
class Memory:
    """How a root was left."""

    collection: str = ""
    """Path of the collection that was open."""
    pane: str = ""
    where: str = ""
    metric: str | None = None
    fold: bool | None = None
    theme: str = ""
    panes: Mapping[str, PaneMemory] = field(default_factory=dict)
    folding: Folding | None = None
    """None, here and below, for what the settings say."""
    nonfinite: Nonfinite | None = None
    statistic: Statistic | None = None
    common: bool = False


def recall(paths: tuple[Path, ...]) -> Memory:
    """How these places were left; an empty memory where they are new, or where the memory cannot be read."""
    try:
        written = memory_file(paths).read_bytes()
    except OSError:
        return Memory()
    import msgspec  # not needed where nothing is remembered

    try:
        return msgspec.json.decode(written, type=Memory)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Memory()


def remember(paths: tuple[Path, ...], memory: Memory) -> None:
    """Keep how these places were left; where nothing can be written, or a name is no Unicode, nothing is kept."""
    import msgspec

    file = memory_file(paths)
    partial = file.with_suffix(".partial")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(msgspec.json.format(msgspec.json.encode(memory)))
        partial.replace(file)
    except (OSError, UnicodeEncodeError):
        return


def forget(paths: tuple[Path, ...]) -> None:
    """Forget how these places were left; `SettingsError` where the file about them cannot be removed."""
    removed(memory_file(paths))


def memory_file(paths: tuple[Path, ...]) -> Path:
    """Where the memory of these places is kept."""
    return state_dir() / "places" / f"{place_name([path.absolute() for path in paths])}.json"
