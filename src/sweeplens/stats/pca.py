"""One fixed basis for points that move: principal directions over all frames at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Basis:
    """Principal directions of a stream of points."""

    mean: Array
    """Shape (dimensions,)."""
    directions: Array
    """Orthonormal columns, shape (dimensions, components), of descending variance; in each the loading of the largest
    magnitude is positive, so that a re-fit does not mirror the picture."""
    explained: tuple[float, ...]
    """The share of the total variance that each direction carries; zeros where there is no variance."""

    def project(self, points: Array) -> Array:
        """Coordinates of `points`, shape (n, dimensions), in the basis: shape (n, components); NaN for an infinity."""
        with np.errstate(all="ignore"):
            projected: Array = (np.asarray(points, dtype=np.float64) - self.mean) @ self.directions
        return projected


def principal_basis(chunks: Iterable[Array], components: int = 2) -> Basis:
    """The principal directions of all points in `chunks`, each of shape (n, dimensions), by their scatter in float64.

    Rows with a value that is not finite are left out. Where there are fewer dimensions than components the missing
    directions are zero. Raises `ValueError` where there is no finite row, the dimensions differ,
    or the points lie so far apart that their scatter overflows.

    Pearson (1901), On lines and planes of closest fit; eigenvectors of the covariance: Jolliffe (2002), section 1.1.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        mean, scatter = _moments(chunks)
    if not (np.isfinite(scatter).all() and np.isfinite(np.trace(scatter))):
        raise ValueError("the points lie too far apart for their scatter to be a number")
    variances, vectors = np.linalg.eigh(scatter)
    order = np.argsort(variances)[::-1][:components]
    directions = _signed(vectors[:, order])
    total = float(variances.clip(min=0).sum())
    shares = tuple(float(max(variances[i], 0) / total) if total > 0 else 0.0 for i in order)
    missing = components - len(order)
    padded = np.pad(directions, ((0, 0), (0, missing)))
    return Basis(mean, padded, (*shares, *([0.0] * missing)))


def _moments(chunks: Iterable[Array]) -> tuple[Array, Array]:
    """Mean and scatter matrix of all finite rows, merged chunk by chunk (Chan, Golub and LeVeque, 1983)."""
    count, mean, scatter = 0, None, None
    for chunk in chunks:
        points = np.asarray(chunk, dtype=np.float64)
        points = points[np.isfinite(points).all(axis=1)]
        if not len(points):
            continue
        centre = points.mean(axis=0)
        centred = points - centre
        if mean is None or scatter is None:
            count, mean, scatter = len(points), centre, centred.T @ centred
            continue
        shift = centre - mean
        merged = count + len(points)
        scatter = scatter + centred.T @ centred + np.outer(shift, shift) * (count * len(points) / merged)
        mean, count = mean + shift * (len(points) / merged), merged
    if mean is None or scatter is None:
        raise ValueError("there is no finite point to project")
    return mean, scatter


def _signed(directions: Array) -> Array:
    """The columns, each turned so that its loading of the largest magnitude is positive."""
    largest = np.abs(directions).argmax(axis=0)
    signs = np.sign(directions[largest, np.arange(directions.shape[1])])
    turned: Array = directions * np.where(signs == 0, 1.0, signs)
    return turned


def between(earlier: Array, later: Array, share: float | Array) -> Array:
    """Positions at `share` of the straight way from `earlier` to `later`, all of shapes that broadcast."""
    place: Array = (1 - share) * earlier + share * later
    return place
