"""The collections that a collection is compared with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sweeplens.data.brief import ReferenceBrief
from sweeplens.data.briefpaths import place_of
from sweeplens.data.collection import Collection
from sweeplens.data.corrections import UserWord
from sweeplens.data.load import load_collection
from sweeplens.data.scan import collections_at
from sweeplens.errors import UsageError


def load_reference(collection: Collection, name_or_path: str = "") -> Collection:
    """The reference that the brief calls so, or the collection at a path; the brief's first one where nothing is said.

    A path is one from here, from the collection, or from the folder that it lies in. Raises `UsageError` where there
    is no such reference, and `ReadError` where nothing in it can be read. What the user keeps of it is followed where
    it is for the collection itself.
    """
    named, folder = collection.brief.reference(name_or_path), _folder(collection)
    word = UserWord(as_inferred=True) if collection.said.as_inferred else None
    if named is not None:
        return _labelled(load_collection(place_of(folder, named), said=word), named)
    for path in (Path(name_or_path), folder / name_or_path, folder.parent / name_or_path):
        if name_or_path and path.exists():
            return load_collection(_only_collection(path), said=word)
    there = ", ".join(collection.brief.references) or "none"
    ways = f"the brief names {there}, and a level of a factor or a path will do"
    raise UsageError(f"There is no reference called {name_or_path}; {ways}.")


def _only_collection(path: Path) -> Path:
    """The one collection at or below a path; `UsageError` names those there are where they are several."""
    found = collections_at(path)
    if len(found) > 1:
        names = ", ".join(each.name for each in found[:5])
        raise UsageError(f"{path} holds {len(found)} collections ({names}); name one of them.")
    return found[0].path if found else path


def _labelled(collection: Collection, said: ReferenceBrief) -> Collection:
    return replace(collection, label=said.label) if said.label else collection


def _folder(collection: Collection) -> Path:
    return collection.path if collection.path.is_dir() else collection.path.parent
