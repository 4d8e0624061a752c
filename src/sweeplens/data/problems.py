"""What in a collection could not be read as it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Problem:
    """Something that could not be read as it stands, and what was done instead."""

    file: str
    """The file's path below the collection; the collection's own name where no single file is to blame."""
    sentence: str
    done: str = ""
    """What was done instead: `the line was left out`."""
    line: int | None = None
    """The line in the file, from 1, where it is known."""
    level: Literal["note", "problem"] = "problem"
    """A note is worth saying and no fault (an artifact that is not read); `check` exits 3 for problems only."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.sentence}" + (f" {self.done[0].upper()}{self.done[1:]}." if self.done else "")
