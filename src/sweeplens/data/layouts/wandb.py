"""Runs that W&B left on disk: `wandb/run-<time>-<id>/`, with configuration and summary in `files`, or with a log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.configs import flat_settings
from sweeplens.data.layouts.documents import read_document
from sweeplens.data.layouts.numbers import curve_of_records, flat_numbers
from sweeplens.data.layouts.paths import path_factors
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import Tree, attempted, below, file_entry, survey, walk
from sweeplens.data.layouts.wandb_log import WandbLog, log_gone_on, read_log
from sweeplens.data.problems import Problem
from sweeplens.data.remembered import Remembered
from sweeplens.errors import ReadError

SUMMARY = "wandb-summary.json"
CONFIG = "config.yaml"
STEP = "_step"
OWN_KEYS = frozenset(("_wandb", "_timestamp", "wandb_version"))
"""What W&B writes for itself."""

_RUN = re.compile(r"(?:.*/)?(?:offline-)?run-\d{8}_\d{6}-\w+")
_LOG = re.compile(r"run-\w+\.wandb")
_read_log = Remembered(read_log, log_gone_on)


@dataclass
class RunPlace:
    """One run's files, empty where they are not there."""

    config: str = ""
    summary: str = ""
    log: str = ""


def detect(path: Path) -> str:
    """Whether there is a folder of W&B's files."""
    folder = next(iter(_places(survey(path))), None)
    return "" if path.is_file() or folder is None else f"{folder or path.name} is the folder of a W&B run"


def _places(tree: Tree) -> dict[str, RunPlace]:
    """The runs' files, by the folder of each."""
    places: dict[str, RunPlace] = {}
    for folder, names in tree.by_folder.items():
        run = re.sub(r"(?:^|/)files$", "", folder)
        logs = list(filter(_LOG.fullmatch, names))
        if SUMMARY in names or logs or (run != folder and _RUN.fullmatch(below(tree.root.name, run))):
            place = places.setdefault(run, RunPlace())
            place.config = below(folder, CONFIG) if CONFIG in names else place.config
            place.summary = below(folder, SUMMARY) if SUMMARY in names else place.summary
            place.log = below(folder, logs[-1]) if logs else place.log
    return places


def read(path: Path) -> Reading:
    """Every run with its configuration, summary and history; `ReadError` where there is none."""
    tree = walk(path)
    places = _places(tree)
    if not places:
        raise ReadError(f"{path.name} holds no run of W&B.")
    names = [name for place in places.values() for name in (place.config, place.summary) if name]
    documents, problems = attempted(read_document, tree, names)
    logs, unread = attempted(_read_log, tree, [place.log for place in places.values() if place.log])
    problems += [
        Problem(name, log.damage, "what stands before it was read") for name, log in logs.items() if log.damage
    ]
    return assemble(
        [_run(folder or tree.root.name, place, documents, logs) for folder, place in places.items()],
        CONFIG,
        places=path_factors([folder.rpartition("/")[0] for folder in places]),
        files=[file_entry(tree, name, "run") for name in (*documents, *logs)],
        problems=[*tree.problems, *problems, *unread],
    )


def _run(name: str, place: RunPlace, documents: Mapping[str, Any], logs: Mapping[str, WandbLog]) -> Run:
    """A run by its documents, which come before what its log says of the same."""
    log = logs.get(place.log, WandbLog())
    config = flat_settings(_without_own(documents.get(place.config) or log.config))
    summary = _without_own(documents.get(place.summary) or log.summary)
    rows = [_without_own(row) for row in log.history]
    curve = curve_of_records(rows, STEP).drop("_runtime", strict=False)
    return Run(
        name,
        settings={**config, **({"run_name": log.name} if log.name else {})},
        numbers={key: value for key, value in flat_numbers(summary) if key != STEP},
        texts={"state": _state(log)} if place.log in logs else {},
        curves={"history": curve} if rows else {},
    )


def _state(log: WandbLog) -> str:
    """How a run ended, as far as its log goes."""
    if log.exit_code is None:
        return "running or lost"
    return "failed" if log.exit_code else "finished"


def _without_own(document: Any) -> dict[str, Any]:
    """A mapping without what W&B keeps for itself, and without pictures and histograms, which have a `_type`."""
    if not isinstance(document, Mapping):
        return {}
    return {
        key: value
        for key, value in document.items()
        if key not in OWN_KEYS and not (isinstance(value, Mapping) and "_type" in value)
    }


LAYOUT = Layout("wandb", "local W&B runs", detect, read)
