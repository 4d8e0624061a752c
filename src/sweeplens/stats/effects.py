"""How far each factor moves a metric: the means of its levels, over cells that weigh alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from sweeplens.lazy import pl


@dataclass(frozen=True)
class LevelMean:
    """The mean over the cells of one level."""

    level: str | None
    mean: float
    cells: int


@dataclass(frozen=True)
class Effect:
    """The means of one factor's levels."""

    means: tuple[LevelMean, ...]
    """In order of appearance, at least one."""

    @property
    def lowest(self) -> LevelMean:
        """The level with the lowest mean."""
        return min(self.means, key=lambda each: each.mean)

    @property
    def highest(self) -> LevelMean:
        """The level with the highest mean."""
        return max(self.means, key=lambda each: each.mean)

    @property
    def range(self) -> float:
        """How far apart they are."""
        return self.highest.mean - self.lowest.mean


def effect(cells: pl.DataFrame, factor: str, value: str) -> Effect | None:
    """The effect of the column `factor` on the finite numbers in `value`, one row a cell; None where there are none."""
    finite = cells.filter(pl.col(value).is_finite())
    means = finite.group_by(factor, maintain_order=True).agg(
        pl.col(value).mean().alias("sweeplens:mean"), pl.len().alias("sweeplens:n")
    )
    return Effect(tuple(LevelMean(*row) for row in means.rows())) if means.height else None


def common_rows(cells: pl.DataFrame, by: Sequence[str], others: Sequence[str], value: str) -> pl.Series:
    """Which rows stand for a combination of `others` at which every combination of `by` has a finite value."""
    finite = cells.with_row_index("sweeplens:row").filter(pl.col(value).is_finite())
    wanted = finite.select(by).n_unique() if finite.height else 0
    if not others:
        kept = finite
    else:
        known = finite.select(*by, *others).unique().group_by(list(others)).len("sweeplens:count")
        full = known.filter(pl.col("sweeplens:count") == wanted)
        kept = finite.join(full, on=list(others), how="semi", nulls_equal=True)
    return pl.int_range(cells.height, eager=True).is_in(kept["sweeplens:row"].cast(pl.Int64).implode())


def pooled_spread(spreads: Sequence[float | None], counts: Sequence[int]) -> float | None:
    """The standard deviation within cells, pooled over them by their degrees of freedom; None where there are none."""
    known = [(spread, count - 1) for spread, count in zip(spreads, counts, strict=True) if spread is not None]
    freedom = sum(degrees for _, degrees in known)
    return sqrt(sum(degrees * spread * spread for spread, degrees in known) / freedom) if freedom else None
