"""From what a layout read and what a brief says to a collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from sweeplens.data.brief import Brief, ExpectedBrief
from sweeplens.data.cells import WHAT_IS_THERE, Expectation, cells_of, expected_by_brief, expected_by_list, run_states
from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Cell, Collection, History, Role, RoleDecision
from sweeplens.data.curves import bound, runs_in_histories, varying_in_histories
from sweeplens.data.derived import Formula, derived, planned
from sweeplens.data.factors import Spelling, levels_of, numbers_of, respelled, spelling
from sweeplens.data.histories import final_values
from sweeplens.data.layouts.base import Reading
from sweeplens.data.markers import BRIEF
from sweeplens.data.metrics import Factor, Metric
from sweeplens.data.names import is_factor_name, is_metric_name, measured_by
from sweeplens.data.problems import Problem
from sweeplens.data.runtable import (
    Apart,
    RunTable,
    factor_column,
    numbers_in,
    replicate_column,
    run_table,
    spread_column,
    told_apart,
)
from sweeplens.data.values import unit_in
from sweeplens.errors import BriefError
from sweeplens.figures import Direction
from sweeplens.lazy import pl


@dataclass(frozen=True, eq=False)
class Source:
    """Where a collection comes from."""

    path: Path
    name: str
    brief: Brief
    reading: Reading
    layout: str
    """Name of the layout with its reason."""
    problems: tuple[Problem, ...] = ()


def assembled(source: Source) -> Collection:
    """The collection that a reading and a brief make."""
    brief, reading = source.brief, source.reading
    table = run_table(_raw_runs(reading), brief, (*_curve_roles(reading), *reading.roles), _main_file(source))
    if reading.runs is not None:
        table = table.with_factors(varying_in_histories(reading.histories, table.having(Role.CONSTANT)))
    table, apart = told_apart(table, bool(brief.factors))
    formulas, formula_problems = planned({name: said.formula for name, said in brief.derived.items()}, BRIEF)
    declared = _declared_factors(table, apart, brief)
    begun = runs_in_histories(reading.histories, declared) if reading.runs is not None else []
    frame, factors, spelt = _with_levels(table, declared, brief, reading, begun)
    constants, factors = _without_constants(frame, table, factors, brief)
    numbers = numbers_of(factors) | numbers_in(table, dict(constants))
    derivation = derived(frame.lazy(), formulas, numbers)
    frame = derivation.frame.collect()
    metrics = _metrics(table, brief, reading, formulas, derivation.names)
    histories = tuple(bound(h, frame, factors, spelt, formulas, numbers) for h in reading.histories)
    final = tuple(name for name in brief.final or (brief.primary,) if name in {metric.name for metric in metrics})
    expected, expectation_problems = _expected(brief, reading, factors, spelt)
    cells = cells_of(
        frame,
        factors,
        expected,
        run_states(frame, factors, final, [metric.name for metric in metrics]),
        _cells_begun(begun, factors, spelt),
    )
    return Collection(
        path=source.path,
        name=source.name,
        title=brief.title or source.name,
        label=brief.label or source.name,
        brief=brief,
        runs=_with_cells(frame, cells),
        factors=factors,
        metrics=metrics,
        constants=constants,
        texts=_texts(table, factors),
        cells=cells,
        expectation=expected.why,
        final=final,
        primary=_primary(table, brief, final, metrics),
        histories=histories,
        frames=reading.frames,
        roles=table.roles,
        layout=source.layout,
        files=reading.files,
        problems=_distinct(
            (
                *source.problems,
                *reading.problems,
                *table.problems,
                *formula_problems,
                *(Problem(BRIEF, said, "the metric was left out") for said in derivation.refused.values()),
                *expectation_problems,
                *_unknown_metrics(brief, metrics, histories),
                *_unknown_modes(brief, factors),
            )
        ),
        modified=max((file.modified for file in reading.files), default=0.0),
        missing_words={c.name: c.read.missing_words for c in table.columns if c.read.missing_words and c.is_numeric},
    )


def _raw_runs(reading: Reading) -> pl.DataFrame:
    """The table of runs; made of what the histories hold at their last steps where there is none."""
    if reading.runs is not None:
        return reading.runs
    return final_values(reading.histories) if reading.histories else pl.DataFrame()


def _curve_roles(reading: Reading) -> list[RoleDecision]:
    """The roles in a table of runs that is made of the ends of histories."""
    if reading.runs is not None:
        return []
    names = dict.fromkeys(name for history in reading.histories for name in history.metrics)
    return [RoleDecision(name, Role.METRIC, "the last value of a history") for name in names]


def _main_file(source: Source) -> str:
    """The file to blame for what is wrong with the table of runs."""
    return next((file.name for file in source.reading.files if file.what == "summary"), source.name)


def _with_levels(
    table: RunTable,
    declared: Sequence[Factor],
    brief: Brief,
    reading: Reading,
    begun: Sequence[Mapping[str, str]],
) -> tuple[pl.DataFrame, tuple[Factor, ...], Mapping[str, Spelling]]:
    """The factors with their levels, and the runs with every level in its one spelling.

    `begun` are runs of which only histories may tell, by the factors' columns.
    """
    planned_cells = reading.expected or ()
    spelt: dict[str, Spelling] = {}
    made = []
    for factor in declared:
        column = factor.column
        said = next((said for name, said in brief.factors.items() if name == factor.name), None)
        seen = table.frame[column].fill_null("").unique(maintain_order=True).to_list()
        in_histories = [run[column] for run in begun if column in run]
        wanted = [*(said.levels if said else ()), *(cell[column] for cell in planned_cells if column in cell)]
        spelt[column] = spelling([*seen, *in_histories], factor.name, list(dict.fromkeys(wanted)))
        made.append(replace(factor, levels=levels_of(spelt[column], factor.name)))
    frame = table.frame.with_columns(respelled(column, levels) for column, levels in spelt.items())
    return frame, tuple(made), spelt


def _cells_begun(
    begun: Sequence[Mapping[str, str]], factors: Sequence[Factor], spelt: Mapping[str, Spelling]
) -> frozenset[tuple[str, ...]]:
    """The levels of the cells of which some history is there."""
    columns = [factor.column for factor in factors if factor.splits_cells and not factor.is_replicate]
    return frozenset(tuple(spelt[column].meant(run[column]) for column in columns) for run in begun)


def _declared_factors(table: RunTable, apart: Apart | None, brief: Brief) -> list[Factor]:
    """The factors without levels: the brief's in its order, then the table's, what names the runs, replicates last."""
    found: dict[str, Factor] = {}
    repeats = {replicate_column(name, brief) for name in brief.replicate}
    for name, said in brief.factors.items():
        column = factor_column(name, said)
        if column in table.frame.columns and column not in repeats:
            found[column] = Factor(name, column, (), said.label, why=table.why(column), splits_cells=not said.pattern)
    for column in table.having(Role.FACTOR):
        found.setdefault(column, Factor(column, column, (), why=table.why(column)))
    if apart and not apart.is_replicate:
        found[apart.column] = Factor("run", apart.column, (), why=apart.why)
    found |= {column: _replicate(column, brief, table) for column in table.having(Role.REPLICATE)}
    if apart and apart.is_replicate:
        found[apart.column] = Factor("run", apart.column, (), is_replicate=True, why=apart.why, splits_cells=False)
    return list(found.values())


def _replicate(column: str, brief: Brief, table: RunTable) -> Factor:
    name, said = next(
        ((name, said) for name, said in brief.factors.items() if factor_column(name, said) == column), (column, None)
    )
    return Factor(name, column, (), said.label if said else "", is_replicate=True, why=table.why(column))


def _without_constants(
    frame: pl.DataFrame, table: RunTable, factors: Sequence[Factor], brief: Brief
) -> tuple[tuple[tuple[str, str], ...], tuple[Factor, ...]]:
    """What does not vary, and the factors that do."""
    single = [factor for factor in factors if len(factor.levels) < 2]
    columns = (*(factor.column for factor in single), *table.having(Role.CONSTANT))
    constants = {column: frame[column][0] or "" for column in columns if frame.height}
    return tuple(constants.items()), tuple(factor for factor in factors if factor not in single)


def _metrics(
    table: RunTable, brief: Brief, reading: Reading, formulas: Sequence[Formula], derived_names: Sequence[str]
) -> tuple[Metric, ...]:
    """Stored and derived metrics: the brief's in its order, then the file's."""
    stored = table.having(Role.METRIC, Role.SPREAD)
    known = {metric.name: metric for metric in reading.metrics}
    spreads = _spreads(table, stored)
    made = {name: _stored(name, table, brief, known.get(name), spreads.get(name, "")) for name in stored}
    why = {formula.name: brief.derived[formula.name].formula for formula in formulas}
    for name in derived_names:
        said = brief.derived[name]
        made[name] = Metric(
            name, said.label, said.unit, Direction(said.better or "unknown"), why[name], "derived by the brief"
        )
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
    inside = {name: spread_column(name) for name in stored if spread_column(name) in table.frame.columns}
    beside = {measured_by(name, set(stored) - {name}): name for name in table.having(Role.SPREAD)}
    return {name: column for name, column in beside.items() if name} | inside


def _expected(
    brief: Brief, reading: Reading, factors: Sequence[Factor], spelt: Mapping[str, Spelling]
) -> tuple[Expectation, tuple[Problem, ...]]:
    """The brief's expectation, else the layout's, else what is there."""
    try:
        if brief.expected is not None:
            return expected_by_brief(
                _respelled(brief.expected, factors, spelt), factors, _levels(brief, factors, spelt)
            ), ()
        if reading.expected is not None:
            return expected_by_list(_varying(reading.expected, factors), factors, "the grid that the sweep states"), ()
    except BriefError as error:
        return WHAT_IS_THERE, (Problem(BRIEF, str(error), "what is there counts as expected"),)
    return WHAT_IS_THERE, ()


def _levels(brief: Brief, factors: Sequence[Factor], spelt: Mapping[str, Spelling]) -> dict[str, list[str]]:
    """The levels that the brief declares, as the runs spell them, by the names of the factors that have some."""
    return {
        factor.name: [spelt[factor.column].meant(text) for text in brief.factors[factor.name].levels]
        for factor in factors
        if factor.name in brief.factors and brief.factors[factor.name].levels
    }


def _respelled(said: ExpectedBrief, factors: Sequence[Factor], spelt: Mapping[str, Spelling]) -> ExpectedBrief:
    """The expected cells in the spelling of the runs."""

    def level(name: str, text: str) -> str:
        factor = next((factor for factor in factors if name in (factor.name, factor.column)), None)
        return spelt[factor.column].meant(text) if factor else text

    def cells(given: Iterable[Mapping[str, str]]) -> tuple[dict[str, str], ...]:
        return tuple({name: level(name, text) for name, text in cell.items()} for cell in given)

    levels = {name: tuple(level(name, text) for text in texts) for name, texts in said.levels.items()}
    return replace(said, cells=cells(said.cells), excepted=cells(said.excepted), levels=levels)


def _varying(cells: Iterable[Mapping[str, str]], factors: Sequence[Factor]) -> list[dict[str, str]]:
    """Cells without the factors that turned out to have one level."""
    columns = {factor.column for factor in factors}
    return [{column: level for column, level in cell.items() if column in columns} for cell in cells]


def _with_cells(frame: pl.DataFrame, cells: Sequence[Cell]) -> pl.DataFrame:
    """The runs with the status of their cell and the number of its runs."""
    status = [""] * frame.height
    count = [0] * frame.height
    for cell in cells:
        for row in cell.runs:
            status[row], count[row] = cell.status.value, len(cell.runs)
    return frame.with_columns(
        pl.Series(STATUS, status, dtype=pl.String), pl.Series(RUNS_IN_CELL, count, dtype=pl.Int64)
    )


def _primary(table: RunTable, brief: Brief, final: Sequence[str], metrics: Sequence[Metric]) -> str:
    """The brief's primary metric, else a final one, else the first with decimals, or that sounds like a measurement."""
    names = [metric.name for metric in metrics]
    if brief.primary in names:
        return brief.primary
    stored = [column for column in table.columns if column.name in names]
    decimal = (column.name for column in stored if not column.is_whole and not is_factor_name(column.words))
    sounding = (column.name for column in stored if is_metric_name(column.words))
    return next(iter((*final, *decimal, *sounding, *names)), "")


def _unknown_metrics(brief: Brief, metrics: Sequence[Metric], histories: Sequence[History]) -> list[Problem]:
    """A problem for every metric of the brief that is in no table."""
    known = {metric.name for metric in metrics} | {name for history in histories for name in history.metrics}
    asked = dict.fromkeys((*brief.metrics, *brief.final, brief.primary))
    derived_names = set(brief.derived)
    return [_unknown_metric(name, known) for name in asked if name and name not in known | derived_names]


def _unknown_metric(name: str, known: Iterable[str]) -> Problem:
    near = get_close_matches(name, list(known), n=2, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else "."
    return Problem(BRIEF, f"The metric {name} is in no table{hint}", "it was left out")


def _unknown_modes(brief: Brief, factors: Sequence[Factor]) -> list[Problem]:
    """A problem where the modes are no factor, or one of them is none of its levels."""
    modes = brief.modes
    if modes is None:
        return []
    factor = next((factor for factor in factors if modes.factor in (factor.name, factor.column)), None)
    if factor is None:
        said = f"The modes are levels of {modes.factor}, which is no factor that varies."
        return [Problem(BRIEF, said, "no modes are compared")]
    levels = [level.text for level in factor.levels]
    absent = [mode for mode in (modes.candidate, modes.reference) if mode not in levels]
    return [
        Problem(BRIEF, f"The mode {mode} is no level of {modes.factor}; there is {', '.join(levels[:8])}.")
        for mode in absent
    ]


def _texts(table: RunTable, factors: Sequence[Factor]) -> tuple[str, ...]:
    """The columns to show beside factors and metrics."""
    taken = {factor.column for factor in factors}
    return tuple(name for name in table.having(Role.IDENTITY, Role.TIME, Role.TEXT) if name not in taken)


def _distinct(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(dict.fromkeys(problems))
