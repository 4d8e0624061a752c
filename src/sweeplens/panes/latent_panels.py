"""Latent frames as panels: one for each combination of keys, projected on a basis of its own."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.collection import Collection, FrameStream, History
from sweeplens.data.frames import Frame, FrameAt, FrameIndex, index_frames, read_frame
from sweeplens.data.watch import signature_of
from sweeplens.errors import ReadError
from sweeplens.lazy import np, pl
from sweeplens.panes.base import Question
from sweeplens.panes.histories import as_collection, kept_curves
from sweeplens.stats.pca import principal_basis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

COLOURING = ("strategy", "label", "labels", "class", "cluster", "task")
"""Per-point fields that points are coloured by, the first that is there."""


@dataclass(frozen=True, eq=False)
class Panel:
    """One cloud that moves: all frames of one combination of keys on their own fixed basis."""

    keys: tuple[tuple[str, str], ...]
    steps: tuple[float, ...]
    positions: tuple[Array, ...]
    """By frame, shape (points, 2)."""
    names: tuple[str, ...]
    """For each point the name its colour belongs to."""
    explained: tuple[float, ...]
    """The share of variance of each direction."""
    left_out: int
    """Frames that could not be read, or whose points are of another number or dimension than most."""

    def at(self, step: float) -> Array:
        """The positions of the last frame at or before `step`; of the first frame before it."""
        before = [place for place, own in enumerate(self.steps) if own <= step]
        return self.positions[before[-1] if before else 0]

    @property
    def limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Lowest and highest finite position over all frames, along each direction."""
        everything = np.concatenate(self.positions)
        finite = everything[np.isfinite(everything).all(axis=1)]
        low, high = finite.min(axis=0), finite.max(axis=0)
        return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))


def panels_of(question: Question, stream: FrameStream, most: int) -> tuple[list[Panel], int]:
    """The first `most` panels that the filter keeps, in the order of their levels; and how many there are."""
    names = _key_names(indexed(stream))
    whole = frames_as_collection(question.collection, stream)
    kept = kept_curves(question, _modes_beside(whole)).select(names).rows() if names else [()]
    wanted = [tuple((n, v) for n, v in zip(names, row, strict=True) if v is not None) for row in kept]
    return [panel(stream, keys) for keys in wanted[:most]], len(wanted)


def frames_as_collection(collection: Collection, stream: FrameStream) -> Collection:
    """The collection with one row for each combination of the stream's keys in place of its runs."""
    index = indexed(stream)
    names = _key_names(index)
    rows = [{name: frame.named.get(name) for name in names} for frame in index.frames]
    keys = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String)) if names else pl.DataFrame()
    return as_collection(collection, History(stream.name, "step", tuple(names), (), keys.lazy))


def _key_names(index: FrameIndex) -> list[str]:
    return list(dict.fromkeys(key for frame in index.frames for key, _ in frame.keys))


def _modes_beside(collection: Collection) -> Collection:
    """The collection with the factor of its modes last, so that the modes of one task stand side by side."""
    said = collection.brief.modes
    mode = collection.factor(said.factor) if said else None
    others = tuple(factor for factor in collection.factors if factor is not mode)
    return replace(collection, factors=(*others, *([mode] if mode else [])))


def indexed(stream: FrameStream) -> FrameIndex:
    """The index of the stream's file as it is now."""
    return _index(stream.path, stream.name, signature_of(stream.path))


@lru_cache(maxsize=8)
def _index(path: Path, name: str, signature: object) -> FrameIndex:
    return index_frames(path, name)


def panel(stream: FrameStream, keys: tuple[tuple[str, str], ...]) -> Panel:
    """The frames of one combination of keys on their basis; `ReadError` where none holds points that have one."""
    return _panel(stream.path, stream.name, signature_of(stream.path), keys)


@lru_cache(maxsize=32)
def _panel(path: Path, name: str, signature: object, keys: tuple[tuple[str, str], ...]) -> Panel:
    own = {frame.step: frame for frame in _index(path, name, signature).frames if frame.keys == keys}
    frames = [frame for place in sorted(own.values(), key=lambda place: place.step) for frame in _read(path, place)]
    shapes = Counter(frame.points.shape for frame in frames)
    kept = [frame for frame in frames if frame.points.shape == shapes.most_common(1)[0][0]]
    if not kept:
        raise ReadError(f"{name} holds no points for {_named(keys)}.")
    try:
        basis = principal_basis(frame.points for frame in kept)
    except ValueError as error:
        raise ReadError(f"{name} cannot be projected for {_named(keys)}: {error}.") from error
    return Panel(
        keys,
        tuple(frame.step for frame in kept),
        tuple(basis.project(frame.points) for frame in kept),
        _colours(kept[0]),
        basis.explained,
        len(own) - len(kept),
    )


def _read(path: Path, place: FrameAt) -> Iterator[Frame]:
    """The frame at a place; none where it holds no points."""
    with contextlib.suppress(ReadError):
        yield read_frame(path, place)


def _named(keys: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name}={value}" for name, value in keys) or "any run"


def _colours(frame: Frame) -> tuple[str, ...]:
    """For each point its name in the first field that points are coloured by; one name for all where there is none."""
    for field in (*COLOURING, *frame.fields):
        if field in frame.fields:
            return frame.fields[field]
    return ("points",) * len(frame.points)
