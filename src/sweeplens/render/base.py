"""What drawing gives: lines of text in which every run of characters has a role, never a colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class Span(NamedTuple):
    """Some characters and what they are: `("0.5502", "best")`."""

    text: str
    role: str = ""
    """A role of the palette; empty for plain text.

    Roles: `title label muted key number best better worse missing nonfinite axis front cursor mark`, `status:<status>`,
    `series:<name>` (a name keeps its colour), `heat:<-6..6>` (a signed level), and `ramp:<0..8>` and
    `tone:<0..8>` (a level in the text or on the ground).
    """


Line: TypeAlias = "tuple[Span, ...]"
"""One line on the screen, left to right."""

Lines: TypeAlias = "tuple[Line, ...]"


@dataclass(frozen=True)
class Size:
    """Cells to draw in."""

    width: int
    height: int | None = None
    """None where the height is free, as on a pipe."""


@dataclass(frozen=True)
class Look:
    """How drawing may look: which glyphs, and whether colour can repeat a meaning."""

    charset: str = "braille"
    """`braille`, `block` or `ascii`."""
    colours: int = 1 << 24
    """How many colours there are: 2^24, 256, 16, or 0 for none."""
    precision: int | None = None
    """Decimals of every number that is not whole; as many as tell a column's values apart where None."""
    as_document: bool = False
    """Whether numbers have the digits that documents give them, so that what is printed can be found in a report."""


@dataclass(frozen=True)
class Cursor:
    """Where a figure is looked at; each kind of figure reads the part that it has."""

    x: float | None = None
    """The step at which the curves are read out."""
    page: int = 0
    """Which page of small multiples is shown; pages go round."""
    point: int | None = None
    """The point of a scatter that is read out, by its place among the points."""
    cell: tuple[int, int] | None = None
    """Row and column of the field of a grid that is pointed at."""
    frame: float | None = None
    """The frame that is drawn; between two whole numbers the points are on their straight ways. The last where None."""
    pace: float | None = None
    """Frames a second at which an animation plays, or would; None where nothing can play."""
    is_playing: bool = False
