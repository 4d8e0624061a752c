"""Curves of the event files that lie in one folder and below it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sweeplens.data.layouts.curves import by_step
from sweeplens.data.layouts.tfevents import EVENTS, Scalars, read_scalars, scalars_gone_on
from sweeplens.data.layouts.walk import Tree, attempted
from sweeplens.data.problems import Problem
from sweeplens.data.remembered import Remembered
from sweeplens.lazy import np, pl

if TYPE_CHECKING:
    from sweeplens.data.layouts.curves import Floats

STEP = "step"


_scalars = Remembered(read_scalars, scalars_gone_on)


def is_events(name: str) -> bool:
    """Whether a file called `name` is taken for an event file."""
    return EVENTS in name.rpartition("/")[2]


def read_events(tree: Tree, names: Iterable[str]) -> tuple[dict[str, Scalars], list[Problem]]:
    """The scalars of each of the event files called `names`; what could not be read of them."""
    found, problems = attempted(_scalars, tree, names)
    damaged = [
        Problem(name, scalars.damage, "what stands before it was read")
        for name, scalars in found.items()
        if scalars.damage
    ]
    return found, problems + damaged


def events_curve(files: Iterable[tuple[str, Scalars]]) -> pl.DataFrame | None:
    """One curve of the scalars of event files, each with what is put before its tags; None where they hold none.

    At a step that several files have (a run that was taken up again) the last file's value holds.
    """
    series: dict[str, tuple[list[Floats], list[Floats]]] = {}
    for before, scalars in files:
        for tag, values in scalars.values.items():
            all_steps, all_values = series.setdefault(before + tag, ([], []))
            all_steps.append(np.array(scalars.steps[tag]))
            all_values.append(np.array(values))
    if not series:
        return None
    return by_step(STEP, {tag: (np.concatenate(at), np.concatenate(values)) for tag, (at, values) in series.items()})
