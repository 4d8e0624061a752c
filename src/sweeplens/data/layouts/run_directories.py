"""Folders of runs, or files of one run each, that hold nested numbers beside settings: `report.json`, `config.yaml`."""

from __future__ import annotations

import re
from pathlib import Path

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.checkpoints import by_checkpoint
from sweeplens.data.layouts.configs import is_config
from sweeplens.data.layouts.documents import suffix_of
from sweeplens.data.layouts.run_contents import RunsRead, read_runs
from sweeplens.data.layouts.run_files import TABLES, RunFiles, holds, runs_below
from sweeplens.data.layouts.runs import stem_of
from sweeplens.data.layouts.walk import Tree, file_entry, survey, walk
from sweeplens.errors import ReadError
from sweeplens.text import plural

MOST_ALIKE = 2
"""How many tables of one shape a run may have."""
MOST_TABLES = 5
"""How many tables a single run may have."""
SAMPLED = 3
"""How many runs are looked at to find out whether they say anything."""
SAMPLED_BYTES = 1 << 20
"""The largest of their files that is looked at; packed ones are taken for ten times as large."""

_RESULT = re.compile(
    r"(?:^|[._-])(?:report|metrics?|results?|scores?|summary|stats|eval\w*|test\w*|history)(?:$|[._-])"
)


def detect(path: Path) -> str:
    """Whether there are runs with documents that tell of numbers, and no table beside them that sums them up."""
    if path.is_file():
        return ""
    tree = survey(path)
    runs = runs_below(tree)
    if len(runs) == 1 and sum(suffix_of(name) in TABLES for name in runs[0].files.values()) > MOST_TABLES:
        return ""
    few = [_small(run, tree) for run in runs[:SAMPLED]]
    if not any(holds(tree, name) == "document" for run in few for name in run.files.values()):
        return ""
    sample = read_runs(tree, few)
    documents = [name for name in sample.files if holds(tree, name) == "document"]
    if not documents or (len(runs) == 1 and not any(map(_is_of_a_run, documents))):
        return ""
    if _are_tables(sample) or _is_summed_up(tree, runs):
        return ""
    return f"{plural(len(runs), 'run')} with files such as {documents[0]}"


def _small(run: RunFiles, tree: Tree) -> RunFiles:
    """A run with the files that can be read at a glance."""
    return RunFiles(run.name, {kind: name for kind, name in run.files.items() if _size(tree, name) <= SAMPLED_BYTES})


def _size(tree: Tree, name: str) -> int:
    """About how many bytes a file holds."""
    return file_entry(tree, name, "").size * (10 if name.endswith(".gz") else 1)


def _is_of_a_run(name: str) -> bool:
    """Whether a document is called as results or settings are, so that a directory with no other runs may be one."""
    return bool(_RESULT.search(stem_of(name).lower())) or is_config(stem_of(name))


def _are_tables(sample: RunsRead) -> bool:
    """Whether the files give no numbers, or mostly tables of one shape, whose names then are factors."""
    if any(run.numbers for run in sample.runs):
        return False
    curves = [tuple(curve.columns) for run in sample.runs for curve in run.curves.values()]
    return len(curves) > MOST_ALIKE * len(sample.runs) * len({*curves}) or not curves


def _is_summed_up(tree: Tree, runs: list[RunFiles]) -> bool:
    """Whether a table that belongs to no run has as many rows as there are runs."""
    own = {name for run in runs for name in run.files.values()}
    others = [name for name in tree.names if suffix_of(name) in TABLES and name not in own]
    return any(_lines(tree.path(name)) > len(runs) for name in others)


def _lines(path: Path) -> int:
    try:
        with path.open("rb") as file:
            return sum(1 for _ in file)
    except OSError:
        return 0


def read(path: Path) -> Reading:
    """Every run with its settings, numbers and curves; `ReadError` where no file of them says anything."""
    tree = walk(path)
    found = read_runs(tree, runs_below(tree))
    if not found.files:
        raise ReadError(f"{path.name} holds no file of settings, numbers or curves that can be read.")
    return assemble(
        by_checkpoint(found.runs),
        "settings",
        files=[file_entry(tree, name, "run") for name in found.files],
        problems=[*tree.problems, *found.problems],
    )


LAYOUT = Layout("run_directories", "run directories", detect, read)
