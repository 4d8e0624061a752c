"""What is measured and what is varied: metrics, factors and their levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sweeplens.figures import Direction


@dataclass(frozen=True)
class Metric:
    """Something that was measured: one numeric column of the runs, and of histories under the same name."""

    name: str
    """The column's name as in the file, stripped."""
    label: str = ""
    unit: str = ""
    direction: Direction = Direction.UNKNOWN
    formula: str = ""
    """The scalar SQL expression of a derived metric; empty for a stored one."""
    why: str = ""
    """Where its direction and its role come from, in one sentence."""
    spread: str = ""
    """The column that holds this metric's spread (a standard error, the part after ±), where there is one."""
    inferred: Direction | None = None
    """Its direction before the user said another one; None where nothing was said."""

    @property
    def is_open(self) -> bool:
        """Whether nobody has said which way of it is better, nor that this is to stay unknown."""
        return self.direction is Direction.UNKNOWN and self.inferred is None

    @property
    def head(self) -> str:
        """What people call it: its label, else its name."""
        return self.label or self.name

    @property
    def head_with_arrow(self) -> str:
        """Its label with `↑` or `↓` behind it, where the direction is known."""
        return f"{self.head} {self.direction.arrow}".rstrip()


@dataclass(frozen=True)
class Level:
    """One value of a factor, as it stands in the file, with the number that its text means."""

    text: str
    number: float | None = None
    short: str = ""
    """What the screen writes: the text without the factor's name before it."""

    @property
    def head(self) -> str:
        """The short form, else the text."""
        return self.short or self.text


@dataclass(frozen=True)
class Factor:
    """Something that was varied, with its levels in their order."""

    name: str
    """What it is called in the brief, in filters and on keys."""
    column: str
    """The text column of the runs that holds it; heads it in documents and data."""
    levels: tuple[Level, ...]
    label: str = ""
    is_replicate: bool = False
    """Repeats of one cell (seeds, folds); left out of the cells."""
    why: str = ""
    splits_cells: bool = True
    """False for a factor read out of another one's label: it filters, and never multiplies cells."""

    @property
    def head(self) -> str:
        """What people call it: its label, else its name."""
        return self.label or self.name

    @property
    def shorts(self) -> Mapping[str, str]:
        """For each level whose screen form differs, that form by the level's text."""
        return {level.text: level.short for level in self.levels if level.short and level.short != level.text}

    def level(self, text: str) -> Level | None:
        """The level written `text`; None where there is none."""
        return next((level for level in self.levels if level.text == text), None)
