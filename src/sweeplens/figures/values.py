"""What a field of a table can hold, and which of it has a place in an order."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "float | int | str | bool | Sequence[float | None] | None"
"""What a field of a table can hold; a sequence is a small series (histogram counts, a sparkline)."""


@dataclass(frozen=True, eq=False, repr=False)
class Folded(float):
    """What the runs of a cell gave, as one number: it is compared, ordered and written to data as its `centre`."""

    centre: float
    n: int
    """Runs with a finite value."""
    expected: int
    """Runs that the cell should hold."""
    spread: float | None = None
    """What stands behind ±; None where one value alone makes the centre."""
    low: float | None = None
    """Lower end of an interval, which stands in place of a spread."""
    high: float | None = None
    is_ranked: bool = True
    """False where diverged runs were left out of it: it is never the best."""

    def __new__(cls, centre: float, *_: object, **__: object) -> Folded:
        """The number that the centre is."""
        return super().__new__(cls, centre)

    @property
    def ends(self) -> tuple[float, float] | None:
        """Those of the interval, or of the spread on either side; None where one value alone makes the centre."""
        if self.low is not None and self.high is not None:
            return self.low, self.high
        return None if self.spread is None else (self.centre - self.spread, self.centre + self.spread)

    @property
    def is_whole(self) -> bool:
        """Whether every run that should be there has a finite value."""
        return self.n == self.expected

    @property
    def count(self) -> str:
        """`(3/3)`, or `(2/3!)` where the cell is not whole."""
        return f"({self.n}/{self.expected}{'' if self.is_whole else '!'})"

    def around(self, number: Callable[[float], str], plus_minus: str = "±") -> str:
        """`± 0.013` or `[0.79, 0.83]`, each number by `number`; nothing where one value alone makes the centre."""
        if self.low is not None and self.high is not None:
            return f"[{number(self.low)}, {number(self.high)}]"
        return "" if self.spread is None else f"{plus_minus} {number(self.spread)}"

    def text(self, number: Callable[[float], str]) -> str:
        """`0.812 ± 0.013 (3/3)`, `0.81 [0.79, 0.83] (3/3)`, `0.79 (1/3!)`."""
        return " ".join(part for part in (number(self.centre), self.around(number), self.count) if part)


@dataclass(frozen=True, eq=False, repr=False)
class Course(float):
    """How a run, or the runs of a cell, came to its last value: compared and ordered by that."""

    last: float
    """Where runs are folded, with what stands beside it."""
    earlier: float | None
    """The best finite value, or the first one where it is not known what better is."""
    earlier_at: tuple[float, float] | None = None
    """The lowest and the highest step, among the runs, of the best value; None for a first one."""
    last_at: tuple[float, float] | None = None
    """Those of the last value; None where it goes without saying: at the last step of all rows."""
    shape: tuple[float | None, ...] = ()
    """The values along the steps, from the first one to the last; None where there is none that is finite."""

    def __new__(cls, last: float, *_: object, **__: object) -> Course:
        """The number that the last value is."""
        return super().__new__(cls, last)

    @property
    def is_ranked(self) -> bool:
        """Whether its last value may be called best."""
        return is_ranked(self.last)

    def text(self, number: Callable[[float], str]) -> str:
        """`0.061 @4100 → 0.085`, the best value and the last; `0.9 → 0.085 @6000`, the first value and the last."""
        last = self.last.text(number) if isinstance(self.last, Folded) else number(self.last)
        earlier = "" if self.earlier is None else number(self.earlier)
        parts = (earlier, at_steps(self.earlier_at, number), "→", last, at_steps(self.last_at, number))
        return " ".join(part for part in parts if part)


def at_steps(steps: tuple[float, float] | None, number: Callable[[float], str]) -> str:
    """`@4100`, or `@3900..4300` from the lowest to the highest; nothing for None."""
    if steps is None:
        return ""
    low, high = map(number, steps)
    return f"@{low}" if low == high else f"@{low}..{high}"


class WithinNoise(float):
    """A difference that is no larger than the spread of repeats: the screen dims it and marks it `≈`."""


class Unranked(float):
    """A number of a run from before it diverged: the screen dims it, it is never the best, and last in any order."""


class Written(float):
    """A number that people see as somebody wrote it, digit for digit; data hold the number."""

    text: str

    def __new__(cls, text: str) -> Written:
        """The number that `text` is; `ValueError` where it is none."""
        number = super().__new__(cls, text)
        number.text = text
        return number


class Direction(enum.Enum):
    """Which way of a metric is better; never guessed silently."""

    HIGHER = "higher"
    LOWER = "lower"
    UNKNOWN = "unknown"

    @property
    def arrow(self) -> str:
        """`↑`, `↓`, or nothing where the direction is unknown."""
        return {"higher": "↑", "lower": "↓", "unknown": ""}[self.value]

    @property
    def in_words(self) -> str:
        """`higher is better`, `lower is better`, or that it is unknown which."""
        return "better end unknown" if self is Direction.UNKNOWN else f"{self.value} is better"


class Media(enum.Flag):
    """Where a column of a table is written."""

    SCREEN = enum.auto()
    """The terminal: the app's panes and `-f table`."""
    DOCUMENT = enum.auto()
    """Markdown, LaTeX and HTML."""
    DATA = enum.auto()
    """CSV, TSV and JSON, whose columns are a contract."""
    ALL = SCREEN | DOCUMENT | DATA


def is_finite(value: object) -> bool:
    """Whether `value` is a number that can be compared: not missing, not NaN, not infinite, not text."""
    return isinstance(value, int | float) and value - value == 0


def is_ranked(value: Value) -> bool:
    """Whether `value` may be called best: none of a diverged run may, nor a cell's where one was left out of it."""
    return value.is_ranked if isinstance(value, Folded | Course) else not isinstance(value, Unranked)


def is_sortable(value: object) -> bool:
    """Whether `value` has a place in an order: text does, and finite numbers but those of what diverged."""
    return isinstance(value, str) or (is_finite(value) and is_ranked(value))  # type: ignore[arg-type]


def sort_key(value: Value) -> tuple[bool, float | str]:
    """A key that puts numbers before text; for values that are sortable."""
    return (True, value) if isinstance(value, str) else (False, float(value))  # type: ignore[arg-type]
