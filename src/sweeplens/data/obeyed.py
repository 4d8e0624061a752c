"""A brief that obeys its reader: without what a user's word on the columns contradicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sweeplens.data.brief import Brief, RoleName
from sweeplens.data.runtable import factor_column, replicate_column


def obeyed(brief: Brief, roles: Mapping[str, RoleName]) -> Brief:
    """The brief without the factors, replicates and metrics that are said to be something else."""

    def kept(column: str, *allowed: str) -> bool:
        return roles.get(column, allowed[0]) in allowed

    def measured(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in names if kept(name, "metric", "spread"))

    columns = {name: factor_column(name, factor) for name, factor in brief.factors.items()}
    return replace(
        brief,
        factors={n: factor for n, factor in brief.factors.items() if kept(columns[n], "factor", "replicate")},
        replicate=tuple(name for name in brief.replicate if kept(replicate_column(name, brief), "replicate")),
        metrics={name: brief.metrics[name] for name in measured(brief.metrics)},
        final=measured(brief.final),
        primary="".join(measured(filter(None, [brief.primary]))),
    )
