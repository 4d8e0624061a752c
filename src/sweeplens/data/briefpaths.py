"""The paths in a brief: files stay inside the collection, references may lie outside, and are said to."""

from __future__ import annotations

from pathlib import Path

from sweeplens.data.brief import Brief, ReferenceBrief
from sweeplens.data.markers import BRIEF
from sweeplens.data.problems import Problem


def is_inside(root: Path, name: str) -> bool:
    """Whether a path of the brief stays in the collection, links followed."""
    try:
        return (root / name).resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError, ValueError):  # a circle of links (RuntimeError up to Python 3.12), a NUL in the name
        return False


def is_file_inside(root: Path, name: str) -> bool:
    """Whether a path of the brief is a file of the collection."""
    return bool(name) and is_inside(root, name) and (root / name).is_file()


def path_problems(root: Path, brief: Brief) -> tuple[Problem, ...]:
    """A problem for each file that the brief names and that lies outside the collection."""
    named = (brief.summary, *(h.file for h in brief.histories), *(f.file for f in brief.frames))
    outside = [name for name in named if name and not is_inside(root, name)]
    return tuple(Problem(BRIEF, f"{name} lies outside the collection.", "it was not followed") for name in outside)


def place_of(folder: Path, said: ReferenceBrief) -> Path:
    """Where a reference of the collection in `folder` is."""
    return folder / said.collection


def reference_problems(folder: Path, brief: Brief) -> tuple[Problem, ...]:
    """What has to be said of a brief's references: that one is not there, or lies outside the collection."""
    return tuple(_of_reference(folder, name, said) for name, said in brief.references.items())


def _of_reference(folder: Path, name: str, said: ReferenceBrief) -> Problem:
    if not place_of(folder, said).exists():
        return Problem(BRIEF, f"The reference {name} is not there: {said.collection}.", "nothing is compared with it")
    return Problem(BRIEF, f"The reference {name} is read from {said.collection}, outside the collection.", level="note")
