"""Guild AI's runs: `.guild/attrs/flags` and other attributes below each run's folder, beside what the run wrote."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.configs import as_text, flat_settings
from sweeplens.data.layouts.documents import parse_yaml, read_text
from sweeplens.data.layouts.paths import Places
from sweeplens.data.layouts.run_contents import read_runs
from sweeplens.data.layouts.run_files import runs_in
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import Tree, attempted, below, file_entry, survey, walk
from sweeplens.errors import ReadError

ATTRIBUTES = ".guild/attrs"
FLAGS = "flags"
TEXTS = ("label", "started", "stopped", "exit_status", "op", "sourcecode_digest")
"""Attributes that say something of the run and are no flags."""


def detect(path: Path) -> str:
    """Whether there is a folder with Guild's attributes."""
    folder = next(iter(_folders(survey(path))), None)
    return "" if folder is None or path.is_file() else f"{below(folder, ATTRIBUTES)} is there, as Guild writes it"


def _folders(tree: Tree) -> list[str]:
    """The folders of runs."""
    found = (
        folder for folder in tree.by_folder if below("", folder) == ATTRIBUTES or folder.endswith(f"/{ATTRIBUTES}")
    )
    return [folder.removesuffix(ATTRIBUTES).rstrip("/") for folder in found]


def read(path: Path) -> Reading:
    """Every run with its flags, scalars and state; `ReadError` where there is none."""
    tree = walk(path)
    folders = _folders(tree)
    if not folders:
        raise ReadError(f"{path.name} holds no run of Guild.")
    found = read_runs(tree, runs_in(tree, folders))
    names = [below(folder, f"{ATTRIBUTES}/{name}") for folder in folders for name in (FLAGS, *TEXTS)]
    there = {*tree.names}
    attributes, problems = attempted(_attribute, tree, (name for name in names if name in there))
    runs = [_run(run, folder, attributes) for run, folder in zip(found.runs, folders, strict=True)]
    return assemble(
        runs,
        "flags",
        places=Places(),
        files=[file_entry(tree, name, "run") for name in (*found.files, *attributes)],
        problems=[*tree.problems, *found.problems, *problems],
    )


def _attribute(path: Path) -> Any:
    return parse_yaml(read_text(path))


def _run(run: Run, folder: str, attributes: dict[str, Any]) -> Run:
    said = {name: attributes.get(below(folder, f"{ATTRIBUTES}/{name}")) for name in (FLAGS, *TEXTS)}
    texts = {name: as_text(value) for name, value in said.items() if name in TEXTS and value is not None}
    return replace(run, settings=flat_settings(said[FLAGS]), texts={**run.settings, **texts})


LAYOUT = Layout("guild", "Guild runs", detect, read)
