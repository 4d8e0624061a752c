"""Results of lm-evaluation-harness: JSON files of metrics by task, one row a task, standard errors as spread."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from sweeplens.data.formats.unpack import start_of
from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.checkpoints import by_checkpoint
from sweeplens.data.layouts.configs import as_text, flat_settings
from sweeplens.data.layouts.documents import read_document
from sweeplens.data.layouts.numbers import number_of
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import Tree, attempted, file_entry, survey, walk
from sweeplens.data.metrics import Metric
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.figures import Direction

TASK = "task"
BESIDE = frozenset({"versions", "config", "configs", "n-shot", "higher_is_better"})
"""Keys of which a result file has some beside its `results`."""
MOST_LOOKED_AT = 50
"""How many JSON files are opened to find out whether there are results among them."""

_RESULTS = re.compile(rb'"results"\s*:\s*\{')
_STDERR = "_stderr"


def detect(path: Path) -> str:
    """Whether a JSON file holds results by task, as the harness writes them."""
    tree = survey(path)
    for name in islice((name for name in tree.names if name.endswith(".json")), MOST_LOOKED_AT):
        if _has_results(tree.path(name)) and _is_result(_read_quietly(tree.path(name))):
            return f"{name} holds results by task, as lm-evaluation-harness writes them"
    return ""


def read(path: Path) -> Reading:
    """One row for every file and task, checkpoints of one run joined; `ReadError` where no file holds results."""
    tree = walk(path)
    documents, problems = attempted(read_document, tree, _candidates(tree))
    results = {name: document for name, document in documents.items() if _is_result(document)}
    if not results:
        raise ReadError(f"{path.name} holds no results of lm-evaluation-harness that can be read.")
    versions = _versions(results)
    runs = [run for name, document in results.items() for run in _tasks(name.removesuffix(".json"), document, versions)]
    return assemble(
        by_checkpoint(runs),
        "config",
        metrics=_metrics(runs, list(results.values())),
        files=[file_entry(tree, name, "results") for name in results],
        problems=[*tree.problems, *problems, *_conflicts(versions, path.name)],
    )


def _candidates(tree: Tree) -> Iterator[str]:
    return (name for name in tree.names if name.endswith(".json") and _has_results(tree.path(name)))


def _has_results(path: Path) -> bool:
    try:
        return bool(_RESULTS.search(start_of(path)))
    except ReadError:
        return False


def _read_quietly(path: Path) -> Any:
    try:
        return read_document(path)
    except ReadError:
        return None


def _is_result(document: Any) -> bool:
    """Whether a document is a mapping with metrics by task under `results`, and something of the harness beside it."""
    if not isinstance(document, Mapping) or not BESIDE & {*document}:
        return False
    tasks = document.get("results")
    return isinstance(tasks, Mapping) and bool(tasks) and all(isinstance(task, Mapping) for task in tasks.values())


def _versions(results: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """For each task every version of it that some file was made with."""
    versions: dict[str, list[str]] = {}
    for document in results.values():
        said = document.get("versions")
        for task in document["results"]:
            version = as_text(said[task]) if isinstance(said, Mapping) and task in said else ""
            if version and version not in versions.setdefault(task, []):
                versions[task].append(version)
    return versions


def _conflicts(versions: Mapping[str, Sequence[str]], file: str) -> list[Problem]:
    return [
        Problem(
            file,
            f"The task {task} was run in versions {', '.join(found)}, which measure different things.",
            "each version counts as a task of its own",
        )
        for task, found in versions.items()
        if len(found) > 1
    ]


def _tasks(name: str, document: Mapping[str, Any], versions: Mapping[str, Sequence[str]]) -> Iterator[Run]:
    """One run for every task of a file."""
    settings = _settings(document)
    for task, metrics in document["results"].items():
        level = task
        if len(versions.get(task, ())) > 1:
            level = f"{task} (version {_of(document, 'versions', task) or '?'})"
        shots = _of(document, "n-shot", task)
        yield Run(
            name,
            part={TASK: level},
            settings={**settings, "num_fewshot": shots} if shots else settings,
            numbers={_metric_name(key): number_of(value) for key, value in metrics.items() if key != "alias"},
        )


def _of(document: Mapping[str, Any], table: str, task: str) -> str:
    """What a table of a file says of a task, as text; empty where it says nothing."""
    said = document.get(table)
    return as_text(said[task]) if isinstance(said, Mapping) and said.get(task) is not None else ""


def _settings(document: Mapping[str, Any]) -> dict[str, str]:
    """The configuration; `model_args` taken apart, and the pretrained model called `model`."""
    config = document.get("config")
    said = flat_settings(config if isinstance(config, Mapping) else {})
    arguments = said.pop("model_args", "")
    given = dict(pair.split("=", 1) for pair in arguments.split(",") if "=" in pair)
    given |= {key.partition(".")[2]: said.pop(key) for key in list(said) if key.startswith("model_args.")}
    kind = said.pop("model", "")
    model = given.pop("pretrained", "") or as_text(document.get("model_name") or "") or given.get("model", "") or kind
    return {"model": model, "model_type": kind, **given, **said}


def _metric_name(key: str) -> str:
    """`acc` for `acc,none`; the filter stays in the name where there is one."""
    return key.removesuffix(",none")


def _metrics(runs: Sequence[Run], documents: Sequence[Mapping[str, Any]]) -> list[Metric]:
    """What the files state of their metrics: the standard error of each, and its direction where all tasks agree."""
    names = dict.fromkeys(name for run in runs for name in run.numbers)
    directions: dict[str, set[bool]] = {}
    for document in documents:
        for said in _mappings(document.get("higher_is_better")):
            for metric, is_higher in said.items():
                if isinstance(is_higher, bool):
                    directions.setdefault(metric, set()).add(is_higher)
    return [
        Metric(name, direction=_direction(directions.get(name.partition(",")[0], set())), spread=_spread(name, names))
        for name in names
        if _STDERR not in name
    ]


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [member for member in value.values() if isinstance(member, Mapping)] if isinstance(value, Mapping) else []


def _direction(said: set[bool]) -> Direction:
    if len(said) != 1:
        return Direction.UNKNOWN
    return Direction.HIGHER if said == {True} else Direction.LOWER


def _spread(name: str, names: Mapping[str, None]) -> str:
    """The name of a metric's standard error, where the files have it."""
    metric, comma, kind = name.partition(",")
    spread = f"{metric}{_STDERR}{comma}{kind}"
    return spread if spread in names else ""


LAYOUT = Layout("lm_eval", "lm-evaluation-harness results", detect, read)
