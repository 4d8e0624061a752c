"""A collection read again as a user corrects it."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.collection import Collection, Role
from sweeplens.data.correction_file import keep
from sweeplens.data.corrections import Corrections, UserWord
from sweeplens.data.load import load_collection
from sweeplens.errors import UsageError


def say(path: Path, word: UserWord, change: Corrections, keeps: bool = False) -> Collection:
    """The collection at `path` with `change` beside what is said of it already; kept where that is wanted.

    Raises `UsageError` with the reason where the change cannot be meant, or leaves nothing to look at; `SettingsError`
    where it cannot be kept. Nothing is kept then.
    """
    collection = load_collection(path, said=word.saying(change, keeps))
    refused = [collection.refused[name] for name in change.names if name in collection.refused]
    if refused:
        raise UsageError(refused[0])
    if not _is_measured(collection, change):
        raise UsageError(f"Nothing would be left that is measured without {' and '.join(change.names)}.")
    if keeps:
        keep(path, change)
    return collection


def _is_measured(collection: Collection, change: Corrections) -> bool:
    """Whether a metric is left, where the change takes one away."""
    lost = (d for d in collection.roles if d.column in change.roles and d.inferred is Role.METRIC)
    return bool(collection.metrics) or not any(decision.role is not Role.METRIC for decision in lost)
