"""Roles and directions as a user corrects them, laid over what was inferred; what cannot be meant is refused."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sweeplens.data.collection import MEASURED, NAMING, History, Role, RoleDecision
from sweeplens.data.columns import ColumnFacts
from sweeplens.data.corrections import UserWord
from sweeplens.data.metrics import Metric
from sweeplens.figures import Direction

MOST_LEVELS = 100_000
"""A column of more values is no factor that anyone could look at."""


class Corrected(NamedTuple):
    """Roles with the user's word laid over them."""

    roles: tuple[RoleDecision, ...]
    refused: dict[str, str]
    """By column of which something was said that cannot be meant, why."""


def corrected_roles(
    columns: Sequence[ColumnFacts], inferred: Sequence[RoleDecision], word: UserWord, steps: Container[str]
) -> Corrected:
    """The roles of the columns of a table of runs; `steps` are what the curves beside it go on by.

    What is said of a column has no effect on the others.
    """
    said = {name: Role(role) for name, role in word.roles.items()}
    refused = {c.name: why for c in columns if c.name in said and (why := _refused(c, said[c.name], steps))}
    roles = (
        _by_user(decision.column, said[decision.column], word, decision.role)
        if decision.column in said and decision.column not in refused
        else decision
        for decision in inferred
    )
    return Corrected(tuple(roles), refused)


def _by_user(column: str, role: Role, word: UserWord, inferred: Role | None = None) -> RoleDecision:
    return RoleDecision(
        column, role, word.why_role(column), by_user=True, inferred=None if inferred is role else inferred
    )


def _refused(column: ColumnFacts, role: Role, steps: Container[str]) -> str:
    """Why a column cannot be what is said of it; empty where it can."""
    name = column.name
    if role in MEASURED and column.present and column.numbers.null_count() == column.rows:
        return f"{name} holds no number, so it is no {role.value}."
    if role in (Role.FACTOR, Role.REPLICATE) and column.distinct > MOST_LEVELS:
        return f"{name} holds {column.distinct:,} values, which are too many for a {role.value}."
    if role is Role.STEP and name not in steps:
        return f"{name} counts no steps: no curve that goes on by it can be read."
    return ""


def roles_in_histories(histories: Sequence[History], table: Container[str], word: UserWord) -> Corrected:
    """The steps of histories, and what the user says of the columns that only histories have.

    `table` are the columns of the table of runs.
    """
    said = {name: Role(role) for name, role in word.roles.items() if name not in table}
    refused = {name: why for name, role in said.items() if (why := _refused_there(name, role, histories))}
    told = (_by_user(name, role, word) for name, role in said.items() if name not in refused)
    roles = {decision.column: decision for decision in (*_steps(histories), *told) if decision.column not in table}
    return Corrected(tuple(roles.values()), refused)


def _steps(histories: Sequence[History]) -> Iterator[RoleDecision]:
    for history in histories:
        yield RoleDecision(history.step, Role.STEP, history.why or f"{history.name or 'the curves'} go on by it")


def _refused_there(name: str, role: Role, histories: Sequence[History]) -> str:
    """Why a column of histories alone cannot be what is said of it; empty where it was read so."""
    known = [history for history in histories if name in (history.step, *history.keys, *history.metrics)]
    if not known:
        is_left_out = bool(histories) and role in (Role.TEXT, Role.TIME)
        return "" if is_left_out else f"There is no column called {name}."
    if all(_is_read_as(name, role, history) for history in known):
        return ""
    return f"The files themselves say what {name} is, so it cannot be read as a {role.value}."


def _is_read_as(name: str, role: Role, history: History) -> bool:
    if name == history.step:
        return role is Role.STEP
    return role in (NAMING if name in history.keys else MEASURED)


def directed(metrics: Iterable[Metric], word: UserWord) -> tuple[Metric, ...]:
    """The metrics with the directions that the user says."""
    said = word.better
    return tuple(
        _directed(metric, Direction(said[metric.name]), word) if metric.name in said else metric for metric in metrics
    )


def _directed(metric: Metric, direction: Direction, word: UserWord) -> Metric:
    why = f"{direction.in_words}, {word.why_better(metric.name)}"
    return replace(
        metric, direction=direction, inferred=metric.direction, why="; ".join(filter(None, (metric.why, why)))
    )


def unknown_directions(word: UserWord, known: Container[str]) -> dict[str, str]:
    """By name that is none of the `known` metrics and of which a direction is said, why that is refused."""
    return {name: f"There is no metric called {name}." for name in word.better if name not in known}
