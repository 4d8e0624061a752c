"""Every way of making numbers by its own name: what the palette offers beside the keys that go on to the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sweeplens.stats.folding import METHODS
from sweeplens.tui.refusals import Refusal, nothing_along_steps, nothing_measured, nothing_to_fold
from sweeplens.tui.steps import Step, to_folding, to_nonfinite, to_statistic
from sweeplens.ways import Nonfinite, Statistic


class Choice(NamedTuple):
    """One choice."""

    title: str
    help: str
    step: Step
    refusal: Refusal


POLICIES: Mapping[Nonfinite, tuple[str, str]] = {
    "exclude": ("NaN and Inf: exclude", "Leave them out of averages, and count them."),
    "worst": ("NaN and Inf: count as worst", "Let them count as the worst finite value of their metric."),
}
VALUES: Mapping[Statistic, tuple[str, str]] = {
    "last": ("Value of a run: last", "Let a run stand for the value that is stored."),
    "best": ("Value of a run: best", "Let a run stand for the best value of its history, by the metric's direction."),
    "min": ("Value of a run: lowest", "Let a run stand for the lowest value of its history."),
    "max": ("Value of a run: highest", "Let a run stand for the highest value of its history."),
    "mean": ("Value of a run: mean of the last", "Let a run stand for the mean of its last values (mean_of)."),
}


def choices() -> Iterator[Choice]:
    """The ways of folding, what NaN and Inf are, and what a run stands for."""
    for folding, method in METHODS.items():
        yield Choice(f"Fold as {method.name}", f"A cell is the {method.says}.", to_folding(folding), nothing_to_fold)
    for policy, (title, told) in POLICIES.items():
        yield Choice(title, told, to_nonfinite(policy), nothing_measured)
    for statistic, (title, told) in VALUES.items():
        yield Choice(title, told, to_statistic(statistic), nothing_along_steps)
