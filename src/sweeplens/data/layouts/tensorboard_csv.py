"""Scalars that were downloaded from TensorBoard: one CSV file a run and tag, `run-<run>-tag-<tag>.csv`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sweeplens.data.columns import named
from sweeplens.data.layouts.assemble import assemble
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.curves import by_step, read_tables
from sweeplens.data.layouts.heads import sample_with_head, with_head
from sweeplens.data.layouts.runs import Run
from sweeplens.data.layouts.walk import below, file_entry, survey, walk
from sweeplens.errors import ReadError
from sweeplens.lazy import pl

if TYPE_CHECKING:
    from sweeplens.data.layouts.curves import Floats

HEAD = ["Wall time", "Step", "Value"]
STEP, VALUE = HEAD[1:]

_NAME = re.compile(r"run-(?P<run>.*?)-tag-(?P<tag>.+)\.csv", re.IGNORECASE)


def detect(path: Path) -> str:
    """Whether a file has the columns of a download."""
    name = sample_with_head(survey(path), _is_download)
    return f"{name} has the columns {', '.join(HEAD)}, as TensorBoard writes them" if name else ""


def read(path: Path) -> Reading:
    """Every run with the curves of its tags; `ReadError` where no file can be read."""
    tree = walk(path)
    tables, problems = read_tables(tree, with_head(tree, _is_download), STEP)
    series: dict[str, dict[str, tuple[Floats, Floats]]] = {}
    for name, table in tables.items():
        run, tag = _run_and_tag(name, tree.root.name)
        steps, values = named(table.columns, STEP), named(table.columns, VALUE)
        if steps and values:
            points = pl.DataFrame({STEP: steps.read.values, VALUE: values.read.values}).drop_nulls()
            series.setdefault(run, {})[tag] = (points[STEP].to_numpy(), points[VALUE].to_numpy())
    if not series:
        raise ReadError(f"{path.name} holds no scalars of TensorBoard that can be read.")
    return assemble(
        [Run(run, curves={"scalars": by_step(STEP, tags)}) for run, tags in series.items()],
        "the file names",
        files=[file_entry(tree, name, "history") for name in tables],
        problems=[*tree.problems, *problems],
    )


def _is_download(head: list[str]) -> bool:
    return head == HEAD


def _run_and_tag(name: str, root: str) -> tuple[str, str]:
    """The run and tag in a file's name; the run `.` is the folder, and a name without both is the tag."""
    folder, _, own = name.rpartition("/")
    match = _NAME.fullmatch(own)
    run, tag = (match["run"], match["tag"]) if match else (".", own.rpartition(".")[0])
    return (folder or root if run in (".", "") else below(folder, run)), tag


LAYOUT = Layout("tensorboard_csv", "scalars downloaded from TensorBoard", detect, read)
