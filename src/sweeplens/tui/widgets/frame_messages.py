"""What a table says to the screen it is on, in the words of the table and never of the keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message


@dataclass
class RowOpened(Message):
    """A row was opened."""

    row: int
    """Where it stands in the table, from 0."""
    run: int | None
    """Number of its run in the collection; None where a row is no run."""


@dataclass
class CursorMoved(Message):
    """The row or the column under the cursor is another one."""

    row: int
    run: int | None
    column: str
    """Name of the column under the cursor; empty where the table has none."""


@dataclass
class RowMarked(Message):
    """A row got its mark, or lost it."""

    row: int
    run: int | None
    marked: bool


@dataclass
class SortChosen(Message):
    """The rows are wanted in another order."""

    column: str
    descending: bool


@dataclass
class ColumnChosen(Message):
    """Another column came under the cursor."""

    column: str
