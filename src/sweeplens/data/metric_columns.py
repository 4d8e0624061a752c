"""The metrics of a collection: stored and derived columns, with what the brief, the layout and the file say of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from sweeplens.data.brief import Brief
from sweeplens.data.collection import MEASURED, History, Role
from sweeplens.data.markers import BRIEF
from sweeplens.data.metrics import Metric
from sweeplens.data.names import by_base, is_factor_name, is_metric_name, measured_by
from sweeplens.data.problems import Problem
from sweeplens.data.runtable import RunTable, spread_column
from sweeplens.data.values import unit_in
from sweeplens.figures import Direction


def metrics_of(table: RunTable, brief: Brief, stated: Sequence[Metric], derived: Sequence[str]) -> tuple[Metric, ...]:
    """Stored and derived metrics: the brief's in its order, then the file's, spreads last.

    `stated` is what the layout knows of some, `derived` are the derived ones that could be evaluated.
    """
    stored = table.having(*MEASURED)
    known = {metric.name: metric for metric in stated}
    spreads = _spreads(table, stored)
    made = {name: _stored(name, table, brief, known.get(name), spreads.get(name, "")) for name in stored}
    for name in derived:
        said = brief.derived[name]
        better = Direction(said.better or "unknown")
        made[name] = Metric(name, said.label, said.unit, better, said.formula, "derived by the brief")
    order = {name: at for at, name in enumerate((*brief.metrics, *brief.derived))}
    last = set(table.having(Role.SPREAD))
    return tuple(sorted(made.values(), key=lambda m: (order.get(m.name, len(order)), m.name in last)))


def _stored(name: str, table: RunTable, brief: Brief, known: Metric | None, spread: str) -> Metric:
    """A metric of the file, with what the brief, the layout and the file itself say of it."""
    said = brief.metrics.get(name)
    unit = table.facts(name).read.unit or unit_in(name)
    metric = known or Metric(name)
    return replace(
        metric,
        label=(said.label if said else "") or metric.label,
        unit=(said.unit if said else "") or metric.unit or unit,
        direction=Direction(said.better) if said and said.better else metric.direction,
        why=table.why(name),
        spread=metric.spread or spread,
    )


def _spreads(table: RunTable, stored: Sequence[str]) -> dict[str, str]:
    """For each metric the column that holds its spread, where there is one."""
    there, bases = set(table.frame.columns), by_base(stored)
    inside = {name: spread_column(name) for name in stored if spread_column(name) in there}
    beside = {measured_by(name, bases): name for name in table.having(Role.SPREAD)}
    return {name: column for name, column in beside.items() if name} | inside


def primary_of(table: RunTable, brief: Brief, final: Sequence[str], metrics: Sequence[Metric]) -> str:
    """The brief's primary metric, else a final one, else the first with decimals, or that sounds like a measurement."""
    names = [metric.name for metric in metrics]
    if brief.primary in names:
        return brief.primary
    known = set(names)
    stored = [column for column in table.columns if column.name in known]
    decimal = (column.name for column in stored if not column.is_whole and not is_factor_name(column.words))
    sounding = (column.name for column in stored if is_metric_name(column.words))
    return next(iter((*final, *decimal, *sounding, *names)), "")


def unknown_metrics(brief: Brief, metrics: Sequence[Metric], histories: Sequence[History]) -> list[Problem]:
    """A problem for every metric of the brief that is in no table."""
    known = {metric.name for metric in metrics} | {name for history in histories for name in history.metrics}
    asked = dict.fromkeys((*brief.metrics, *brief.final, brief.primary))
    derived_names = set(brief.derived)
    return [_unknown_metric(name, known) for name in asked if name and name not in known | derived_names]


def _unknown_metric(name: str, known: Iterable[str]) -> Problem:
    near = get_close_matches(name, list(known), n=2, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else "."
    return Problem(BRIEF, f"The metric {name} is in no table{hint}", "it was left out")
