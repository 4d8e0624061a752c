"""Hydra's multiruns: jobs with `.hydra/overrides.yaml`, and in `multirun.yaml` the sweep that was asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.configs import as_text, flat_settings
from sweeplens.data.layouts.documents import read_document
from sweeplens.data.layouts.hydra_sweeps import planned_cells, taken_apart
from sweeplens.data.layouts.paths import Places
from sweeplens.data.layouts.run_contents import read_runs
from sweeplens.data.layouts.run_files import runs_in
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import Tree, attempted, below, file_entry, survey, walk
from sweeplens.errors import ReadError

OVERRIDES = ".hydra/overrides.yaml"
CONFIG = ".hydra/config.yaml"
MULTIRUN = "multirun.yaml"


def detect(path: Path) -> str:
    """Whether there are folders of jobs, below the directory itself."""
    folder = next(iter(_jobs(survey(path))), "")
    return f"{below(folder, OVERRIDES)} is there, as Hydra writes it" if folder else ""


def _jobs(tree: Tree) -> list[str]:
    """The folders of jobs; not the directory itself, whose own files say more than that it was a job's."""
    return [name.removesuffix(f"/{OVERRIDES}") for name in tree.names if name.endswith(f"/{OVERRIDES}")]


def read(path: Path) -> Reading:
    """Every job with its overrides, configuration and outputs, and the cells that the sweeps expect."""
    tree = walk(path)
    jobs = _jobs(tree)
    there = {*tree.names}
    wanted = (below(job, name) for job in jobs for name in (OVERRIDES, CONFIG))
    sweeps = [name for name in tree.names if name.rpartition("/")[2] == MULTIRUN]
    documents, problems = attempted(read_document, tree, (*(name for name in wanted if name in there), *sweeps))
    overrides = {job: _overrides(documents.get(below(job, OVERRIDES))) for job in jobs}
    if not jobs:
        raise ReadError(f"{path.name} holds no job of Hydra.")
    found = read_runs(tree, runs_in(tree, jobs))
    keys = dict.fromkeys(key for said in overrides.values() for key in said)
    runs = [
        _job(run, overrides[job], flat_settings(documents.get(below(job, CONFIG))), list(keys))
        for run, job in zip(found.runs, jobs, strict=True)
    ]
    return assemble(
        runs,
        "overrides.yaml",
        places=Places(),
        expected=planned_cells([documents[name] for name in sweeps if name in documents], list(keys)),
        files=[file_entry(tree, name, "run") for name in (*found.files, *documents)],
        problems=[*tree.problems, *found.problems, *problems],
    )


def _overrides(document: Any) -> dict[str, str]:
    """The overrides of a job by key; of `+key=1` and `++key=1` the key without its signs."""
    said = document if isinstance(document, list) else []
    return dict(pair for text in said if (pair := taken_apart(as_text(text))))


def _job(run: Run, overrides: Mapping[str, str], config: Mapping[str, str], keys: Sequence[str]) -> Run:
    """A job whose settings are what some job overrides; the rest of its configuration is said of it."""
    settings = {key: overrides.get(key, config.get(key, "")) for key in keys}
    rest = {key: text for key, text in {**run.settings, **config}.items() if key not in settings}
    return replace(run, settings=settings, texts=rest)


LAYOUT = Layout("hydra", "Hydra multirun", detect, read)
