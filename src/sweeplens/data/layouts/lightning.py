"""Trees of Lightning's `CSVLogger`: `<name>/version_N/{metrics.csv,hparams.yaml}`, its sparse rows joined by step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sweeplens.data.columns import named
from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.configs import flat_settings
from sweeplens.data.layouts.curves import curve_in, read_tables
from sweeplens.data.layouts.documents import read_document
from sweeplens.data.layouts.heads import head_of
from sweeplens.data.layouts.paths import path_factors
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import Tree, attempted, below, file_entry, survey, walk
from sweeplens.data.tablefile import TableFile
from sweeplens.errors import ReadError

METRICS = "metrics.csv"
SETTINGS = "hparams.yaml"
STEP = "step"
COUNTERS = frozenset({STEP, "epoch"})
"""The columns that the logger always writes."""

_VERSION = re.compile(r"(?:.*/)?version_\d+")


def detect(path: Path) -> str:
    """Whether there is a `metrics.csv` as the logger writes it."""
    folder = next(_folders(survey(path)), None)
    return "" if folder is None else f"{below(folder, METRICS)} is there, as Lightning's CSVLogger writes it"


def _folders(tree: Tree) -> Iterator[str]:
    """The folders of versions, in the order of their numbers."""
    for folder, names in tree.by_folder.items():
        if METRICS in names and (
            SETTINGS in names
            or _VERSION.fullmatch(folder or tree.root.name)
            or {*head_of(tree.path(below(folder, METRICS)))} >= COUNTERS
        ):
            yield folder


def read(path: Path) -> Reading:
    """Every version with its hyper-parameters, last metrics and history; `ReadError` where no version can be read."""
    tree = walk(path)
    folders = list(_folders(tree))
    metrics, unread = read_tables(tree, (below(folder, METRICS) for folder in folders), STEP)
    there = {*tree.names}
    settings, odd = attempted(read_document, tree, (n for f in folders if (n := below(f, SETTINGS)) in there))
    runs = [
        _run(folder or tree.root.name, metrics[name], settings.get(below(folder, SETTINGS)))
        for folder in folders
        if (name := below(folder, METRICS)) in metrics and named(metrics[name].columns, STEP)
    ]
    if not runs:
        raise ReadError(f"{path.name} holds no {METRICS} with a column {STEP} that can be read.")
    return assemble(
        runs,
        SETTINGS,
        places=path_factors([run.name for run in runs], leaf="version", keep_leaf=True),
        files=[file_entry(tree, name, "history") for name in metrics],
        problems=[*tree.problems, *unread, *odd],
    )


def _run(name: str, table: TableFile, settings: Any) -> Run:
    return Run(name, settings=flat_settings(settings), curves={METRICS: curve_in(table, STEP)})


LAYOUT = Layout("lightning", "Lightning CSVLogger tree", detect, read)
