"""TensorBoard's event files: every folder that holds some is a run."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.events import events_curve, is_events, read_events
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.tfevents import Scalars
from sweeplens.data.layouts.walk import file_entry, survey, walk
from sweeplens.errors import ReadError


def detect(path: Path) -> str:
    """Whether there is an event file."""
    name = next(filter(is_events, survey(path).names), "")
    return f"{name} is an event file" if name else ""


def read(path: Path) -> Reading:
    """Every folder's scalars as a run with its history; `ReadError` where no event file holds any."""
    tree = walk(path)
    scalars, problems = read_events(tree, filter(is_events, tree.names))
    by_folder: dict[str, list[tuple[str, Scalars]]] = {}
    for name, found in scalars.items():
        by_folder.setdefault(name.rpartition("/")[0], []).append(("", found))
    curves = {folder: events_curve(files) for folder, files in by_folder.items()}
    runs = [
        Run(folder or tree.root.name, curves={"scalars": curve})
        for folder, curve in curves.items()
        if curve is not None
    ]
    if not runs:
        raise ReadError(f"The event files of {path.name} hold no scalars that can be read.")
    return assemble(
        runs,
        "the paths",
        files=[file_entry(tree, name, "history") for name in scalars],
        problems=[*tree.problems, *problems],
    )


LAYOUT = Layout("tensorboard", "TensorBoard event files", detect, read)
