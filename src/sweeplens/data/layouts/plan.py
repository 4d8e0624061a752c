"""A collection that holds no table yet: a brief that expects cells, or findings."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.brief import Brief
from sweeplens.data.briefreader import brief_at
from sweeplens.data.layouts.aggregate import listed, no_runs
from sweeplens.data.layouts.base import Layout, Reading
from sweeplens.data.layouts.walk import survey
from sweeplens.data.markers import BRIEF, FINDINGS


def detect(path: Path) -> str:
    """A directory whose brief expects cells, or that holds findings."""
    if not path.is_dir():
        return ""
    if brief_at(path)[0].expected is not None:
        return f"{BRIEF} expects cells"
    return f"{FINDINGS} is there" if (path / FINDINGS).is_file() else ""


def read(path: Path) -> Reading:
    """No runs, under the columns of the factors of its own brief."""
    return read_as(path, brief_at(path)[0])


def read_as(path: Path, brief: Brief) -> Reading:
    """No runs, under the columns of the brief's factors."""
    tree = survey(path)
    return Reading(no_runs(brief), files=listed(tree, {}), problems=tree.problems)


LAYOUT = Layout("plan", "aggregate directory without tables", detect, read, read_as)
