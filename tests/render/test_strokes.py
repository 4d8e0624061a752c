from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweeplens.render.strokes import area, column_range, dots, patterned, stroke

NAN = np.nan


def drawn(x: list[float], y: list[float], width: int, height: int) -> list[str]:
    mask = stroke(np.array(x), np.array(y), width, height)
    return ["".join("#" if dot else "." for dot in row) for row in mask]


def test_a_diagonal_is_one_dot_thick() -> None:
    assert drawn([0, 3], [0, 3], 4, 4) == ["...#", "..#.", ".#..", "#..."]


def test_a_steep_line_has_no_holes() -> None:
    assert drawn([0, 1], [0, 3], 2, 4) == [".#", ".#", "#.", "#."]


def test_nan_is_a_gap() -> None:
    assert drawn([0, 1, 2, 3, 4], [0, 0, NAN, 0, 0], 5, 1) == ["##.##"]


def test_a_lone_point_is_a_dot() -> None:
    assert drawn([1], [1], 3, 3) == ["...", ".#.", "..."]


def test_what_leaves_the_field_is_cut_off() -> None:
    assert drawn([0, 2], [-5, 5], 3, 1) == [".#."]


def test_a_line_that_turns_back_is_followed() -> None:
    assert drawn([0, 2, 0], [0, 2, 4], 3, 5) == ["#..", ".#.", "..#", ".#.", "#.."]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 39), min_size=1, max_size=300), st.integers(min_value=1, max_value=30))
def test_no_spike_is_lost(heights: list[float], width: int) -> None:
    x = np.linspace(0, width - 1, len(heights)) if len(heights) > 1 else np.zeros(1)
    y = np.array(heights)
    low, high = column_range(x, y, width)
    columns = np.rint(x).astype(int)
    for column in set(columns.tolist()):
        inside = np.rint(y[columns == column])
        assert low[column] <= inside.min()
        assert high[column] >= inside.max()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 19), min_size=2, max_size=40))
def test_a_line_without_gaps_is_connected(heights: list[float]) -> None:
    mask = stroke(np.linspace(0, 29, len(heights)), np.array(heights), 30, 20)
    assert mask.any(axis=0).all()
    for left, right in zip(mask.T[:-1], mask.T[1:], strict=True):
        (before,), (after,) = np.nonzero(left), np.nonzero(right)
        assert before.min() - 1 <= after.max()
        assert after.min() - 1 <= before.max()


@pytest.mark.parametrize("pattern", ["dashed", "dotted", "thin"])
def test_patterns_draw_a_part_of_the_line(pattern: str) -> None:
    mask = np.ones((4, 24), dtype=bool)
    kept = patterned(mask, pattern)
    assert 0 < kept.sum() < mask.sum()


@pytest.mark.parametrize("pattern", ["dashed", "dotted", "thin"])
@pytest.mark.parametrize("slope", [0, 1, -1, 2, -2, 40, -40])
@pytest.mark.parametrize("start", range(4))
def test_a_pattern_hides_no_part_of_a_line_whatever_its_slope(pattern: str, slope: int, start: int) -> None:
    x = np.arange(60.0)
    mask = patterned(stroke(x, (x - start) * slope + 120 * (slope < 0), 60, 120), pattern)
    seen = np.flatnonzero(mask.any(axis=1 if abs(slope) > 2 else 0))
    assert len(seen) >= 15
    assert np.diff(seen).max() <= 8


def test_patterns_differ() -> None:
    mask = np.ones((4, 24), dtype=bool)
    assert len({patterned(mask, pattern).tobytes() for pattern in ("solid", "dashed", "dotted", "thin")}) == 4


def test_a_band_lies_between_its_edges() -> None:
    mask = area(np.array([0.0, 9.0]), np.array([1.0, 1.0]), np.array([3.0, 3.0]), 10, 6)
    assert np.flatnonzero(mask.any(axis=1)).tolist() == [2, 3, 4]


def test_points_outside_of_the_field_are_no_dots() -> None:
    assert dots(np.array([0.0, 5.0, NAN, 1.0]), np.array([0.0, 0.0, 0.0, 9.0]), 3, 3).sum() == 1
