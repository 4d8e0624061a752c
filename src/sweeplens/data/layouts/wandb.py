"""Runs that W&B left on disk: `wandb/run-<time>-<id>/files/{config.yaml,wandb-summary.json}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.configs import flat_settings
from sweeplens.data.layouts.documents import read_document
from sweeplens.data.layouts.numbers import flat_numbers
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import Tree, attempted, below, file_entry, survey, walk
from sweeplens.errors import ReadError

SUMMARY = "wandb-summary.json"
CONFIG = "config.yaml"
METADATA = "wandb-metadata.json"
OWN_KEYS = ("_wandb", "_timestamp", "wandb_version")
"""What W&B writes for itself."""

_RUN = re.compile(r"(?:.*/)?(?:offline-)?run-\d{8}_\d{6}-\w+")


def detect(path: Path) -> str:
    """Whether there is a folder of W&B's files."""
    folder = next(_folders(survey(path)), None)
    return "" if path.is_file() or folder is None else f"{folder or path.name} holds the files of a W&B run"


def read(path: Path) -> Reading:
    """Every run with its configuration and summary; `ReadError` where there is none."""
    tree = walk(path)
    folders = list(_folders(tree))
    if not folders:
        raise ReadError(f"{path.name} holds no run of W&B.")
    there = {*tree.names}
    wanted = (below(folder, name) for folder in folders for name in (CONFIG, SUMMARY))
    documents, problems = attempted(read_document, tree, (name for name in wanted if name in there))
    return assemble(
        [_run(folder, documents, tree) for folder in folders],
        CONFIG,
        files=[file_entry(tree, name, "run") for name in documents],
        problems=[*tree.problems, *problems],
    )


def _folders(tree: Tree) -> Iterator[str]:
    """The `files` folders of runs."""
    for folder, names in tree.by_folder.items():
        path = below(tree.root.name, folder)
        if SUMMARY in names or (path.endswith("/files") and _RUN.fullmatch(path.removesuffix("/files"))):
            yield folder


def _run(folder: str, documents: Mapping[str, Any], tree: Tree) -> Run:
    config = flat_settings(_without_own(documents.get(below(folder, CONFIG))))
    summary = _without_media(_without_own(documents.get(below(folder, SUMMARY))))
    name = (below(tree.root.name, folder) if folder in ("", "files") else folder).removesuffix("/files")
    return Run(name, settings=config, numbers=dict(flat_numbers(summary)))


def _without_own(document: Any) -> dict[str, Any]:
    if not isinstance(document, Mapping):
        return {}
    return {key: value for key, value in document.items() if key not in OWN_KEYS}


def _without_media(summary: Mapping[str, Any]) -> dict[str, Any]:
    """A summary without its pictures, tables and histograms, which are mappings with a `_type`."""
    return {key: value for key, value in summary.items() if not (isinstance(value, Mapping) and "_type" in value)}


LAYOUT = Layout("wandb", "local W&B runs", detect, read)
