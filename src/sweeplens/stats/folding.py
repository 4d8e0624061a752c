"""Replicates folded into cells: a centre, what stands beside it, and how many values made them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sweeplens.lazy import np, pl
from sweeplens.stats.intervals import bootstrap_intervals, mean, t_factor
from sweeplens.stats.robust import interquartile_mean
from sweeplens.stats.spread import ROUNDING
from sweeplens.ways import Folding

if TYPE_CHECKING:
    from sweeplens.stats.intervals import Centre

Part: TypeAlias = Literal["centre", "spread", "low", "high", "n", "nonfinite"]
PARTS: tuple[Part, ...] = ("centre", "spread", "low", "high", "n", "nonfinite")
Parts: TypeAlias = "dict[Part, pl.Series]"

_ALL = "sweeplens:all"
"""The key of the only cell there is, where nothing tells cells apart."""


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of the values that count, cell by cell; null where none does."""

    mean: pl.Series
    std: pl.Series
    """With ddof=1; null below two values, 0 where they differ by rounding alone."""
    median: pl.Series
    min: pl.Series
    max: pl.Series
    count: pl.Series
    values: pl.Series
    """The values themselves, as lists."""

    @property
    def stderr(self) -> pl.Series:
        """Standard error of the mean."""
        errors: pl.Series = self.std / self.count.cast(pl.Float64).sqrt()
        return errors

    def of_several(self, values: pl.Series) -> pl.Series:
        """`values` of the cells that hold at least two, null for the others."""
        kept: pl.Series = values.zip_with(self.count > 1, nothing(len(values)))
        return kept


def nothing(count: int) -> pl.Series:
    """A column of `count` missing numbers."""
    return pl.Series([None] * count, dtype=pl.Float64)


@dataclass(frozen=True)
class Average:
    """One number for several."""

    name: str
    of: Callable[[pl.Expr], pl.Expr]
    """Of numbers none of which is missing; null where there are none."""


def _middle(values: pl.Expr) -> pl.Expr:
    """What `interquartile_mean` gives of each group."""
    cut = values.len() // 4
    return values.sort().slice(cut, values.len() - 2 * cut).mean()


MEAN = Average("mean", lambda values: values.mean())
MEDIAN = Average("median", lambda values: values.median())
INTERQUARTILE_MEAN = Average("interquartile mean", _middle)


@dataclass(frozen=True)
class Method:
    """One way of folding the values of a cell."""

    name: str
    """What it gives, in short: `mean ± std`."""
    says: str
    """The same in words: `mean ± standard deviation of a sample (ddof=1)`."""
    beside: str
    """What data call the spread: `std`, `stderr`; empty where an interval stands beside the centre."""
    parts: Callable[[Facts], Parts]
    """Centre, spread, and the ends of an interval, as far as it gives them."""
    average: Average = MEAN
    """Its centre alone, where nothing stands beside it."""


def _mean_std(facts: Facts) -> Parts:
    return {"centre": facts.mean, "spread": facts.std}


def _mean_stderr(facts: Facts) -> Parts:
    return {"centre": facts.mean, "spread": facts.stderr}


def _median_range(facts: Facts) -> Parts:
    return {"centre": facts.median, "low": facts.of_several(facts.min), "high": facts.of_several(facts.max)}


def _mean_t95(facts: Facts) -> Parts:
    factors = {n: t_factor(n) for n in facts.count.unique().to_list() if n > 1}
    reach = facts.stderr * facts.count.replace_strict(factors, default=None, return_dtype=pl.Float64)
    return {"centre": facts.mean, "low": facts.mean - reach, "high": facts.mean + reach}


def _mean_bootstrap95(facts: Facts) -> Parts:
    return {"centre": facts.mean, **_resampled(facts, mean)}


def _iqm_bootstrap95(facts: Facts) -> Parts:
    centres: list[float | None] = [None] * len(facts.count)
    for rows, values in _by_count(facts):
        for row, centre in zip(rows, interquartile_mean(values).tolist(), strict=True):
            centres[row] = centre
    return {"centre": pl.Series(centres, dtype=pl.Float64), **_resampled(facts, interquartile_mean)}


def _resampled(facts: Facts, centre: Centre) -> Parts:
    """The ends of bootstrap intervals, of the cells that hold at least two values."""
    ends: list[tuple[float | None, float | None]] = [(None, None)] * len(facts.count)
    for rows, values in _by_count(facts):
        if values.shape[1] > 1:
            for row, (low, high) in zip(rows, bootstrap_intervals(values, centre).tolist(), strict=True):
                ends[row] = low, high
    lows, highs = zip(*ends, strict=True) if ends else ((), ())
    return {"low": pl.Series(lows, dtype=pl.Float64), "high": pl.Series(highs, dtype=pl.Float64)}


def _by_count(facts: Facts) -> Iterator[tuple[list[int], np.ndarray[tuple[int, int], np.dtype[np.float64]]]]:
    """Row numbers of the cells that hold equally many values, and these, shape (cells, n)."""
    for count in facts.count.unique().sort().to_list():
        rows = (facts.count == count).arg_true()
        if count:
            yield rows.to_list(), np.array(facts.values.gather(rows).to_list(), dtype=np.float64)


METHODS: Mapping[Folding, Method] = {
    "mean-std": Method("mean ± std", "mean ± standard deviation of a sample (ddof=1)", "std", _mean_std),
    "median-range": Method("median [min, max]", "median [minimum, maximum]", "", _median_range, MEDIAN),
    "mean-stderr": Method("mean ± standard error", "mean ± standard error", "stderr", _mean_stderr),
    "mean-t95": Method("mean [95 % by t]", "mean [95 % interval by Student's t]", "", _mean_t95),
    "mean-bootstrap95": Method(
        "mean [95 % by bootstrap]", "mean [95 % interval by a seeded bootstrap]", "", _mean_bootstrap95
    ),
    "iqm-bootstrap95": Method(
        "IQM [95 % by bootstrap]",
        "interquartile mean [95 % interval by a seeded bootstrap]",
        "",
        _iqm_bootstrap95,
        INTERQUARTILE_MEAN,
    ),
}
"""Every way of folding, by its name."""


def folded(
    frame: pl.DataFrame,
    keys: Sequence[str],
    metrics: Sequence[str],
    method: Method,
    worst: Mapping[str, float] | Mapping[str, pl.Expr],
) -> pl.DataFrame:
    """One row for each combination of `keys`, in order of appearance: the keys, then the parts of each metric.

    The values that count are the finite ones, and in place of NaN and infinities the metric's `worst`, where it has
    one: a number, or a column that says it row by row. Where no value counts, the centre is the first NaN or Inf, or
    null. A spread, and the ends of an interval, take two values. `n` counts finite values, `nonfinite` NaN and
    infinities. `part_name` says what the columns are called.
    """
    known = [fact for at, name in enumerate(metrics) for fact in _facts(at, name, worst.get(name))]
    grouped = frame.group_by(list(keys) or [pl.lit(True).alias(_ALL)], maintain_order=True)
    cells = grouped.agg(known)
    parts = [part for at, name in enumerate(metrics) for part in _parts_of(cells, at, name, method)]
    return cells.select(keys).with_columns(parts) if keys else pl.DataFrame(parts)


def part_name(metric: str, part: Part) -> str:
    """Name of the column that holds a part of a folded metric: the metric's own for its centre."""
    return metric if part == "centre" else f"sweeplens:{part}:{metric}"


def counted(name: str, worst: float | pl.Expr | None) -> pl.Expr:
    """The values of a group that count: the finite ones, and `worst` (nothing where None) for NaN and infinities."""
    column = pl.col(name)
    return pl.when(column.is_finite()).then(column).when(column.is_not_null()).then(worst).drop_nulls()


def sample_std(values: pl.Expr) -> pl.Expr:
    """Their standard deviation (ddof=1): null below two values, 0 where they differ by rounding alone."""
    std = values.std(ddof=1)
    return pl.when(std <= ROUNDING * values.abs().max()).then(0.0).otherwise(std)


def _facts(at: int, name: str, worst: float | pl.Expr | None) -> list[pl.Expr]:
    """What is asked of a metric's values in each group, under names that no metric has."""
    values, column = counted(name, worst), pl.col(name)
    facts = {
        "mean": values.mean(),
        "std": sample_std(values),
        "median": values.median(),
        "min": values.min(),
        "max": values.max(),
        "count": values.len().cast(pl.Int64),
        "values": values,
        "otherwise": column.drop_nulls().first(),
        "n": column.is_finite().sum().cast(pl.Int64),
        "written": column.is_not_null().sum().cast(pl.Int64),
    }
    return [fact.alias(f"{at}:{key}") for key, fact in facts.items()]


def _parts_of(cells: pl.DataFrame, at: int, name: str, method: Method) -> list[pl.Series]:
    """The parts of one metric, each under its name."""
    facts = Facts(*(cells[f"{at}:{fact}"] for fact in Facts.__dataclass_fields__))
    none = nothing(cells.height)
    parts: Parts = {"spread": none, "low": none, "high": none, **method.parts(facts)}
    parts["centre"] = parts["centre"].zip_with(facts.count > 0, cells[f"{at}:otherwise"])
    parts["n"], parts["nonfinite"] = cells[f"{at}:n"], cells[f"{at}:written"] - cells[f"{at}:n"]
    return [parts[part].alias(part_name(name, part)) for part in PARTS]
