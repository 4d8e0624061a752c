"""MLflow's file store: `mlruns/<experiment>/<run>/{meta.yaml,params,metrics,tags}`, a small file for every value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.curves import by_step
from sweeplens.data.layouts.documents import parse_yaml, read_text
from sweeplens.data.layouts.paths import Places
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import READERS, Tree, below, file_entry, survey, walk
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.lazy import np

if TYPE_CHECKING:
    from sweeplens.data.layouts.curves import Floats

META = "meta.yaml"
KINDS = ("metrics", "params", "tags")
STATES = {"1": "running", "2": "scheduled", "3": "finished", "4": "failed", "5": "killed"}
LARGEST_DOUBLE = 1.79e308
"""From here on stands what MLflow's databases write for an infinity."""
RUN_NAME = "mlflow.runName"


@dataclass
class RunFolder:
    """One run's files: for each kind the file of every value, by the value's name."""

    files: dict[str, dict[str, str]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    meta: Mapping[str, Any] = field(default_factory=dict)
    texts: dict[str, dict[str, str]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    """What stands in the files."""
    problems: list[Problem] = field(default_factory=list)


def detect(path: Path) -> str:
    """Whether there are folders with a `meta.yaml` beside metrics, params or tags."""
    run = next(iter(_folders(survey(path).names)), None)
    return (
        "" if run is None or path.is_file() else f"{below(run, META)} is there, with metrics, params or tags beside it"
    )


def read(path: Path) -> Reading:
    """Every run with its parameters, last metrics and histories; `ReadError` where there is no run."""
    tree = walk(path)
    folders = _folders(tree.names)
    if not folders:
        raise ReadError(f"{path.name} holds no run of MLflow.")
    with ThreadPoolExecutor(READERS) as threads:
        list(threads.map(lambda run: _fill(run[1], run[0], tree), folders.items()))
    kept = {name: folder for name, folder in folders.items() if folder.meta.get("lifecycle_stage") != "deleted"}
    names = _run_names(kept)
    return assemble(
        [_run(names[name], folder) for name, folder in kept.items()],
        "params",
        places=Places(parts={"experiment": _experiments(tree, list(kept))}),
        files=[file_entry(tree, below(name, META), "run") for name in kept],
        problems=[
            *tree.problems,
            *_deleted(path, len(folders) - len(kept)),
            *(p for f in kept.values() for p in f.problems),
        ],
    )


def _folders(names: Sequence[str]) -> dict[str, RunFolder]:
    """The runs among files called `names`, by their folder."""
    metas = {name.rpartition("/")[0] for name in names if name.rpartition("/")[2] == META}
    folders: dict[str, RunFolder] = {}
    for name in names:
        parts = name.split("/")
        for at, part in enumerate(parts[:-1]):
            folder = "/".join(parts[:at])
            if part in KINDS and folder in metas:
                folders.setdefault(folder, RunFolder()).files[part]["/".join(parts[at + 1 :])] = name
                break
    return folders


def _fill(folder: RunFolder, name: str, tree: Tree) -> None:
    """Reads what stands in a run's files; the run is this thread's own."""
    folder.meta = _meta(tree, below(name, META), folder.problems)
    for kind in KINDS:
        for key, file in folder.files[kind].items():
            try:
                folder.texts[kind][key] = tree.path(file).read_text("utf-8", "replace")
            except OSError as error:
                sentence = f"The file cannot be read: {error.strerror or error}."
                folder.problems.append(Problem(file, sentence, "the value was left out"))


def _meta(tree: Tree, name: str, problems: list[Problem]) -> Mapping[str, Any]:
    try:
        meta = parse_yaml(read_text(tree.path(name)))
    except ReadError as error:
        problems.append(Problem(name, str(error), "its run was read without it"))
        return {}
    return meta if isinstance(meta, Mapping) else {}


def _run_names(folders: Mapping[str, RunFolder]) -> dict[str, str]:
    """What each run is called: its own name where all have one that no other has, else its folder."""
    named = {name: folder.texts["tags"].get(RUN_NAME, "").strip() for name, folder in folders.items()}
    are_good = "" not in named.values() and len(set(named.values())) == len(named)
    return named if are_good else {name: name or "." for name in folders}


def _experiments(tree: Tree, runs: Sequence[str]) -> tuple[str, ...]:
    """The name of each run's experiment, its folder's where no `meta.yaml` names it."""
    parents = dict.fromkeys(run.rpartition("/")[0] for run in runs)
    metas = {parent: _meta(tree, below(parent, META), []) for parent in parents}
    return tuple(str(metas[parent].get("name") or parent) for parent in (run.rpartition("/")[0] for run in runs))


def _run(name: str, folder: RunFolder) -> Run:
    series: dict[str, tuple[Floats, Floats]] = {}
    for metric, text in folder.texts["metrics"].items():
        try:
            series[metric] = _points(text)
        except ValueError:
            file = folder.files["metrics"][metric]
            folder.problems.append(Problem(file, "Its lines are not `time value step`.", "the metric was left out"))
    tags = {key: value.strip() for key, value in folder.texts["tags"].items() if not key.startswith("mlflow.")}
    state = str(folder.meta.get("status", ""))
    return Run(
        name,
        settings={key: value.strip() for key, value in folder.texts["params"].items()} | tags,
        texts={"status": STATES.get(state, state)} if state else {},
        curves={"metrics": by_step("step", series)} if series else {},
    )


def _points(text: str) -> tuple[Floats, Floats]:
    """Steps and values of a metric's whole lines, `time value step`; old files have no step, and count their lines."""
    lines = text[: text.rfind("\n") + 1]
    fields = lines.split()
    width = 3 if len(fields) == 3 * lines.count("\n") else 2
    points = np.array(fields, dtype=np.float64).reshape(-1, width)
    values = np.where(np.abs(points[:, 1]) >= LARGEST_DOUBLE, np.copysign(np.inf, points[:, 1]), points[:, 1])
    return (points[:, 2] if width == 3 else np.arange(len(points), dtype=np.float64)), values


def _deleted(path: Path, count: int) -> list[Problem]:
    if not count:
        return []
    return [Problem(path.name, f"{count} of the runs were deleted in MLflow.", "they were left out", level="note")]


LAYOUT = Layout("mlflow", "MLflow file store", detect, read)
