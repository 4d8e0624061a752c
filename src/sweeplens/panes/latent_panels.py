"""Latent frames as panels: one for each combination of keys that a filter keeps."""

from __future__ import annotations

from dataclasses import replace

from sweeplens.data.askable import asked_of
from sweeplens.data.collection import Collection, FrameStream, History
from sweeplens.data.frame_index import indexed, key_names
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.histories import as_collection, kept_curves
from sweeplens.panes.latent_projection import Keys


def panel_keys(question: Question, stream: FrameStream) -> list[Keys]:
    """What the frames of each panel that the filter keeps have in common, in the order of their levels."""
    names = key_names(stream)
    whole = frames_as_collection(question.collection, stream)
    kept = kept_curves(question, _modes_beside(whole)).select(names).rows() if names else [()]
    return [tuple((n, v) for n, v in zip(names, row, strict=True) if v is not None) for row in kept]


def left_out(question: Question, stream: FrameStream) -> str:
    """What of the filter cannot be asked of the frames of a stream, as a sentence; empty where all of it can."""
    asked = asked_of(frames_as_collection(question.collection, stream), question.where, question.collection)
    return asked.sentence(f"the frames of {stream.name}")


def frames_as_collection(collection: Collection, stream: FrameStream) -> Collection:
    """The collection with one row for each combination of the stream's keys in place of its runs."""
    names = key_names(stream)
    rows = [{name: frame.named.get(name) for name in names} for frame in indexed(stream).frames]
    keys = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String)) if names else pl.DataFrame()
    return as_collection(collection, History(stream.name, "step", names, (), keys.lazy))


def _modes_beside(collection: Collection) -> Collection:
    """The collection with the factor of its modes last, so that the modes of one task stand side by side."""
    said = collection.brief.modes
    mode = collection.factor(said.factor) if said else None
    others = tuple(factor for factor in collection.factors if factor is not mode)
    return replace(collection, factors=(*others, *([mode] if mode else [])))
