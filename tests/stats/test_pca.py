"""The fixed basis, held against the singular value decomposition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sweeplens.stats.pca import between, principal_basis


def cloud(seed: int, rows: int = 60, offset: float = 0.0) -> NDArray[np.float64]:
    generator = np.random.default_rng(seed)
    turn = np.linalg.qr(generator.normal(size=(5, 5)))[0]
    points: NDArray[np.float64] = generator.normal(size=(rows, 5)) * [5, 3, 1, 0.5, 0.1] @ turn + offset
    return points


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 59), st.sampled_from([0.0, 1000.0]))
def test_the_directions_are_those_of_the_singular_value_decomposition(seed: int, cut: int, offset: float) -> None:
    points = cloud(seed, offset=offset)
    basis = principal_basis([points[:cut], points[cut:]])
    _, singular, rows = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)
    assert np.allclose(np.abs(rows[:2] @ basis.directions), np.eye(2), atol=1e-6)
    assert np.allclose(basis.explained, (singular**2 / (singular**2).sum())[:2], atol=1e-9)


def test_mirroring_every_point_does_not_mirror_the_directions() -> None:
    points = cloud(3)
    assert np.allclose(principal_basis([points]).directions, principal_basis([-points]).directions)


def test_a_row_that_is_not_finite_moves_nothing() -> None:
    points = cloud(4)
    spoilt = np.vstack([points, [[np.nan, 1, 1, 1, 1]], [[np.inf, 1, 1, 1, 1]]])
    assert np.allclose(principal_basis([spoilt]).project(points), principal_basis([points]).project(points))


def test_one_dimension_gives_a_second_direction_of_zeros() -> None:
    basis = principal_basis([np.array([[1.0], [2.0], [4.0]])])
    assert basis.explained == (1.0, 0.0)
    assert np.allclose(basis.project(np.array([[3.0]]))[:, 1], 0)


def test_points_that_do_not_differ_explain_nothing() -> None:
    assert principal_basis([np.ones((4, 3))]).explained == (0.0, 0.0)


def test_no_finite_point_is_an_error() -> None:
    with pytest.raises(ValueError, match="no finite point"):
        principal_basis([np.full((2, 2), np.nan)])


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_points_too_far_apart_for_a_scatter_are_an_error() -> None:
    with pytest.raises(ValueError, match="too far apart"):
        principal_basis([np.array([[1e308, -1e308], [-1e308, 1e308]]), np.ones((1, 2))])


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_an_infinite_point_is_projected_in_silence() -> None:
    projected = principal_basis([cloud(5)]).project(np.array([[np.inf, -np.inf, 0, 0, 0]]))
    assert not np.isfinite(projected).any()


def test_in_between_positions_lie_on_the_straight_way() -> None:
    first, last = np.array([[0.0, 0.0]]), np.array([[4.0, 8.0]])
    assert between(first, last, 0.25).tolist() == [[1.0, 2.0]]
