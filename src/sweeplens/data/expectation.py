"""Which cells are expected: by the brief, by the layout, or by what is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeAlias

from sweeplens.data.brief import Brief, ExpectedBrief
from sweeplens.data.factors import Spelling
from sweeplens.data.markers import BRIEF
from sweeplens.data.metrics import Factor
from sweeplens.data.problems import Problem
from sweeplens.errors import BriefError

MOST_CELLS = 100_000
"""A product of more cells than this was not meant."""

Levels: TypeAlias = "tuple[str, ...]"


@dataclass(frozen=True)
class Expectation:
    """The cells that are expected, each with the replicates that it should hold."""

    cells: Mapping[Levels, frozenset[Levels]]
    """By the levels of the cell factors, the levels of the replicates; empty where any single run will do."""
    why: str
    """Where they come from, as a clause."""
    is_declared: bool = True
    """False where what is there is all that is known."""


WHAT_IS_THERE = Expectation({}, "what is there, as nothing says what was planned", is_declared=False)


def expected_by_brief(
    said: ExpectedBrief, factors: Sequence[Factor], declared: Mapping[str, Sequence[str]]
) -> Expectation:
    """The cells that a brief expects; `BriefError` where it names what no factor has, or more than can be meant.

    `declared` are the levels that the brief gives to factors, by the factors' names; of others a product takes all.
    """
    if said.product:
        chosen = {_factor(name, factors).name: levels for name, levels in said.levels.items()}
        cells = _product([{}], factors, {**declared, **chosen})
        excepted = [_known(cell, factors) for cell in said.excepted]
        kept = (cell for cell in cells if not any(left_out.items() <= cell.items() for left_out in excepted))
        return Expectation(_grouped(kept, factors), "the product of the brief's levels")
    return expected_by_list(said.cells, factors, "the brief's list of cells")


def expected_by_list(cells: Iterable[Mapping[str, str]], factors: Sequence[Factor], why: str) -> Expectation:
    """Cells that are listed; one that names only some factors stands for all levels of the others."""
    return Expectation(_grouped(_product([_known(cell, factors) for cell in cells], factors, {}), factors), why)


def _known(cell: Mapping[str, str], factors: Sequence[Factor]) -> dict[str, str]:
    """A cell with each factor under its own name."""
    return {_factor(name, factors).name: level for name, level in cell.items()}


def _factor(name: str, factors: Sequence[Factor]) -> Factor:
    found = next((factor for factor in factors if name in (factor.name, factor.column)), None)
    if found is None:
        raise BriefError(
            f"`expected` names the factor {name}; there is {', '.join(f.name for f in factors) or 'none'}."
        )
    return found


def _product(
    cells: Sequence[Mapping[str, str]], factors: Sequence[Factor], chosen: Mapping[str, Sequence[str]]
) -> Iterator[dict[str, str]]:
    """Every combination of levels that agrees with one of `cells`."""
    every = [chosen.get(f.name) or [level.text for level in f.levels] for f in factors if f.splits_cells]
    names = [factor.name for factor in factors if factor.splits_cells]
    for cell in cells:
        options = [[cell[name]] if name in cell else levels for name, levels in zip(names, every, strict=True)]
        if prod(len(option) for option in options) > MOST_CELLS:
            raise BriefError(f"`expected` is more than {MOST_CELLS:,} cells; list them, or name fewer levels.")
        yield from (dict(zip(names, combination, strict=True)) for combination in product(*options))


def _grouped(cells: Iterable[Mapping[str, str]], factors: Sequence[Factor]) -> dict[Levels, frozenset[Levels]]:
    """Cells by the levels of the factors that make them, with the levels of their replicates."""
    own = [factor.name for factor in factors if factor.splits_cells and not factor.is_replicate]
    repeats = [factor.name for factor in counted_replicates(factors)]
    grouped: dict[Levels, set[Levels]] = {}
    for cell in cells:
        held = grouped.setdefault(tuple(cell[name] for name in own), set())
        if repeats:
            held.add(tuple(cell[name] for name in repeats))
    return {levels: frozenset(held) for levels, held in grouped.items()}


def counted_replicates(factors: Iterable[Factor]) -> list[Factor]:
    """The replicates whose levels a cell should hold; runs that only their place tells apart are not counted."""
    return [factor for factor in factors if factor.is_replicate and factor.splits_cells]


def expectation_of(
    brief: Brief, planned: Sequence[Mapping[str, str]] | None, factors: Sequence[Factor], spelt: Mapping[str, Spelling]
) -> tuple[Expectation, tuple[Problem, ...]]:
    """The brief's expectation, else that of the cells that a layout has `planned`, else what is there.

    What cannot be meant is a problem, and then what is there counts.
    """
    said = _Said(factors, spelt)
    try:
        if brief.expected is not None:
            return expected_by_brief(said.respelled(brief.expected), factors, said.declared(brief)), ()
        if planned is not None:
            return expected_by_list(said.varying(planned), factors, "the grid that the sweep states"), ()
    except BriefError as error:
        return WHAT_IS_THERE, (Problem(BRIEF, str(error), "what is there counts as expected"),)
    return WHAT_IS_THERE, ()


@dataclass(frozen=True)
class _Said:
    """Puts what someone expects into the spelling of the runs."""

    factors: Sequence[Factor]
    spelt: Mapping[str, Spelling]

    def level(self, name: str, text: str) -> str:
        """A level as the runs spell it."""
        factor = next((factor for factor in self.factors if name in (factor.name, factor.column)), None)
        return self.spelt[factor.column].meant(text) if factor else text

    def cells(self, given: Iterable[Mapping[str, str]]) -> tuple[dict[str, str], ...]:
        """Cells as the runs spell their levels."""
        return tuple({name: self.level(name, text) for name, text in cell.items()} for cell in given)

    def respelled(self, said: ExpectedBrief) -> ExpectedBrief:
        """What a brief expects, as the runs spell it."""
        levels = {name: tuple(self.level(name, text) for text in texts) for name, texts in said.levels.items()}
        return replace(said, cells=self.cells(said.cells), excepted=self.cells(said.excepted), levels=levels)

    def declared(self, brief: Brief) -> dict[str, list[str]]:
        """The levels that the brief declares, by the names of the factors that have some."""
        said = {f.name: brief.factors[f.name].levels for f in self.factors if f.name in brief.factors}
        return {name: [self.level(name, text) for text in levels] for name, levels in said.items() if levels}

    def varying(self, cells: Iterable[Mapping[str, str]]) -> list[dict[str, str]]:
        """Cells without the factors that turned out to have one level."""
        columns = {factor.column for factor in self.factors}
        return [{column: level for column, level in cell.items() if column in columns} for cell in self.cells(cells)]
