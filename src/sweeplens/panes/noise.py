"""What repeats of a cell differ by, beside what rows differ by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sweeplens.data.metrics import Metric
from sweeplens.figures import Value, WithinNoise
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.folding import repeats_in_words
from sweeplens.panes.joining import Comparison
from sweeplens.stats.folding import METHODS, folded, part_name
from sweeplens.stats.noise import is_within, noise_groups
from sweeplens.text import plural

WITHIN = "within noise"
"""What documents and data say of such a difference."""
ABOUT = "≈"
"""What marks a difference that is no larger than the spread of repeats."""


@dataclass(frozen=True)
class NoiseJudge:
    """Tells of a column of differences which of them are within noise."""

    spread: int
    """The place of the column that holds the spread of repeats."""

    def composed(self, value: Value, part: Callable[[int], Value]) -> Value:
        """The difference, as one within noise where it is."""
        spread = part(self.spread)
        if not isinstance(value, float) or not isinstance(spread, float):
            return value
        return WithinNoise(value) if is_within(value, 0.0, spread) else value


def cell_spreads(question: Question, metric: Metric, rows: pl.DataFrame) -> pl.Series | None:
    """For each row the standard deviation (ddof=1) of its cell's finite runs, null where there are fewer than two.

    None where no cell holds several runs.
    """
    if not question.collection.is_repeated:
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
    """What `≈` and the numbers of groups say, or that there are too few runs to say anything."""
    over = repeats_in_words(question.collection.replicates)
    if spreads.null_count() == len(spreads):
        return f"No cell has two finite runs: n is too small to say which rows differ by more than {over}."
    apart = "the root mean square of their cells' standard deviations"
    return f"{ABOUT} (one tie_group): apart from its group's first row by less than the spread over {over}, {apart}."


def delta_noise_sentence(question: Question, comparison: Comparison, metric: Metric) -> str:
    """In how many common cells the delta of a metric is below the spread of repeats; empty where nothing is repeated.

    `In 3 of 8 common cells the delta in score is within noise (≈): below the spread over seed, ...`
    """
    sides = (question.collection, comparison.reference.collection)
    if not any(side.is_repeated for side in sides):
        return ""
    over = repeats_in_words([factor for side in sides for factor in side.replicates])
    if not comparison.spread[metric.name].count():
        return (
            f"No common cell has two finite runs on a side: n is too small to say which deltas {over} alone would make."
        )
    count = int(comparison.within_noise(metric).sum())
    apart = "the root mean square of both sides' standard deviations"
    cells = f"In {count} of {plural(comparison.count, 'common cell')}"
    return f"{cells} the delta in {metric.head} is within noise ({ABOUT}): below the spread over {over}, {apart}."
