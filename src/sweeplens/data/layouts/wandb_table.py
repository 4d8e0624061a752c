"""Runs downloaded from W&B as a CSV table: its own columns (`Name`, `State`, ...), then settings and results."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sweeplens.data.collection import Role, RoleDecision
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.curves import read_tables
from sweeplens.data.layouts.heads import head_of
from sweeplens.data.layouts.walk import Tree, file_entry, survey
from sweeplens.errors import ReadError

NAME = "Name"
OWN: Mapping[str, Role] = {
    NAME: Role.IDENTITY,
    "ID": Role.IDENTITY,
    "State": Role.TEXT,
    "Notes": Role.TEXT,
    "User": Role.TEXT,
    "Tags": Role.TEXT,
    "Group": Role.TEXT,
    "Job Type": Role.TEXT,
    "Sweep": Role.TEXT,
    "Host": Role.TEXT,
    "Description": Role.TEXT,
    "Commit": Role.TEXT,
    "GitHub": Role.TEXT,
    "GPU Type": Role.TEXT,
    "Created": Role.TIME,
    "Updated": Role.TIME,
    "Start Time": Role.TIME,
    "End Time": Role.TIME,
    "Runtime": Role.METRIC,
}
"""The columns that W&B puts before a run's settings and results, and what they are."""
ENOUGH = 4
"""A table with the name and so many of these columns is a download."""


def detect(path: Path) -> str:
    """Whether a file, or the only CSV file of a directory, has W&B's own columns."""
    name = _table(path)
    return f"{name} has the columns that W&B puts before those of a run" if name else ""


def _table(path: Path) -> str:
    """The name of the one downloaded table; empty where there is none."""
    tree = survey(path)
    tables = [name for name in tree.names if name.lower().endswith(".csv") and "/" not in name]
    return tables[0] if len(tables) == 1 and _is_table(head_of(tree.path(tables[0]))) else ""


def _is_table(head: list[str]) -> bool:
    return NAME in head and len(OWN.keys() & {*head}) >= ENOUGH


def read(path: Path) -> Reading:
    """The runs, one a row; `ReadError` where the table cannot be read."""
    root = path if path.is_dir() else path.parent
    tree = Tree(root, (_table(path),))
    tables, problems = read_tables(tree, tree.names)
    if not tables:
        raise ReadError(f"{path.name} cannot be read as a table of runs: {problems[0].sentence}")
    ((name, table),) = tables.items()
    return Reading(
        table.frame,
        roles=tuple(
            RoleDecision(column, OWN[column], "W&B's own column") for column in table.frame.columns if column in OWN
        ),
        files=(file_entry(tree, name, "runs"),),
        problems=tuple(problems),
    )


LAYOUT = Layout("wandb_table", "runs downloaded from W&B", detect, read)
