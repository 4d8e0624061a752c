"""Replicates folded into cells: what a metric of a cell is, what stands beside it, and what is said of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sweeplens.data.collection import STATUS, Collection
from sweeplens.data.factors import in_level_order
from sweeplens.data.metrics import Factor, Metric
from sweeplens.figures import Column, Direction, Folded, Media, Value
from sweeplens.lazy import pl
from sweeplens.panes.base import Question
from sweeplens.panes.counting import worst_values
from sweeplens.stats.folding import METHODS, Method, Part, folded, nothing, part_name
from sweeplens.text import plural

COUNTS = ("n", "expected", "nonfinite")
"""How many runs of a cell are finite, should be there, and diverged."""
_KEPT, _CELL = "sweeplens:kept", "sweeplens:cell:"


@dataclass(frozen=True)
class Beside:
    """Names of the columns beside a folded metric: in the frame of the cells, and in data."""

    n: str
    expected: str
    nonfinite: str
    spread: str = ""
    """Empty where an interval stands in its place."""
    low: str = ""
    high: str = ""
    counts_all: bool = False
    """Whether NaN and infinities count in it, as the worst finite value."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every column that is there, as data write them."""
        return tuple(name for name in (self.spread, self.low, self.high, *self.counts) if name)

    @property
    def counts(self) -> tuple[str, str, str]:
        """The columns that count runs."""
        return self.n, self.expected, self.nonfinite

    @property
    def columns(self) -> Iterator[Column]:
        """Columns for data alone: elsewhere they stand in the metric's own field."""
        for name in self.names:
            yield Column(name, kind="integer" if name in self.counts else "number", media=Media.DATA)


@dataclass(frozen=True, eq=False)
class Cells:
    """One row a cell."""

    frame: pl.DataFrame
    """The factors of the cells, each metric's centre under its name, what stands beside it, and `STATUS`."""
    beside: Mapping[str, Beside]
    """By metric; empty where no cell holds or expects several runs, and nothing is folded."""


def folded_cells(question: Question) -> Cells:
    """The runs that the filter keeps, folded into their cells in the way that is asked for, in the order of levels."""
    cells = _cells(question)
    return replace(cells, frame=in_level_order(cells.frame, question.collection.cell_factors))


def _cells(question: Question) -> Cells:
    """The folded cells in the order of their first runs."""
    collection, runs = question.collection, question.runs
    keys = [factor.column for factor in collection.cell_factors]
    names = [metric.name for metric in collection.metrics]
    method = METHODS[question.selection.folding]
    worst = worst_values(question) if collection.is_repeated else {}
    frame = folded(runs, keys, names, method, worst)
    frame = frame.with_columns(_first(runs, keys, STATUS)) if STATUS in runs.columns else frame
    if not collection.is_repeated:
        return Cells(frame.select(*keys, *names, *([STATUS] if STATUS in frame.columns else [])), {})
    beside = _beside(method, names, worst, {*frame.columns, *collection.texts})
    renamed = {part_name(name, part): own for name in names for part, own in _parts(beside[name]) if own}
    expected = pl.Series(expected_runs(collection, runs, keys), dtype=pl.Int64)
    frame = frame.rename(renamed).with_columns(expected.alias(beside[name].expected) for name in names)
    return Cells(frame, beside)


def _first(runs: pl.DataFrame, keys: Sequence[str], column: str) -> pl.Series:
    """The first value of a column in each cell, in order of appearance."""
    if keys:
        return runs.group_by(keys, maintain_order=True).agg(pl.col(column).first())[column]
    return runs[column].head(1)


def _beside(method: Method, metrics: Sequence[str], worst: Mapping[str, float], taken: set[str]) -> dict[str, Beside]:
    """Names beside each metric: `score_std`, `score_n`; one that a column has already is `score_folded_std`."""

    def free(metric: str, what: str) -> str:
        name = f"{metric}_{what}"
        return f"{metric}_folded_{what}" if name in taken else name

    def named(metric: str) -> Beside:
        n, expected, nonfinite = (free(metric, count) for count in COUNTS)
        plain = Beside(n, expected, nonfinite, counts_all=metric in worst)
        if method.beside:
            return replace(plain, spread=free(metric, method.beside))
        return replace(plain, low=free(metric, "low"), high=free(metric, "high"))

    return {metric: named(metric) for metric in metrics}


def _parts(beside: Beside) -> tuple[tuple[Part, str], ...]:
    """The parts that are shown, and the names of their columns."""
    intervals: tuple[tuple[Part, str], ...] = (("spread", beside.spread), ("low", beside.low), ("high", beside.high))
    return (*intervals, ("n", beside.n), ("nonfinite", beside.nonfinite))


def expected_runs(collection: Collection, runs: pl.DataFrame, keys: Sequence[str]) -> list[int]:
    """For each group of runs how many of those that its cell should hold are kept: what a filter drops is not missed.

    `keys` tell the groups apart, none of which is of two cells; where the runs do not say of which cell they are, those
    that are there are all that is expected.
    """
    columns = [factor.column for factor in collection.cell_factors]
    planned = {cell.levels: (cell.expected_runs, len(cell.runs)) for cell in collection.cells}
    is_known = set(columns) <= set(runs.columns)
    levels = [pl.col(column).first().alias(f"{_CELL}{column}") for column in columns if is_known]
    groups = runs.group_by(list(keys) or pl.lit(0), maintain_order=True).agg(pl.len().alias(_KEPT), *levels)
    rows = groups.select(_KEPT, *(f"{_CELL}{column}" for column in columns if is_known)).rows()
    return [_of_those_kept(planned.get(tuple(texts), (kept, kept)), kept) for kept, *texts in rows]


def _of_those_kept(planned: tuple[int, int], kept: int) -> int:
    expected, there = planned
    return max(expected - max(there - kept, 0), kept)


@dataclass(frozen=True)
class Places:
    """Where the columns beside a folded metric stand in a row; None where there is none."""

    spread: int | None
    low: int | None
    high: int | None
    n: int
    expected: int
    nonfinite: int
    counts_all: bool
    """Whether NaN and infinities count in the metric."""

    def composed(self, centre: Value, part: Callable[[int], Value]) -> Value:
        """The centre with what `part` gives of each place; as it is where it is missing."""
        if not isinstance(centre, float):
            return centre
        spread, low, high = (None if at is None else part(at) for at in (self.spread, self.low, self.high))
        is_ranked = self.counts_all or not part(self.nonfinite)
        return Folded(centre, part(self.n), part(self.expected), spread, low, high, is_ranked)  # type: ignore[arg-type]


def places_of(beside: Mapping[str, Beside], names: Sequence[str]) -> dict[int, Places]:
    """For each folded metric among the columns called `names`, where what stands beside it is."""
    at = {name: place for place, name in enumerate(names)}
    found = {at[metric]: parts for metric, parts in beside.items() if metric in at and parts.n in at}
    return {place: _places(parts, at) for place, parts in found.items()}


def _places(beside: Beside, at: Mapping[str, int]) -> Places:
    n, expected, nonfinite = (at[name] for name in beside.counts)
    low, high = at.get(beside.low), at.get(beside.high)
    return Places(at.get(beside.spread), low, high, n, expected, nonfinite, beside.counts_all)


def folded_columns(columns: Sequence[Column], beside: Mapping[str, Beside]) -> Iterator[Column]:
    """The columns, each folded metric as such and followed by what data write beside it."""
    for column in columns:
        parts = beside.get(column.name)
        yield replace(column, kind="folded") if parts else column
        if parts and Media.DATA in column.media:
            yield from parts.columns


def repeats_in_words(replicates: Sequence[Factor]) -> str:
    """What repeats a cell: `seed`, `seed and fold`, `the runs of a cell`."""
    return " and ".join(dict.fromkeys(factor.head for factor in replicates)) or "the runs of a cell"


def fold_sentences(question: Question) -> tuple[str, ...]:
    """How the cells were folded; that runs could be, where they repeat cells and are not; else nothing."""
    collection = question.collection
    if not collection.is_repeated:
        return ()
    over = repeats_in_words(collection.replicates)
    if not question.is_folded and question.view is not None:
        return ()
    if not question.is_folded:
        most = max(len(cell.runs) for cell in collection.cells)
        return (f"Each row is one run; folding {over} (A, --fold) makes one row of up to {plural(most, 'run')}.",)
    says = METHODS[question.selection.folding].says
    counts = "in brackets the finite runs of those expected"
    return (f"Each cell is the {says} over {over}, {counts}; {policy_in_words(question)}.",)


def policy_in_words(question: Question) -> str:
    """What was done with NaN and infinities, as a clause."""
    if question.selection.nonfinite == "exclude":
        return "NaN and Inf are left out"
    unknown = [m.head for m in question.collection.metrics if m.direction is Direction.UNKNOWN]
    but = " (left out where its better end is unknown)" if unknown else ""
    return f"NaN and Inf count as the worst finite value of their metric{but}"


def policy_sentences(question: Question) -> tuple[str, ...]:
    """What NaN and infinities count as, where they do; nothing where they are left out, as is usual."""
    return (f"{policy_in_words(question)}.",) if question.selection.nonfinite == "worst" else ()


def ranked_values(frame: pl.DataFrame, metric: Metric, beside: Mapping[str, Beside]) -> pl.Series:
    """The metric's values; none for a cell some of whose runs diverged and were left out: it wins no ranking.

    Those of cells in as many digits as a float is sure of: means that only rounding parts are equal.
    """
    values: pl.Series = frame[metric.name]
    if metric.name in beside:
        values = values.zip_with(~_leaves_out(frame, metric, beside[metric.name]), nothing(len(values)))
        values = values.round_sig_figs(sys.float_info.dig)
    return values


def _leaves_out(frame: pl.DataFrame, metric: Metric, beside: Beside) -> pl.Series:
    """Of which cells the metric leaves diverged runs out."""
    partial: pl.Series = (frame[beside.nonfinite] > 0) & (not beside.counts_all)
    return partial


def diverged_sentence(frame: pl.DataFrame, metric: Metric, beside: Mapping[str, Beside]) -> str:
    """How many cells with a finite value have no rank, as some of their runs diverged; empty where every one has."""
    if metric.name not in beside:
        return ""
    count = int((_leaves_out(frame, metric, beside[metric.name]) & frame[metric.name].is_finite()).sum())
    verb = "is" if count == 1 else "are"
    why = "as NaN and Inf are left out of it; N or --nonfinite worst ranks it with them"
    return f"{plural(count, 'cell')} with diverged runs {verb} not ranked, {why}." if count else ""
