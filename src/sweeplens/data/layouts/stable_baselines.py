"""Runs of Stable-Baselines3: the episodes of `monitor.csv`, the logger's `progress.csv`, and `evaluations.npz`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sweeplens.data.columns import named
from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.configs import as_text, flat_settings
from sweeplens.data.layouts.curves import curve_in, joined_by_step, read_tables
from sweeplens.data.layouts.documents import parse_json, read_document
from sweeplens.data.layouts.heads import first_line, sample_with_head, with_head
from sweeplens.data.layouts.paths import Places, path_factors
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.sb3_evaluations import METRICS, SUFFIX, is_evaluations, read_evaluations
from sweeplens.data.layouts.walk import Tree, above, attempted, file_entry, survey, walk
from sweeplens.data.tablefile import TableFile
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

TIMESTEPS = "timesteps"
"""The step of a monitor: the lengths of its episodes, added up."""
LENGTH = "l"
MONITOR, PROGRESS, EVALUATIONS = "monitor.csv", "progress.csv", "evaluations.npz"
PROGRESS_STEP = "time/total_timesteps"
SETTINGS = ("config.yml", "args.yml")
"""What the zoo writes below the folder of a run."""

_MONITOR = re.compile(r"#\s*\{.*t_start")
_WORKER = re.compile(r"(?P<worker>\d+)\.monitor\.csv")
_TRIAL = re.compile(r"(?P<path>.*-v\d+)_(?P<trial>\d+)")


def detect(path: Path) -> str:
    """Whether there is a monitor, which begins with a line of JSON, a `progress.csv`, or a file of evaluations."""
    tree = survey(path)
    name = sample_with_head(tree, _is_log) or next(_evaluations(tree), "")
    return f"{name} is there, as Stable-Baselines3 writes it" if name else ""


def _is_log(head: list[str]) -> bool:
    return bool(_MONITOR.match(",".join(head))) or PROGRESS_STEP in head


def _evaluations(tree: Tree) -> Iterator[str]:
    """Names of the files of evaluations."""
    return (name for name in tree.names if is_evaluations(tree.path(name)))


def read(path: Path) -> Reading:
    """One run for every folder with a monitor, a progress file or evaluations; `ReadError` where none can be read."""
    tree = walk(path)
    tables, problems = read_tables(tree, with_head(tree, _is_log), PROGRESS_STEP)
    evaluations, unread = attempted(read_evaluations, tree, _evaluations(tree))
    documents, odd = attempted(read_document, tree, (n for n in tree.names if n.rpartition("/")[2] in SETTINGS))
    by_folder: dict[str, dict[str, pl.DataFrame]] = {name.rpartition("/")[0]: {} for name in tables}
    logs = {name: curve for name, table in tables.items() if (curve := _curve(table)) is not None}
    for name, curve in {**logs, **evaluations}.items():
        folder = next((folder for folder in above(name) if folder in by_folder), name.rpartition("/")[0])
        by_folder.setdefault(folder, {})[name] = curve
    settings = _settings(by_folder, documents)
    runs = [run for folder, own in by_folder.items() for run in _runs(folder, own, settings.get(folder, {}), tree)]
    if not runs:
        raise ReadError(f"{path.name} holds no log of Stable-Baselines3 that can be read.")
    return assemble(
        runs,
        "config.yml and args.yml",
        places=_places([run.name for run in runs]),
        metrics=METRICS,
        files=[file_entry(tree, name, "history") for name in (*tables, *evaluations)],
        problems=[*tree.problems, *(p for p in problems if p.level != "note"), *unread, *odd],
    )


def _settings(folders: Container[str], documents: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The settings in the files in and below each run's folder."""
    found: dict[str, dict[str, str]] = {}
    for name, document in documents.items():
        for folder in above(name):
            if folder in folders:
                found.setdefault(folder, {}).update(flat_settings(document))
    return found


def _runs(folder: str, curves: Mapping[str, pl.DataFrame], settings: Mapping[str, str], tree: Tree) -> list[Run]:
    """The runs in a folder: one, or one for each of several workers, and one for what is not of a single worker."""
    settings = {**settings, **_environment(tree, curves)}
    name = folder or tree.root.name
    workers = {file: match["worker"] for file in curves if (match := _WORKER.fullmatch(file.rpartition("/")[2]))}
    workers = workers if len(workers) > 1 else {}
    common = {_kind(file, curve): curve for file, curve in curves.items() if file not in workers}
    return [
        *(Run(name, {"worker": worker}, settings, curves={MONITOR: curves[file]}) for file, worker in workers.items()),
        *([Run(name, settings=settings, curves=common)] if common else []),
    ]


def _kind(file: str, curve: pl.DataFrame) -> str:
    if file.lower().endswith(SUFFIX):
        return EVALUATIONS
    return PROGRESS if curve.columns[0] == PROGRESS_STEP else MONITOR


def _environment(tree: Tree, names: Iterable[str]) -> dict[str, str]:
    """The environment that the first line of a monitor names, as a setting."""
    for line in (first_line(tree.path(name)) for name in names):
        with suppress(ReadError):
            header = parse_json(line.lstrip("# ")) if _MONITOR.match(line) else None
            if isinstance(header, Mapping) and header.get("env_id"):
                return {"env": as_text(header["env_id"])}
    return {}


def _curve(table: TableFile) -> pl.DataFrame | None:
    """The curve of a log against its timesteps; None where it has none."""
    if named(table.columns, PROGRESS_STEP):
        return curve_in(table, PROGRESS_STEP)
    lengths = named(table.columns, LENGTH)
    if lengths is None or not lengths.is_numeric:
        return None
    columns = [column.read.values.alias(column.name) for column in table.columns if column.is_numeric]
    return joined_by_step(pl.DataFrame([lengths.read.values.fill_null(0).cum_sum().alias(TIMESTEPS), *columns]))


def _places(names: list[str]) -> Places:
    """What the paths say; where all end as the zoo's, in `<algo>/<env>_<trial>`, by these names."""
    trials = [_TRIAL.fullmatch(name) for name in names]
    split = [f"{match['path']}/{match['trial']}" for match in trials if match]
    if len(split) < len(names):
        return path_factors(names)
    places = path_factors(split, leaf="trial")
    return Places(places.keys, {{"directory": "algo"}.get(name, name): levels for name, levels in places.parts.items()})


LAYOUT = Layout("stable_baselines", "Stable-Baselines3 logs", detect, read)
