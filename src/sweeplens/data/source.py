"""Where a collection comes from, and the table of its runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from sweeplens.data.brief import Brief
from sweeplens.data.collection import Role, RoleDecision
from sweeplens.data.corrections import UserWord
from sweeplens.data.curves import varying_in_histories
from sweeplens.data.histories import final_values
from sweeplens.data.layouts.base import Reading
from sweeplens.data.problems import Problem
from sweeplens.data.runtable import RunTable, run_table
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Source:
    """Where a collection comes from."""

    path: Path
    name: str
    brief: Brief
    reading: Reading
    layout: str
    """Name of the layout with its reason."""
    problems: tuple[Problem, ...] = ()
    word: UserWord = field(default_factory=UserWord)
    """What the user says; it goes before the brief."""


def runs_of(source: Source) -> RunTable:
    """The runs with a role for each column; made of the ends of the histories where there is no table of them."""
    reading, blamed = source.reading, _main_file(source)
    if reading.runs is None:
        ends = final_values(reading.histories) if reading.histories else pl.DataFrame()
        known = (*_roles_of_ends(reading), *reading.roles)
        return run_table(ends, source.brief, known, blamed, source.word, reading.histories)
    table = run_table(reading.runs, source.brief, reading.roles, blamed, source.word, reading.histories)
    return table.with_factors(varying_in_histories(reading.histories, table.having(Role.CONSTANT)))


def _roles_of_ends(reading: Reading) -> list[RoleDecision]:
    names = dict.fromkeys(name for history in reading.histories for name in history.metrics)
    return [RoleDecision(name, Role.METRIC, "the last value of a history") for name in names]


def _main_file(source: Source) -> str:
    """The file to blame for what is wrong with the table of runs."""
    return next((file.name for file in source.reading.files if file.what == "summary"), source.name)
