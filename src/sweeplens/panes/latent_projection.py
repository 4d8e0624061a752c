"""The frames of one combination of keys, projected on a basis of their own."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.collection import FrameStream
from sweeplens.data.digest import digested
from sweeplens.data.frame_index import indexed
from sweeplens.data.frames import Frame, FrameAt, read_frame
from sweeplens.data.signature import signature_of
from sweeplens.errors import ReadError
from sweeplens.lazy import np, pl
from sweeplens.stats.pca import principal_basis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Keys = tuple[tuple[str, str], ...]
"""Names and values, as text, that the frames of one panel have in common."""
COLOURING = ("strategy", "label", "labels", "class", "cluster", "task")
"""Per-point fields that points are coloured by, the first that is there."""


@dataclass(frozen=True, eq=False)
class Panel:
    """One cloud that moves: the frames of one combination of keys on their own fixed basis."""

    keys: Keys
    steps: Array
    """Rising, shape (frames,)."""
    positions: Array
    """Shape (frames, points, 2)."""
    names: tuple[str, ...]
    """For each point the name its colour belongs to."""
    explained: tuple[float, ...]
    """The share of variance of each direction."""
    left_out: int
    """Frames that could not be read, or whose points are of another number or dimension than most."""
    unread: int = 0
    """Frames between the others that were not looked at."""

    def at(self, steps: Sequence[float]) -> Array:
        """The positions of the last frame at or before each step, of the first before it: shape (steps, points, 2)."""
        places = np.searchsorted(self.steps, steps, side="right") - 1
        found: Array = self.positions[places.clip(min=0)]
        return found

    @property
    def limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Lowest and highest finite position over all frames, along each direction."""
        everything = self.positions.reshape(-1, 2)
        finite = everything[np.isfinite(everything).all(axis=1)]
        low, high = finite.min(axis=0), finite.max(axis=0)
        return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))


def places_of(stream: FrameStream, keys: Keys) -> list[FrameAt]:
    """Where the frames of one combination of keys are, by rising step; the later one of a step that is there twice."""
    wanted = dict(keys)
    own = {frame.step: frame for frame in indexed(stream).frames if frame.named == wanted}
    return [own[step] for step in sorted(own)]


def panel(stream: FrameStream, keys: Keys, most: int | None = None) -> Panel:
    """The frames of one combination of keys on their basis, at most about `most` evenly chosen ones where it is given.

    What took long is kept in the user's cache. Raises `ReadError` where no frame holds points that have a basis.
    """
    return _panel(stream, signature_of(stream.path), keys, most)


@lru_cache(maxsize=32)
def _panel(stream: FrameStream, signature: object, keys: Keys, most: int | None) -> Panel:
    places = places_of(stream, keys)
    chosen = _evenly(places, most)
    table = digested(
        [stream.path], f"latent {keys!r} {len(chosen)}", lambda: _as_table(_projected(stream, keys, chosen))
    )
    return replace(_from_table(keys, table), unread=len(places) - len(chosen))


def _evenly(places: list[FrameAt], most: int | None) -> list[FrameAt]:
    """The first, the last and evenly chosen ones between them; all where they are no more than `most`."""
    if most is None or len(places) <= most:
        return places
    return [places[round(at)] for at in np.linspace(0, len(places) - 1, most)]


def _projected(stream: FrameStream, keys: Keys, places: Sequence[FrameAt]) -> Panel:
    frames = [frame for place in places for frame in _read(stream.path, place)]
    shapes = Counter(frame.points.shape for frame in frames)
    kept = [frame for frame in frames if frame.points.shape == shapes.most_common(1)[0][0]]
    if not kept:
        raise ReadError(f"{stream.name} holds no points for {_named(keys)}.")
    try:
        basis = principal_basis(frame.points for frame in kept)
    except ValueError as error:
        raise ReadError(f"{stream.name} cannot be projected for {_named(keys)}: {error}.") from error
    return Panel(
        keys,
        np.array([frame.step for frame in kept]),
        np.array([basis.project(frame.points) for frame in kept]),
        _colours(kept[0]),
        basis.explained,
        len(places) - len(kept),
    )


def _read(path: Path, place: FrameAt) -> Iterator[Frame]:
    """The frame at a place; none where it holds no points."""
    with contextlib.suppress(ReadError):
        yield read_frame(path, place)


def _named(keys: Keys) -> str:
    return ", ".join(f"{name}={value}" for name, value in keys) or "any run"


def _colours(frame: Frame) -> tuple[str, ...]:
    """For each point its name in the first field that points are coloured by; one name for all where there is none."""
    for field in (*COLOURING, *frame.fields):
        if field in frame.fields:
            return frame.fields[field]
    return ("points",) * len(frame.points)


def _as_table(panel: Panel) -> pl.DataFrame:
    """One row a frame, `step, x, y`, and what all of them have in common again in each."""
    common = pl.select(
        names=pl.lit(pl.Series([panel.names], dtype=pl.List(pl.String))),
        explained=pl.lit(pl.Series([panel.explained], dtype=pl.List(pl.Float64))),
        left_out=pl.lit(panel.left_out),
    )
    across, up = panel.positions[..., 0], panel.positions[..., 1]
    return pl.DataFrame({"step": panel.steps, "x": across.tolist(), "y": up.tolist()}).join(common, how="cross")


def _from_table(keys: Keys, table: pl.DataFrame) -> Panel:
    """The panel that a table was made of."""
    places = [table[name].explode().to_numpy().reshape(table.height, -1) for name in ("x", "y")]
    names, explained, left_out = table.select("names", "explained", "left_out").row(0)
    return Panel(keys, table["step"].to_numpy(), np.stack(places, axis=-1), tuple(names), tuple(explained), left_out)
