"""Curves of replicates folded: their mean with a band at the steps that are there, and how many runs made it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from sweeplens.figures import Plot, Series
from sweeplens.lazy import pl
from sweeplens.numbers import document_number
from sweeplens.stats.folding import METHODS, folded, part_name
from sweeplens.text import plural

BAND = "Lines are means over {over}, bands ± one standard deviation of a sample (ddof=1); thin lines are single runs."
TOLD = 3
"""Curves of which it is told where runs are missing; more are counted."""


def mean_line(name: str, runs: Sequence[Series]) -> Series:
    """The mean of these runs' finite values at each x that some run has, with a band where there are two."""
    points = pl.DataFrame(
        {"x": [x for run in runs for x in run.x], "y": [y for run in runs for y in run.y]},
        schema={"x": pl.Float64, "y": pl.Float64},
        strict=False,
    )
    means = folded(points, ["x"], ["y"], METHODS["mean-std"], {}).sort("x")
    mean, std = means["y"], means[part_name("y", "spread")]
    low, high = (edge.fill_null(math.nan).to_list() for edge in (mean - std, mean + std))
    n = means[part_name("y", "n")].to_list()
    y = mean.fill_null(math.nan).to_list()
    return Series(name, means["x"].to_list(), y, runs[0].colour, runs[0].pattern, low, high, n=n)


def count_sentences(plots: Iterable[Plot], step: str) -> list[str]:
    """Where a mean line is of fewer runs than before; nothing where every one is of as many from end to end."""
    told = [sentence for plot in plots for line in plot.series if (sentence := _fall(line, step))]
    more = [f"{plural(len(told) - TOLD, 'more line')} of unequal counts."] if len(told) > TOLD else []
    return [*dict.fromkeys(told[:TOLD]), *more]


def _fall(line: Series, step: str) -> str:
    """`raw at beta=1 is of 3 runs, from step 650 on of 2.`; what is there where the steps are not shared."""
    if line.n is None or len(set(line.n)) < 2:
        return ""
    falls = [at for at, (before, after) in enumerate(pairwise(line.n), 1) if after < before]
    rises = any(after > before for before, after in pairwise(line.n))
    if rises:
        return (
            f"{line.name} is of {min(line.n)} to {max(line.n)} runs from step to step: its runs share not every step."
        )
    parts = [f"from {step} {document_number(line.x[at])} on of {line.n[at]}" for at in falls]
    return f"{line.name} is of {plural(line.n[0], 'run')}, {', '.join(parts)}."
