"""What workers and widgets tell the screen, in the words of the domain."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from textual.message import Message

from sweeplens.data.changes import Changes
from sweeplens.data.collection import Collection
from sweeplens.data.corrections import Corrections
from sweeplens.data.metrics import Factor, Level
from sweeplens.data.scan import Found
from sweeplens.errors import QueryError
from sweeplens.panes.base import Question
from sweeplens.tui.answers import Answer

Purpose: TypeAlias = Literal["open", "survey", "reference"]
"""Why a collection is read: to be asked about, for its state in the list, to be compared with."""


@dataclass
class CollectionFound(Message):
    """The scan came upon a collection."""

    found: Found


@dataclass
class ScanEnded(Message):
    """There is nothing more to find."""

    faults: tuple[str, ...] = ()
    """One sentence for each place that could not be looked into."""


@dataclass
class CollectionLoaded(Message):
    """A collection was read."""

    path: Path
    """The path that was asked for."""
    collection: Collection
    purpose: Purpose
    changes: Changes | None = None
    """What changed since it was read before; None where that was not asked for."""


@dataclass
class LoadFailed(Message):
    """Nothing at a path could be read as a collection."""

    path: Path
    sentence: str


@dataclass
class CollectionCorrected(Message):
    """A collection was read again as the user corrects it."""

    path: Path
    collection: Collection
    change: Corrections
    """What was said last."""


@dataclass
class CorrectionRefused(Message):
    """What was said last of a collection cannot be meant, or cannot be kept; it is as it was."""

    path: Path
    sentence: str


@dataclass
class AnswerReady(Message):
    """A pane has answered."""

    answer: Answer


@dataclass
class FilterRefused(Message):
    """A question's filter cannot be applied to its collection."""

    question: Question
    error: QueryError


@dataclass
class FilesChanged(Message):
    """Files of the open collection are no longer what was read."""

    collection: Collection
    files: tuple[str, ...]


@dataclass
class CollectionChosen(Message):
    """Another collection is to be opened."""

    path: Path


@dataclass
class LevelChosen(Message):
    """A factor is to be held to a level, or let go."""

    factor: Factor
    level: Level | None


@dataclass
class PaneChosen(Message):
    """Another pane is to be shown."""

    pane: str


@dataclass
class CommandChosen(Message):
    """A command was clicked."""

    run: str
    """Its action."""
