"""What a column is: a few rules, tried in order, each with its reason; what a brief or a layout says comes first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from sweeplens.data.collection import Role, RoleDecision
from sweeplens.data.columns import ColumnFacts
from sweeplens.data.names import (
    by_base,
    is_clock_name,
    is_factor_name,
    is_identity_name,
    is_metric_name,
    is_numbering_name,
    is_replicate_name,
    is_state_name,
    measured_by,
)
from sweeplens.text import plural

FEW_LEVELS = 12
"""A number that no name speaks for is a factor when it has at most so many levels."""


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What a rule may know of the other columns."""

    columns: Sequence[ColumnFacts]
    first_measured: int
    """Where the first column stands that is surely measured: one with a metric's name, or numbers that never repeat."""

    def is_before_metrics(self, column: ColumnFacts) -> bool:
        """Whether the column stands left of everything that is surely measured."""
        return self._places[column.name] < self.first_measured

    @cached_property
    def numeric_bases(self) -> dict[str, str]:
        """The numeric columns by what stands for them in the name of a spread."""
        return by_base([column.name for column in self.columns if column.is_numeric])

    @cached_property
    def _places(self) -> dict[str, int]:
        return {column.name: at for at, column in enumerate(self.columns)}


Verdict: TypeAlias = "tuple[Role, str] | None"
Rule: TypeAlias = "Callable[[ColumnFacts, Surroundings], Verdict]"


def decide_roles(
    columns: Sequence[ColumnFacts], known: Mapping[str, RoleDecision] | None = None
) -> tuple[RoleDecision, ...]:
    """The role of every column, in the table's order; `known` are the columns that a brief or a layout decides."""
    known = known or {}
    surroundings = Surroundings(columns, _first_measured(columns, known))
    return tuple(known.get(column.name) or _decide(column, surroundings) for column in columns)


def _decide(column: ColumnFacts, surroundings: Surroundings) -> RoleDecision:
    verdicts = (rule(column, surroundings) for rule in RULES)
    role, why = next(verdict for verdict in verdicts if verdict)
    return RoleDecision(column.name, role, why)


def _first_measured(columns: Sequence[ColumnFacts], known: Mapping[str, RoleDecision]) -> int:
    for at, column in enumerate(columns):
        if column.name in known:
            continue
        many = column.distinct > FEW_LEVELS and 2 * column.distinct > column.present
        repeats = column.distinct < column.present
        if column.is_numeric and (_sounds_measured(column) or many or not (column.is_whole or repeats)):
            return at
    return len(columns)


def _sounds_measured(column: ColumnFacts) -> bool:
    return is_metric_name(column.words) and not is_factor_name(column.words)


def empty(column: ColumnFacts, _: Surroundings) -> Verdict:
    """Nothing stands in it, or a word for nothing under a metric's name."""
    if not column.present or (column.read.missing == column.rows and is_metric_name(column.words)):
        return Role.TEXT, "no row holds a value"
    return None


def time(column: ColumnFacts, _: Surroundings) -> Verdict:
    """Points in time, by their form or by a clock's name over seconds since 1970."""
    if column.is_date:
        return Role.TIME, "its values are dates"
    late = column.is_numeric and column.present > 0 and bool((column.read.values.drop_nulls() > 1e8).all())
    return (
        (Role.TIME, "its name is a clock's and its values are seconds") if late and is_clock_name(column.key) else None
    )


def spread(column: ColumnFacts, around: Surroundings) -> Verdict:
    """The spread of another column, by its name."""
    base = measured_by(column.name, around.numeric_bases) if column.is_numeric else None
    return (Role.SPREAD, f"its name says that it is the spread of {base}") if base else None


def row_number(column: ColumnFacts, _: Surroundings) -> Verdict:
    """The index that a table was written with."""
    if column.is_row_number and (not column.words or column.words[0] in ("column", "unnamed", "index")):
        return Role.IDENTITY, "it counts the rows"
    return None


def replicate(column: ColumnFacts, _: Surroundings) -> Verdict:
    """Repeats of one cell, by name: a seed always, a trial or a fold when it repeats."""
    sure = "seed" in column.words or column.key in ("random_state", "rng")
    if not sure and not (is_replicate_name(column.key) and column.is_whole and column.distinct < column.rows):
        return None
    if column.is_constant and column.rows > 1:
        return Role.CONSTANT, f"every row holds {column.text[0]}"
    return Role.REPLICATE, f"its name says that it repeats a cell; {plural(column.distinct, 'value')}"


def text(column: ColumnFacts, _: Surroundings) -> Verdict:
    """What is no number: states, dates, notes, names, and what repeats is a factor."""
    if column.is_numeric:
        return None
    if is_state_name(column.key):
        return Role.TEXT, "it says how a run stands"
    if column.is_long:
        return Role.TEXT, "its values are lists or long texts"
    if column.is_constant and (column.rows > 1 or not is_identity_name(column.words)):
        return Role.CONSTANT, f"every row holds {column.text[0]}"
    if column.is_unique:
        return Role.IDENTITY, "every row has a value of its own"
    if 2 * column.present < column.rows and column.distinct > 1:
        return Role.TEXT, f"only {column.present} of {plural(column.rows, 'row')} hold a value"
    if 2 * column.distinct > column.present and column.rows > FEW_LEVELS:
        return Role.IDENTITY, f"{plural(column.distinct, 'value')} in {plural(column.present, 'row')}, hardly repeated"
    return Role.FACTOR, f"{plural(column.distinct, 'value')} in {plural(column.present, 'row')}, each a text"


def truth(column: ColumnFacts, _: Surroundings) -> Verdict:
    """`True` and `False`: measured, unless its name is a setting's."""
    if column.read.kind != "bool":
        return None
    if is_state_name(column.key):
        return Role.TEXT, "it says how a run stands"
    if column.is_constant and column.rows > 1:
        return Role.CONSTANT, f"every row holds {column.text[0]}"
    if column.is_balanced and not _sounds_measured(column):
        return Role.FACTOR, "true and false, about equally often"
    return Role.METRIC, "true and false, counted as 1 and 0"


def numbered_name(column: ColumnFacts, _: Surroundings) -> Verdict:
    """A number that names the row: unique, whole, and called so."""
    if column.is_whole and column.is_unique and column.rows > 1 and is_numbering_name(column.words):
        return Role.IDENTITY, "its name says that it numbers the rows, and every row has its own"
    return None


def measured(column: ColumnFacts, _: Surroundings) -> Verdict:
    """A number with a metric's name."""
    return (Role.METRIC, "its name is that of a measurement") if _sounds_measured(column) else None


def constant(column: ColumnFacts, _: Surroundings) -> Verdict:
    """A number that does not vary and was set rather than measured."""
    if column.is_constant and (is_factor_name(column.words) or (column.is_whole and column.rows > 1)):
        return Role.CONSTANT, f"every row holds {column.text[0]}"
    return None


def setting(column: ColumnFacts, _: Surroundings) -> Verdict:
    """A number with the name of something that is set, whose values repeat."""
    if is_factor_name(column.words) and 1 < column.distinct < column.present:
        return Role.FACTOR, f"its name is that of a setting; {plural(column.distinct, 'value')}"
    return None


def crossed(column: ColumnFacts, around: Surroundings) -> Verdict:
    """A number with a few values, equally often each, left of the measurements."""
    is_full = column.present == column.rows
    if is_full and column.distinct <= FEW_LEVELS and column.is_balanced and around.is_before_metrics(column):
        return Role.FACTOR, f"{plural(column.distinct, 'value')}, about equally often each, left of the measurements"
    return None


def number(_: ColumnFacts, __: Surroundings) -> Verdict:
    """Any other number."""
    return Role.METRIC, "its values are numbers"


RULES: tuple[Rule, ...] = (
    empty,
    time,
    spread,
    row_number,
    replicate,
    text,
    truth,
    numbered_name,
    measured,
    constant,
    setting,
    crossed,
    number,
)
"""The rules in the order in which they are tried; the first that answers decides."""
