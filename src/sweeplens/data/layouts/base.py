"""What a directory layout has to do: recognise a directory by its content, and read it as runs and histories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sweeplens.data.brief import Brief
from sweeplens.data.collection import FileEntry, FrameStream, History, RoleDecision
from sweeplens.data.metrics import Metric
from sweeplens.data.problems import Problem
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Reading:
    """What a layout read: raw tables and what the layout knows of their columns; roles are decided after it."""

    runs: pl.DataFrame | None
    """One row a run, columns as text or typed; None where there are only histories: their keys are then the runs."""
    histories: tuple[History, ...] = ()
    frames: tuple[FrameStream, ...] = ()
    roles: tuple[RoleDecision, ...] = ()
    """Columns whose role the layout knows (config keys and path parts are factors, a run's state is text)."""
    metrics: tuple[Metric, ...] = ()
    """Directions, units and labels that the files themselves state."""
    expected: tuple[Mapping[str, str], ...] | None = None
    """Expected cells by factor column, where the layout states a grid (a multirun's sweep); None where it does not."""
    files: tuple[FileEntry, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    """One way in which results lie in a directory."""

    name: str
    title: str
    detect: Callable[[Path], str]
    """Why the directory is laid out so, as a clause with the file that shows it (`brief.yaml is there`); empty where it
    is not."""
    read: Callable[[Path], Reading]
    """What is there; `ReadError` where nothing is readable."""
    read_as: Callable[[Path, Brief], Reading] | None = None
    """The same as a brief says; None where the files themselves say what they hold."""

    def reading(self, path: Path, brief: Brief) -> Reading:
        """What is there, as a brief says where it has a say."""
        return self.read_as(path, brief) if self.read_as else self.read(path)
