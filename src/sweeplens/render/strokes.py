"""From points to the dots that a line through them covers.

Dots are counted from the lower left, (0, 0), to the upper right; a place may lie between them or outside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweeplens.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

_PERIODS = {"dashed": (8, 4), "dotted": (3, 1), "thin": (2, 1)}
"""After how many dots each pattern repeats, and how many of those it draws."""


def stroke(x: Floats, y: Floats, width: int, height: int) -> Mask:
    """The dots of the line through the points, NaN a gap: a mask of `height` x `width`, row 0 at the top."""
    known = np.isfinite(x)
    x, y = x[known], y[known]
    ascending = len(x) < 2 or bool(np.all(x[1:] >= x[:-1]))
    mask = _columns(x, y, width, height) if ascending else _segments(x, y, width, height)
    return mask[::-1]


def area(x: Floats, low: Floats, high: Floats, width: int, height: int) -> Mask:
    """Every fifth dot between two edges, for a band that its line stands out from; `x` must ascend."""
    bottom, _ = column_range(x, low, width)
    _, top = column_range(x, high, width)
    rows = np.arange(height)[:, None]
    columns = np.arange(width)[None, :]
    mask: Mask = (rows >= bottom) & (rows <= top) & ((rows + 2 * columns) % 5 == 0)
    return mask[::-1]


def patterned(mask: Mask, pattern: str) -> Mask:
    """The dots of `mask` that a dashed, dotted or thin line keeps, counted column by column, up and down as across."""
    if pattern == "solid":
        return mask
    before = np.concatenate([[0], np.cumsum(mask.sum(axis=0))[:-1]])
    period, drawn = _PERIODS[pattern]
    kept: Mask = mask & ((before + np.cumsum(mask, axis=0)) % period < drawn)
    return kept


def _columns(x: Floats, y: Floats, width: int, height: int) -> Mask:
    """A line that goes from left to right: in each column the dots from the lowest to the highest value it takes there.

    So no spike is lost, however many points fall into one column (M4: Jugel et al., VLDB 2014), and the work does not
    grow with the steepness.
    """
    low, high = column_range(x, y, width)
    rows = np.arange(height)[:, None]
    mask: Mask = (rows >= low) & (rows <= high)
    return mask


def column_range(x: Floats, y: Floats, width: int) -> tuple[Floats, Floats]:
    """The lowest and the highest row in each column of a line whose `x` ascends; NaN where it is not.

    Rows whose middles the line passes, and those nearest to its lowest and highest points.
    """
    low, high = _extremes(x, y, width)
    edges = _crossings(x, y, np.arange(width + 1, dtype=float) - 0.5)
    least, most = np.fmin(edges[:-1], edges[1:]), np.fmax(edges[:-1], edges[1:])
    passed_low, passed_high = np.ceil(np.fmin(least, low)), np.floor(np.fmax(most, high))
    between = passed_low > passed_high
    nearest = np.rint((least + most) / 2)
    passed_low, passed_high = np.where(between, nearest, passed_low), np.where(between, nearest, passed_high)
    return np.fmin(np.rint(low), passed_low), np.fmax(np.rint(high), passed_high)


def _extremes(x: Floats, y: Floats, width: int) -> tuple[Floats, Floats]:
    """The lowest and the highest point in each column; NaN where there is none."""
    low, high = np.full(width, np.nan), np.full(width, np.nan)
    if len(x):
        columns = np.rint(x)
        starts = np.flatnonzero(np.diff(columns, prepend=columns[0] - 1))
        places = columns[starts]
        inside = (places >= 0) & (places < width)
        at = places[inside].astype(int)
        low[at] = np.fmin.reduceat(y, starts)[inside]
        high[at] = np.fmax.reduceat(y, starts)[inside]
    return low, high


def _crossings(x: Floats, y: Floats, edges: Floats) -> Floats:
    """The height of the line where it crosses each of `edges`; NaN where it does not, or a neighbour is NaN."""
    heights = np.full(len(edges), np.nan)
    if len(x) < 2:
        return heights
    after = np.searchsorted(x, edges, side="right")
    inside = (after > 0) & (after < len(x))
    right = after[inside]
    left = right - 1
    share = (edges[inside] - x[left]) / (x[right] - x[left])
    heights[inside] = y[left] + share * (y[right] - y[left])
    return heights


def _segments(x: Floats, y: Floats, width: int, height: int) -> Mask:
    """A line that turns back: the dots of each of its segments, interpolated one by one."""
    x, y = np.clip(x, -width, 2 * width), np.clip(y, -height, 2 * height)
    kept = np.isfinite(y[:-1]) & np.isfinite(y[1:])
    starts, steps = np.stack([x, y])[:, :-1][:, kept], np.diff(np.stack([x, y]))[:, kept]
    counts = np.ceil(np.abs(steps).max(axis=0, initial=0)).astype(int) + 1
    nth = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    share = nth / np.maximum(np.repeat(counts - 1, counts), 1)
    columns, rows = np.rint(np.repeat(starts, counts, axis=1) + share * np.repeat(steps, counts, axis=1))
    return dots(columns, rows, width, height)


def dots(x: Floats, y: Floats, width: int, height: int) -> Mask:
    """One dot for each point that lies within: a mask of `height` x `width`, row 0 at the bottom."""
    mask = np.zeros((height, width), dtype=bool)
    columns, rows = np.rint(x), np.rint(y)
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    mask[rows[inside].astype(int), columns[inside].astype(int)] = True
    return mask
