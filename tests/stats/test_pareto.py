"""The Pareto front, held against the definition."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.figures import Direction
from sweeplens.stats.pareto import front

coordinates = st.one_of(st.integers(-3, 3).map(float), st.just(float("nan")), st.just(float("inf")), st.none())
known = st.sampled_from([Direction.HIGHER, Direction.LOWER])


def beats(a: tuple[float, float], b: tuple[float, float], x: Direction, y: Direction) -> bool:
    """By definition: nowhere worse, somewhere better."""
    gains = [(p - q) * (1 if d is Direction.HIGHER else -1) for p, q, d in zip(a, b, (x, y), strict=True)]
    return min(gains) >= 0 and max(gains) > 0


@settings(max_examples=60)
@given(st.lists(st.tuples(coordinates, coordinates), max_size=12), known, known)
def test_a_point_is_on_the_front_where_none_beats_it(
    points: list[tuple[float | None, float | None]], x: Direction, y: Direction
) -> None:
    finite = {
        i: (a, b)
        for i, (a, b) in enumerate(points)
        if a is not None and b is not None and abs(a) < float("inf") and abs(b) < float("inf")
    }
    wanted = {i for i, p in finite.items() if not any(beats(q, p, x, y) for q in finite.values())}
    assert set(front([a for a, _ in points], [b for _, b in points], x, y)) == wanted


def test_there_is_no_front_where_a_direction_is_unknown() -> None:
    assert front([1.0, 2.0], [2.0, 1.0], Direction.HIGHER, Direction.UNKNOWN) == ()


def test_the_front_runs_from_the_better_x() -> None:
    assert front([1.0, 3.0, 2.0], [3.0, 1.0, 2.0], Direction.HIGHER, Direction.HIGHER) == (1, 2, 0)
