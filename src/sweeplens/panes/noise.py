"""What repeats of a cell differ by, beside what rows differ by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweeplens.data.metrics import Metric
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.folding import is_repeated
from sweeplens.stats.folding import METHODS, folded, part_name
from sweeplens.stats.noise import noise_groups

ABOUT = "≈"
"""What marks a difference that is no larger than the spread of repeats."""


def cell_spreads(question: Question, metric: Metric, rows: pl.DataFrame) -> pl.Series | None:
    """For each row the standard deviation (ddof=1) of its cell's finite runs, null where there are fewer than two.

    None where no cell holds several runs.
    """
    if not is_repeated(question.collection):
        return None
    keys = [factor.column for factor in question.collection.cell_factors]
    cells = folded(question.runs, keys, [metric.name], METHODS["mean-std"], {})
    spread = part_name(metric.name, "spread")
    if not keys:
        return pl.Series(cells[spread].to_list() * rows.height, dtype=pl.Float64)
    joined = rows.select(keys).join(cells, on=keys, how="left", nulls_equal=True, maintain_order="left")
    return joined[spread]


def tie_marks(values: Sequence[float], spreads: Sequence[float | None]) -> Iterator[tuple[int, str]]:
    """For each of the ordered values the number of its group, from 1, and `≈` unless it begins the group."""
    groups = noise_groups(values, spreads)
    for at, group in enumerate(groups):
        yield group + 1, ABOUT if at and groups[at - 1] == group else ""


def noise_sentence(question: Question, spreads: pl.Series) -> str:
    """What `≈` says, or that there are too few runs to say anything."""
    over = " and ".join(factor.head for factor in question.collection.replicates) or "the runs of a cell"
    if spreads.null_count() == len(spreads):
        return f"No cell has two finite runs: n is too small to say which rows differ by more than {over}."
    apart = "the root mean square of their cells' standard deviations"
    return f"{ABOUT}: apart from the row above without it by less than the spread over {over} ({apart})."
