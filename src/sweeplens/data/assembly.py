"""From what a layout read and what a brief says to a collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sweeplens.data.apart import told_apart
from sweeplens.data.brief import Brief
from sweeplens.data.cells import cells_of, run_states
from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Cell, Collection, Role, RoleDecision
from sweeplens.data.corrected import directed, roles_in_histories, unknown_directions
from sweeplens.data.corrections import UserWord
from sweeplens.data.curves import bound, varying_in_histories
from sweeplens.data.derived import derived, planned
from sweeplens.data.expectation import expectation_of
from sweeplens.data.factor_columns import varied
from sweeplens.data.factors import numbers_of
from sweeplens.data.histories import final_values
from sweeplens.data.layouts.base import Reading
from sweeplens.data.markers import BRIEF
from sweeplens.data.metric_columns import metrics_of, primary_of, unknown_metrics
from sweeplens.data.metrics import Factor
from sweeplens.data.obeyed import obeyed
from sweeplens.data.problems import Problem
from sweeplens.data.runtable import RunTable, numbers_in, run_table
from sweeplens.lazy import pl
from sweeplens.text import visible


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
    word: UserWord = field(default_factory=UserWord)
    """What the user says; it goes before the brief."""


def assembled(source: Source) -> Collection:
    """The collection that a reading and a brief make, as the user corrects them."""
    brief, reading, word = obeyed(source.brief, source.word.roles), source.reading, source.word
    table, apart = told_apart(_run_table(source), bool(brief.factors))
    vary = varied(table, apart, brief, reading.expected or (), reading.histories if reading.runs is not None else ())
    formulas, formula_problems = planned({name: said.formula for name, said in brief.derived.items()}, BRIEF)
    numbers = numbers_of(vary.factors) | numbers_in(table, dict(vary.constants))
    derivation = derived(vary.frame.lazy(), formulas, numbers, vary.frame)
    runs = derivation.frame.collect()
    metrics = directed(metrics_of(table, brief, reading.metrics, derivation.names), word)
    names = [metric.name for metric in metrics]
    final = tuple(name for name in brief.final or (brief.primary,) if name in names)
    possible = [f for f in formulas if f.name not in derivation.refused or f.inputs - set(runs.columns)]
    histories = tuple(bound(h, runs, vary.factors, vary.spelt, possible, numbers) for h in reading.histories)
    expected, expectation_problems = expectation_of(brief, reading.expected, vary.factors, vary.spelt)
    states = run_states(runs, vary.factors, final, names)
    cells = cells_of(runs, vary.factors, expected, states, vary.begun)
    elsewhere = roles_in_histories(reading.histories, table.frame.columns, word)
    measured = {*names, *(name for history in histories for name in history.metrics)}
    refused = {**unknown_directions(word, measured), **table.refused, **elsewhere.refused}
    problems = (
        *source.problems,
        *_not_followed(source, refused),
        *reading.problems,
        *table.problems,
        *formula_problems,
        *(Problem(BRIEF, said, "the metric was left out") for said in derivation.refused.values()),
        *expectation_problems,
        *unknown_metrics(brief, metrics, histories),
        *_unknown_modes(brief, vary.factors),
    )
    return Collection(
        path=source.path,
        name=source.name,
        title=brief.title or source.name,
        label=brief.label or source.name,
        brief=brief,
        runs=_with_cells(runs, cells),
        factors=vary.factors,
        metrics=metrics,
        constants=vary.constants,
        texts=_texts(table, vary.factors),
        cells=cells,
        expectation=expected.why,
        final=final,
        primary=primary_of(table, brief, final, metrics),
        histories=histories,
        frames=reading.frames,
        roles=(*table.roles, *elsewhere.roles),
        said=word,
        refused=refused,
        layout=source.layout,
        files=reading.files,
        problems=tuple(dict.fromkeys(problems)),
        modified=max((file.modified for file in reading.files), default=0.0),
        missing_words={c.name: c.read.missing_words for c in table.columns if c.read.missing_words and c.is_numeric},
    )


def _not_followed(source: Source, refused: Mapping[str, str]) -> Iterator[Problem]:
    """A problem for everything that the user says and that cannot be meant, and for a file that cannot be read."""
    file = visible(str(source.word.file)) if source.word.file else source.name
    if source.word.fault:
        yield Problem(file, source.word.fault, "nothing that was kept is followed")
    for sentence in refused.values():
        yield Problem(file, sentence, "what was said of it is not followed")


def _run_table(source: Source) -> RunTable:
    """The runs with a role for each column; made of the ends of the histories where there is no table of them."""
    reading, blamed = source.reading, _main_file(source)
    if reading.runs is None:
        ends = final_values(reading.histories) if reading.histories else pl.DataFrame()
        known = (*_roles_of_ends(reading), *reading.roles)
        return run_table(ends, source.brief, known, blamed, source.word, reading.histories)
    table = run_table(reading.runs, source.brief, reading.roles, blamed, source.word, reading.histories)
    return table.with_factors(varying_in_histories(reading.histories, table.having(Role.CONSTANT)))


def _roles_of_ends(reading: Reading) -> list[RoleDecision]:
    names = dict.fromkeys(name for history in reading.histories for name in history.metrics)
    return [RoleDecision(name, Role.METRIC, "the last value of a history") for name in names]


def _main_file(source: Source) -> str:
    """The file to blame for what is wrong with the table of runs."""
    return next((file.name for file in source.reading.files if file.what == "summary"), source.name)


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
