"""DVCLive's folders: `metrics.json` with the last values, `plots/metrics/**.tsv` with the curves, `params.yaml`."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweeplens.data.columns import named
from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.configs import flat_settings
from sweeplens.data.layouts.curves import by_step, read_tables
from sweeplens.data.layouts.documents import read_document
from sweeplens.data.layouts.numbers import flat_numbers
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import Tree, attempted, below, file_entry, survey, walk
from sweeplens.data.tablefile import TableFile
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

if TYPE_CHECKING:
    from sweeplens.data.layouts.curves import Floats

PLOTS = "plots/metrics/"
METRICS = "metrics.json"
SETTINGS = "params.yaml"
STEP = "step"


def detect(path: Path) -> str:
    """Whether there is a table of a metric where DVCLive writes it."""
    name = next(iter(_plots(survey(path))), "")
    return f"{name} is there, as DVCLive writes it" if name and path.is_dir() else ""


def _plots(tree: Tree) -> dict[str, tuple[str, str]]:
    """For every table of a metric its run's folder and the metric's name."""
    found = {}
    for name in tree.names:
        before, plots, metric = f"/{name}".rpartition(f"/{PLOTS}")
        if plots and metric.endswith(".tsv"):
            found[name] = (before.strip("/"), metric.removesuffix(".tsv"))
    return found


def read(path: Path) -> Reading:
    """Every folder of DVCLive as a run with its history; `ReadError` where no table of it can be read."""
    tree = walk(path)
    plots = _plots(tree)
    tables, problems = read_tables(tree, plots, STEP)
    by_folder: dict[str, dict[str, TableFile]] = {folder: {} for folder, _ in plots.values()}
    for name, table in tables.items():
        folder, metric = plots[name]
        by_folder[folder][metric] = table
    if not tables:
        raise ReadError(f"{path.name} holds no metrics of DVCLive that can be read.")
    there = frozenset(tree.names)
    settings = {folder: name for folder in by_folder if (name := _settings_name(folder, there))}
    metrics = {folder: name for folder in by_folder if (name := below(folder, METRICS)) in there}
    documents, odd = attempted(read_document, tree, (*settings.values(), *metrics.values()))
    runs = [
        Run(
            folder.removesuffix("dvclive").strip("/") or tree.root.name,
            settings=flat_settings(documents.get(settings.get(folder, ""))),
            numbers=_last_values(documents.get(metrics.get(folder, ""))),
            curves={"metrics": _curve(own)},
        )
        for folder, own in by_folder.items()
    ]
    return assemble(
        runs,
        SETTINGS,
        files=[file_entry(tree, name, "history") for name in (*tables, *documents)],
        problems=[*tree.problems, *problems, *odd],
    )


def _settings_name(folder: str, there: Container[str]) -> str:
    """The parameters beside a folder of DVCLive, else those in it; empty where there are none."""
    choices = (below(folder.rpartition("/")[0], SETTINGS), below(folder, SETTINGS))
    return next((name for name in choices if name in there), "")


def _last_values(document: Any) -> dict[str, float]:
    """The numbers of `metrics.json`, named as their tables are: `train/loss`."""
    return {name: value for name, value in flat_numbers(document, joint="/") if name != STEP}


def _curve(tables: Mapping[str, TableFile]) -> pl.DataFrame:
    """The last column of each table against its steps."""
    series: dict[str, tuple[Floats, Floats]] = {}
    for metric, table in tables.items():
        steps = named(table.columns, STEP)
        if steps is not None and len(table.columns) > 1:
            points = pl.DataFrame({STEP: steps.read.values, metric: table.columns[-1].read.values}).drop_nulls()
            series[metric] = (points[STEP].to_numpy(), points[metric].to_numpy())
    return by_step(STEP, series)


LAYOUT = Layout("dvclive", "DVCLive", detect, read)
