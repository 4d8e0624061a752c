"""What a collection is held against: another collection, or a level of one of its own factors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from weakref import WeakKeyDictionary

from sweeplens.data.brief import ReferenceBrief
from sweeplens.data.collection import Collection
from sweeplens.data.comparisons import written_number
from sweeplens.data.derived import derived, planned
from sweeplens.data.factors import numbers_of
from sweeplens.data.matching import matching_levels
from sweeplens.data.metrics import Factor
from sweeplens.data.query import Compare
from sweeplens.errors import ReadError, UsageError
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Reference:
    """The side that deltas are taken from."""

    collection: Collection
    label: str = ""
    """What it is called in a comparison; empty where nobody gave it a name."""
    source: str = ""
    """Where its numbers come from, in the brief's words."""
    factor: Factor | None = None
    """The factor of whose levels one is the reference for the others; None where it is a collection of its own."""
    level: str = ""
    note: str = ""
    """A sentence about the place that it is read from, where that is not beside the collection."""

    @property
    def runs(self) -> pl.DataFrame:
        """The runs that are the reference."""
        runs = self.collection.runs
        return runs if self.factor is None else runs.filter(pl.col(self.factor.column) == self.level)


def reference_of(collection: Collection, versus: str | None, given: Collection | None = None) -> Reference | None:
    """What `collection` is held against: `given`, else what `versus` names, else what the brief names first.

    `versus` is the name of a reference of the brief, a level (`reinit`, `mode=reinit`) or a path, in this order.
    None where there is none. Raises `UsageError` where `versus` is nothing of these or cannot be read, `ReadError`
    where the brief's own reference cannot.
    """
    if given is not None:
        return _in_hand(collection, with_formulas(given, collection))
    if versus:
        return _asked(collection, versus)
    if collection.brief.references:
        return _first_of_brief(collection)
    return _mode(collection)


def _in_hand(collection: Collection, given: Collection) -> Reference:
    """A collection that was read already, in the brief's words where the brief names it too."""
    place = given.path.resolve()
    for name, said in collection.brief.references.items():
        if _place(collection, said) == place:
            return _named(collection, given, said, name)
    return Reference(given, given.brief.label)


def _asked(collection: Collection, versus: str) -> Reference:
    said = collection.brief.reference(versus)
    if said is None:
        held = _level_called(collection, versus)
        if held is not None:
            return _level_reference(collection, *held)
    try:
        read = _read(collection, versus)
    except ReadError as error:
        raise UsageError(f"The reference {versus} cannot be read. {error}") from error
    return _named(collection, read, said, versus) if said else Reference(read, read.brief.label)


def _first_of_brief(collection: Collection) -> Reference:
    name, said = next(iter(collection.brief.references.items()))
    try:
        return _named(collection, _read(collection, name), said, name)
    except (ReadError, UsageError) as error:
        raise ReadError(f"The reference {name} of the brief cannot be read; name another with --vs. {error}") from error


def _named(collection: Collection, read: Collection, said: ReferenceBrief, name: str) -> Reference:
    """A reference of the brief, by the brief's label for it, its own, or its name there."""
    return Reference(read, said.label or read.brief.label or name, said.source, note=_place_note(collection, said))


def _place_note(collection: Collection, said: ReferenceBrief) -> str:
    """That a brief leads away from the folder that the collection lies in."""
    if collection.path.resolve().parent in _place(collection, said).parents:
        return ""
    return f"The brief names a reference in another place: {said.collection}."


def _place(collection: Collection, said: ReferenceBrief) -> Path:
    """Where a reference of the brief is."""
    folder = collection.path if collection.path.is_dir() else collection.path.parent
    return (folder / said.collection).resolve()


def _mode(collection: Collection) -> Reference | None:
    """The mode that the brief holds the other one against, where it names modes."""
    modes = collection.brief.modes
    factor = collection.factor(modes.factor) if modes else None
    if modes is None or factor is None or factor.level(modes.reference) is None:
        return None
    return _level_reference(collection, factor, modes.reference)


def _level_reference(collection: Collection, factor: Factor, level: str) -> Reference:
    """A level, called by its factor's name too where it is a bare number."""
    label = level if written_number(level) is None else f"{factor.name}={level}"
    return Reference(collection, label, factor=factor, level=level)


def _level_called(collection: Collection, text: str) -> tuple[Factor, str] | None:
    """The factor and the level that `text` names; `UsageError` where it is a level of several factors."""
    found = list(_levels_called(collection, text))
    if len(found) > 1:
        ways = " or ".join(f"{factor.name}={text}" for factor, _ in found)
        raise UsageError(f"{text} is a level of several factors; name one of them: {ways}.")
    return found[0] if found else None


def _levels_called(collection: Collection, text: str) -> Iterator[tuple[Factor, str]]:
    """Every factor that has a level written so, or of that number; of one factor, if `text` names it."""
    name, _, value = text.partition("=")
    named = collection.factor(name) if value else None
    asked = [(factor, text) for factor in collection.factors] if named is None else [(named, value)]
    for factor, wanted in asked:
        means = matching_levels(factor, Compare(factor.name, "=", (wanted,)))
        exact = next((level for level in (text, wanted) if level in means), None)
        if means:
            yield factor, exact or min(means)


_READ: WeakKeyDictionary[Collection, dict[str, Collection]] = WeakKeyDictionary()
"""References that were read already; a collection that is read again asks for them again."""


def _read(collection: Collection, name: str) -> Collection:
    """The reference called `name`, or at that path, with the collection's formulas."""
    from sweeplens.data.references import load_reference  # every layout comes along, which help need not wait for

    known = _READ.setdefault(collection, {})
    if name not in known:
        known[name] = with_formulas(load_reference(collection, name), collection)
    return known[name]


def with_formulas(reference: Collection, collection: Collection) -> Collection:
    """`reference` with those of the collection's derived metrics that it does not have but can compute."""
    texts = {m.name: m.formula for m in collection.metrics if m.formula and m.name not in reference.runs.columns}
    if not texts:
        return reference
    formulas, _ = planned(texts, "brief.yaml")
    derivation = derived(reference.runs.lazy(), formulas, numbers_of(reference.factors))
    added = tuple(metric for metric in collection.metrics if metric.name in derivation.names)
    return replace(reference, runs=derivation.frame.collect(), metrics=(*reference.metrics, *added))
