"""What is bought with what: the rows that no other row beats on both counts."""

from __future__ import annotations

from collections.abc import Sequence

from sweeplens.figures import Direction, is_finite


def front(
    x: Sequence[float | None], y: Sequence[float | None], x_better: Direction, y_better: Direction
) -> tuple[int, ...]:
    """Indices of the points on the Pareto front, by their x from the better end; ties on both all belong.

    Points with a missing or non-finite coordinate are never on it. Empty where a direction is unknown: no point can
    be said to beat another.
    """
    if Direction.UNKNOWN in (x_better, y_better):
        return ()
    points = [
        (_cost(a, x_better), _cost(b, y_better), i)
        for i, (a, b) in enumerate(zip(x, y, strict=True))
        if a is not None and b is not None and is_finite(a) and is_finite(b)
    ]
    return _undominated(sorted(points))


def _cost(value: float, better: Direction) -> float:
    """`value` turned so that less is better."""
    return -value if better is Direction.HIGHER else value


def _undominated(points: Sequence[tuple[float, float, int]]) -> tuple[int, ...]:
    """Of points sorted by cost, those whose second cost undercuts all before them, and their equals."""
    kept: list[tuple[float, float, int]] = []
    for point in points:
        if not kept or point[1] < kept[-1][1] or point[:2] == kept[-1][:2]:
            kept.append(point)
    return tuple(index for _, _, index in kept)
