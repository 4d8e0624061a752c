"""The collections that a collection is compared with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sweeplens.data.brief import Brief, ReferenceBrief
from sweeplens.data.collection import Collection
from sweeplens.data.load import load_collection
from sweeplens.data.markers import BRIEF
from sweeplens.data.problems import Problem
from sweeplens.errors import UsageError


def load_reference(collection: Collection, name_or_path: str = "") -> Collection:
    """The reference that the brief calls so, or the collection at a path; the brief's first one where nothing is said.

    A path is one from here, or one from the collection. Raises `UsageError` where there is no such reference, and
    `ReadError` where nothing in it can be read.
    """
    named = _named(collection.brief, name_or_path)
    if named is not None:
        return _labelled(load_collection(place_of(_folder(collection), named)), named)
    for path in (Path(name_or_path), _folder(collection) / name_or_path):
        if name_or_path and path.exists():
            return load_collection(path)
    there = ", ".join(collection.brief.references) or "none"
    raise UsageError(f"There is no reference called {name_or_path}; the brief names {there}, and a path will do.")


def _named(brief: Brief, name: str) -> ReferenceBrief | None:
    """The reference called `name`, by its name or its label; the first one for no name."""
    if not name:
        return next(iter(brief.references.values()), None)
    by_label = {said.label: said for said in brief.references.values() if said.label}
    return brief.references.get(name) or by_label.get(name)


def _labelled(collection: Collection, said: ReferenceBrief) -> Collection:
    return replace(collection, label=said.label) if said.label else collection


def _folder(collection: Collection) -> Path:
    return collection.path if collection.path.is_dir() else collection.path.parent


def place_of(folder: Path, said: ReferenceBrief) -> Path:
    """Where a reference of the collection in `folder` is."""
    return folder / said.collection


def reference_problems(folder: Path, brief: Brief) -> tuple[Problem, ...]:
    """What has to be said of a brief's references: that one is not there, or lies outside the collection."""
    return tuple(_problem(folder, name, said) for name, said in brief.references.items())


def _problem(folder: Path, name: str, said: ReferenceBrief) -> Problem:
    if not place_of(folder, said).exists():
        return Problem(BRIEF, f"The reference {name} is not there: {said.collection}.", "nothing is compared with it")
    return Problem(BRIEF, f"The reference {name} is read from {said.collection}, outside the collection.", level="note")
