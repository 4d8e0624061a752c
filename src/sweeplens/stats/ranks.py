"""Which place a value has among others, and which values share one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sweeplens.figures import Direction, is_finite


def is_downwards(direction: Direction) -> bool:
    """Whether the better end, the highest where none is known to be better, comes first in descending order."""
    return direction is not Direction.LOWER


def ranks(values: Sequence[float | None], direction: Direction) -> list[int | None]:
    """Competition ranks from the better end, from 1: equal values share the best of their places (1, 2, 2, 4).

    Missing, NaN and infinite values have none.
    """
    order = ordered(values, is_downwards(direction))
    found: list[int | None] = [None] * len(values)
    place = 1
    for _, tied in groupby(order, key=values.__getitem__):
        rows = list(tied)
        for row in rows:
            found[row] = place
        place += len(rows)
    return found


def ordered(values: Sequence[float | None], descending: bool) -> list[int]:
    """Indices of the finite values by value; equal ones in the order they had."""
    finite = [row for row, value in enumerate(values) if is_finite(value)]
    return sorted(finite, key=values.__getitem__, reverse=descending)  # type: ignore[arg-type]


def tie_groups(values: Sequence[float | None]) -> list[tuple[int, ...]]:
    """Indices of the finite values that are equal to some other, group by group, each in the order they had."""
    groups = (tuple(tied) for _, tied in groupby(ordered(values, descending=False), key=values.__getitem__))
    return [group for group in groups if len(group) > 1]
