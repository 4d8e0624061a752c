"""From what a layout read and what a brief says to a collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sweeplens.data.apart import Apart, told_apart
from sweeplens.data.brief import Brief
from sweeplens.data.cells import cells_of, run_states
from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Cell, Collection, History, Role
from sweeplens.data.corrected import Corrected, directed, roles_in_histories, unknown_directions
from sweeplens.data.curves import bound
from sweeplens.data.derived import Derivation, Formula, derived, planned
from sweeplens.data.expectation import Expectation, expectation_of
from sweeplens.data.factor_columns import Varied, varied
from sweeplens.data.factors import numbers_of
from sweeplens.data.markers import BRIEF
from sweeplens.data.metric_columns import metrics_of, primary_of, unknown_metrics
from sweeplens.data.metrics import Factor, Metric
from sweeplens.data.obeyed import obeyed
from sweeplens.data.problems import Problem
from sweeplens.data.runtable import RunTable, numbers_in
from sweeplens.data.source import Source, runs_of
from sweeplens.lazy import pl
from sweeplens.text import visible


def assembled(source: Source) -> Collection:
    """The collection that a reading and a brief make, as the user corrects them."""
    return _Assembly(source).collection


@dataclass(frozen=True, eq=False)
class _Assembly:
    """The steps from a source to its collection; each is taken once, when another one needs it."""

    source: Source

    @cached_property
    def brief(self) -> Brief:
        """The brief without what the user contradicts."""
        return obeyed(self.source.brief, self.source.word.roles)

    @cached_property
    def _told_apart(self) -> tuple[RunTable, Apart | None]:
        return told_apart(runs_of(self.source), bool(self.brief.factors))

    @cached_property
    def table(self) -> RunTable:
        """The runs with a role for each column."""
        return self._told_apart[0]

    @cached_property
    def varied(self) -> Varied:
        """What varies over the runs, and what does not."""
        reading = self.source.reading
        curves = reading.histories if reading.runs is not None else ()
        return varied(*self._told_apart, self.brief, reading.expected or (), curves)

    @cached_property
    def numbers(self) -> Mapping[str, pl.Expr]:
        """What a formula reads in place of a column whose levels are texts that hold numbers."""
        return numbers_of(self.varied.factors) | numbers_in(self.table, dict(self.varied.constants))

    @cached_property
    def _planned(self) -> tuple[Sequence[Formula], Sequence[Problem]]:
        return planned({name: said.formula for name, said in self.brief.derived.items()}, BRIEF)

    @cached_property
    def derivation(self) -> Derivation:
        """The runs with what is derived from their columns."""
        frame = self.varied.frame
        return derived(frame.lazy(), self._planned[0], self.numbers, frame)

    @cached_property
    def runs(self) -> pl.DataFrame:
        """The runs with all their columns."""
        return self.derivation.frame.collect()

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """What was measured, with its better end."""
        found = metrics_of(self.table, self.brief, self.source.reading.metrics, self.derivation.names)
        return directed(found, self.source.word)

    @cached_property
    def names(self) -> list[str]:
        """The names of the metrics."""
        return [metric.name for metric in self.metrics]

    @cached_property
    def final(self) -> tuple[str, ...]:
        """The metrics that a finished run has."""
        return tuple(name for name in self.brief.final or (self.brief.primary,) if name in self.names)

    @cached_property
    def histories(self) -> tuple[History, ...]:
        """The histories bound to the runs, with what can be derived along their steps."""
        refused, columns = self.derivation.refused, set(self.runs.columns)
        possible = [f for f in self._planned[0] if f.name not in refused or f.inputs - columns]
        vary = self.varied
        read = self.source.reading.histories
        return tuple(bound(h, self.runs, vary.factors, vary.spelt, possible, self.numbers) for h in read)

    @cached_property
    def _expectation(self) -> tuple[Expectation, Sequence[Problem]]:
        return expectation_of(self.brief, self.source.reading.expected, self.varied.factors, self.varied.spelt)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that are there or expected, each with its status."""
        states = run_states(self.runs, self.varied.factors, self.final, self.names)
        return cells_of(self.runs, self.varied.factors, self._expectation[0], states, self.varied.begun)

    @cached_property
    def elsewhere(self) -> Corrected:
        """The roles of columns that only histories have."""
        return roles_in_histories(self.source.reading.histories, self.table.frame.columns, self.source.word)

    @cached_property
    def refused(self) -> dict[str, str]:
        """What the user says and cannot mean, each with the reason."""
        measured = {*self.names, *(name for history in self.histories for name in history.metrics)}
        directions = unknown_directions(self.source.word, measured)
        return {**directions, **self.table.refused, **self.elsewhere.refused}

    @property
    def problems(self) -> Iterator[Problem]:
        """What could not be read or meant as it stands."""
        yield from self.source.problems
        yield from _not_followed(self.source, self.refused)
        yield from self.source.reading.problems
        yield from self.table.problems
        yield from self._planned[1]
        for sentence in self.derivation.refused.values():
            yield Problem(BRIEF, sentence, "the metric was left out")
        yield from self._expectation[1]
        yield from unknown_metrics(self.brief, self.metrics, self.histories)
        yield from _unknown_modes(self.brief, self.varied.factors)

    @property
    def collection(self) -> Collection:
        """All of it together."""
        source, brief, reading = self.source, self.brief, self.source.reading
        read = ((column.name, column.read.missing_words) for column in self.table.columns if column.is_numeric)
        return Collection(
            path=source.path,
            name=source.name,
            title=brief.title or source.name,
            label=brief.label or source.name,
            brief=brief,
            runs=_with_cells(self.runs, self.cells),
            factors=self.varied.factors,
            metrics=self.metrics,
            constants=self.varied.constants,
            texts=_texts(self.table, self.varied.factors),
            cells=self.cells,
            expectation=self._expectation[0].why,
            final=self.final,
            primary=primary_of(self.table, brief, self.final, self.metrics),
            histories=self.histories,
            frames=reading.frames,
            roles=(*self.table.roles, *self.elsewhere.roles),
            said=source.word,
            refused=self.refused,
            layout=source.layout,
            files=reading.files,
            problems=tuple(dict.fromkeys(self.problems)),
            modified=max((file.modified for file in reading.files), default=0.0),
            missing_words={name: words for name, words in read if words},
        )


def _not_followed(source: Source, refused: Mapping[str, str]) -> Iterator[Problem]:
    """A problem for everything that the user says and that cannot be meant, and for a file that cannot be read."""
    file = visible(str(source.word.file)) if source.word.file else source.name
    if source.word.fault:
        yield Problem(file, source.word.fault, "nothing that was kept is followed")
    for sentence in refused.values():
        yield Problem(file, sentence, "what was said of it is not followed")


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
