"""Which differences are no larger than what repeats of one cell differ by."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from sweeplens.lazy import pl


def joint_spread(first: float | None, second: float | None) -> float | None:
    """The root mean square of two standard deviations, of one where the other is unknown; None where both are."""
    known = [spread for spread in (first, second) if spread is not None]
    return sqrt(sum(spread * spread for spread in known) / len(known)) if known else None


def joint_spreads(first: pl.Series, second: pl.Series) -> pl.Series:
    """The joint spread of each pair of standard deviations, null where both are unknown."""
    sides = pl.DataFrame({"first": first, "second": second})
    squares = pl.mean_horizontal(pl.all().pow(2), ignore_nulls=True)
    return sides.select(squares.sqrt()).to_series()


def is_within(first: float, second: float, spread: float | None) -> bool:
    """Whether two values are less than `spread` apart; never where it is unknown."""
    return spread is not None and abs(first - second) < spread


def noise_groups(values: Sequence[float], spreads: Sequence[float | None]) -> list[int]:
    """For each of the ordered values the number of its group, from 0.

    A group begins at the first value that is not within the joint spread of the one that began the group before.
    """
    groups: list[int] = []
    begin = 0
    for at, value in enumerate(values):
        together = at > 0 and is_within(value, values[begin], joint_spread(spreads[at], spreads[begin]))
        begin = begin if together else at
        groups.append(groups[-1] + (not together) if groups else 0)
    return groups
