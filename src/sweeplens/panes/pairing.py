"""Which columns of two sides mean the same: factors by name or column, their levels as text or as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sweeplens.data.collection import Collection
from sweeplens.data.factors import Spelling, spelling
from sweeplens.data.levels import short_form
from sweeplens.data.metrics import Factor, Level
from sweeplens.lazy import pl

if TYPE_CHECKING:
    from sweeplens.data.versus import Reference


@dataclass(frozen=True, eq=False)
class Key:
    """A factor that both sides have."""

    factor: Factor
    """As the candidate has it."""
    candidate: pl.Expr
    """Its levels over the candidate's runs, under the candidate's name of the column."""
    reference: pl.Expr
    """Its levels over the reference's runs, in the candidate's spelling and under the same name."""
    there: tuple[str, ...]
    """The levels that the reference has, in the candidate's spelling."""


@dataclass(frozen=True, eq=False)
class Pairing:
    """How the runs of a candidate are laid beside those of its reference."""

    keys: tuple[Key, ...]
    factors: tuple[Factor, ...]
    """The factors that tell the candidate's cells apart."""
    averaged: tuple[Factor, ...] = ()
    """Factors that only the reference has; its runs are averaged over them."""

    @property
    def columns(self) -> list[str]:
        """Columns of the keys."""
        return [key.factor.column for key in self.keys]

    @property
    def own(self) -> tuple[Factor, ...]:
        """Factors that only the candidate has: each of their levels is held against the same cell."""
        return tuple(factor for factor in self.factors if factor.column not in self.columns)

    @property
    def is_possible(self) -> bool:
        """Whether some cells can be the same: a factor is shared, or the reference is a single cell."""
        return bool(self.keys) or not self.averaged


def paired(collection: Collection, reference: Reference) -> Pairing:
    """How the cells of `collection` are laid beside those of its reference."""
    if reference.factor is not None:
        return _levels_paired(collection, reference.factor)
    other = reference.collection
    keys = [key for factor in collection.cell_factors if (key := _key(factor, other)) is not None]
    fixed = [key for factor in other.cell_factors if (key := _fixed_key(factor, collection)) is not None]
    met = {name for factor in collection.cell_factors for name in (factor.name, factor.column)}
    met |= {key.factor.column for key in fixed}
    averaged = tuple(factor for factor in other.cell_factors if met.isdisjoint((factor.name, factor.column)))
    return Pairing((*keys, *fixed), collection.cell_factors, averaged)


def _levels_paired(collection: Collection, factor: Factor) -> Pairing:
    """The levels of a factor beside one of them: joined on the others, but not on the one that it is read out of."""
    said = collection.brief.factors.get(factor.name)
    source = said.source if said else ""
    others = [f for f in collection.cell_factors if f.column != factor.column and source not in (f.name, f.column)]
    keys = tuple(Key(f, pl.col(f.column), pl.col(f.column), tuple(x.text for x in f.levels)) for f in others)
    telling = [*others, factor] if len(factor.levels) > 2 else others
    return Pairing(keys, tuple(f for f in dict.fromkeys((*collection.cell_factors, factor)) if f in telling))


def _key(factor: Factor, other: Collection) -> Key | None:
    """The candidate's factor as a key, where the other side varies it or holds it constant."""
    spelt = spelling([level.text for level in factor.levels], factor.name)
    theirs = other.factor(factor.name) or other.factor(factor.column)
    if theirs is not None:
        means = {level.text: _meant(spelt, level.text, theirs) for level in theirs.levels}
        there = pl.col(theirs.column).replace(means)
        return Key(factor, pl.col(factor.column), there.alias(factor.column), tuple(means.values()))
    constant = _constant(other, factor)
    if constant is None:
        return None
    text = _meant(spelt, constant, factor)
    return Key(factor, pl.col(factor.column), pl.lit(text).alias(factor.column), (text,))


def _fixed_key(theirs: Factor, collection: Collection) -> Key | None:
    """A factor that only the reference varies as a key, where the candidate holds it constant."""
    constant = None if _known(theirs, collection) else _constant(collection, theirs)
    if constant is None:
        return None
    factor = Factor(theirs.name, theirs.column, (Level(constant),), theirs.label)
    spelt = spelling([constant], theirs.name)
    means = {level.text: _meant(spelt, level.text, theirs) for level in theirs.levels}
    here = pl.lit(constant).alias(factor.column)
    return Key(factor, here, pl.col(theirs.column).replace(means), tuple(means.values()))


def _known(theirs: Factor, collection: Collection) -> bool:
    return any(theirs.name == f.name or theirs.column == f.column for f in collection.cell_factors)


def _constant(collection: Collection, factor: Factor) -> str | None:
    """The one level of a factor that a collection does not vary; None where it says nothing of it."""
    constants: Mapping[str, str] = dict(collection.constants)
    return next((constants[name] for name in (factor.column, factor.name) if name in constants), None)


def _meant(spelt: Spelling, text: str, factor: Factor) -> str:
    """The candidate's level that `text` means, itself where it is none of them."""
    found = (spelt.meant(each) for each in (text, short_form(text, factor.name), short_form(text, factor.column)))
    return next((level for level in found if level in spelt.levels), text)


def differing_constants(collection: Collection, other: Collection) -> Iterator[tuple[str, str, str]]:
    """Name and both values of what each side holds constant, but not at the same value."""
    theirs = dict(other.constants)
    for name, value in collection.constants:
        if name in theirs and theirs[name] != value:
            yield name, value, theirs[name]
