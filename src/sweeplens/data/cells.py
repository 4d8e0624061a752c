"""How whole each cell is, and which of its runs is not."""

from __future__ import annotations

from collections.abc import Collection as Container
from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.data.collection import Cell, Status
from sweeplens.data.expectation import Expectation, Levels, counted_replicates
from sweeplens.data.metrics import Factor
from sweeplens.lazy import pl
from sweeplens.text import plural


@dataclass(frozen=True)
class RunStates:
    """What is known of each run, by its row number."""

    replicate: Sequence[Levels]
    fault: Sequence[str]
    """Why the run is not whole, as a clause (`has no final accuracy`); empty where it is."""
    diverged: Sequence[bool]


def run_states(
    runs: pl.DataFrame, factors: Sequence[Factor], final: Sequence[str], metrics: Sequence[str]
) -> RunStates:
    """How each run stands: by its final metrics, or by any one metric where no final ones are declared."""
    repeats = [factor.column for factor in counted_replicates(factors)]
    replicate = runs.select(repeats).rows() if repeats else [()] * runs.height
    fault = [""] * runs.height
    diverged = [False] * runs.height
    for row in _unfinished(runs, final, metrics):
        values = {name: runs[name][row] for name in final or metrics}
        wild = next((name for name, value in values.items() if value is not None and value - value != 0), None)
        gone = next((name for name, value in values.items() if value is None), None)
        diverged[row] = wild is not None
        fault[row] = f"{wild} is {_wild(values[wild])}" if wild else f"has no final {gone}"
    return RunStates(replicate, fault, diverged)


def _unfinished(runs: pl.DataFrame, final: Sequence[str], metrics: Sequence[str]) -> list[int]:
    """Row numbers of the runs that lack a finite final metric, or every metric."""
    finite = [pl.col(name).is_finite().fill_null(False) for name in final or metrics]
    if not finite:
        return []
    whole = pl.all_horizontal(finite) if final else pl.any_horizontal(finite)
    return runs.select(whole.alias("whole"))["whole"].not_().arg_true().to_list()


def _wild(value: float) -> str:
    return "NaN" if value != value else "infinite"


def cells_of(
    runs: pl.DataFrame,
    factors: Sequence[Factor],
    expected: Expectation,
    states: RunStates,
    in_history: frozenset[Levels] = frozenset(),
) -> tuple[Cell, ...]:
    """Every expected cell, in the order of the levels, then the unexpected ones.

    `in_history` holds the levels of cells of which some history is there.
    """
    own = [factor for factor in factors if factor.splits_cells and not factor.is_replicate]
    repeats = counted_replicates(factors)
    there = _rows_by_levels(runs, own)
    place = {factor.name: {level.text: at for at, level in enumerate(factor.levels)} for factor in own}

    def order(levels: Levels) -> list[int]:
        return [place[f.name].get(level, len(place[f.name])) for f, level in zip(own, levels, strict=True)]

    met = {levels: frozenset[Levels]() for levels in (*there, *in_history)}
    planned = expected.cells if expected.is_declared else met
    judge = _Judge(states, repeats, in_history)
    whole = [judge.cell(levels, there.get(levels, ()), planned[levels]) for levels in sorted(planned, key=order)]
    extra = [
        Cell(levels, Status.UNEXPECTED, there[levels], len(there[levels]), "it is not among the expected cells")
        for levels in sorted(there.keys() - planned.keys(), key=order)
    ]
    return (*whole, *extra)


def _rows_by_levels(runs: pl.DataFrame, factors: Sequence[Factor]) -> dict[Levels, tuple[int, ...]]:
    """Row numbers by the levels of the cell factors."""
    if not factors:
        return {(): tuple(range(runs.height))} if runs.height else {}
    columns = [factor.column for factor in factors]
    grouped = (
        runs.select(columns).with_row_index("sweeplens:row").group_by(columns, maintain_order=True).agg("sweeplens:row")
    )
    return {tuple(row[:-1]): tuple(row[-1]) for row in grouped.iter_rows()}


@dataclass(frozen=True)
class _Judge:
    """Says how whole a cell is."""

    states: RunStates
    replicates: Sequence[Factor]
    in_history: Container[Levels]

    def cell(self, levels: Levels, rows: Sequence[int], wanted: frozenset[Levels]) -> Cell:
        """One expected cell with its status and the reason for it."""
        absent = sorted(wanted - {self.states.replicate[row] for row in rows})
        count = len(wanted) or max(len(rows), 1)
        status = self._status(levels, rows, bool(absent))
        return Cell(
            levels, status, tuple(rows), count, "" if status is Status.COMPLETE else self._why(levels, rows, absent)
        )

    def _status(self, levels: Levels, rows: Sequence[int], lacks: bool) -> Status:
        if not rows:
            return Status.INCOMPLETE if levels in self.in_history else Status.MISSING
        if any(self.states.diverged[row] for row in rows):
            return Status.DIVERGED
        faulty = any(self.states.fault[row] for row in rows)
        return Status.INCOMPLETE if faulty or lacks else Status.COMPLETE

    def _why(self, levels: Levels, rows: Sequence[int], absent: Sequence[Levels]) -> str:
        if not rows:
            return "only a history is there" if levels in self.in_history else "nothing of it is there"
        faults = [
            f"{self._called(self.states.replicate[row])}: {self.states.fault[row]}"
            for row in rows
            if self.states.fault[row]
        ]
        gone = [f"{self._called(levels)} is absent" for levels in absent]
        said = [*faults, *gone]
        return "; ".join(said[:3]) + (f"; {plural(len(said) - 3, 'more fault')}" if len(said) > 3 else "")

    def _called(self, replicate: Levels) -> str:
        """`seed 2`, or `the run` where nothing repeats."""
        named = [f"{factor.name} {level}" for factor, level in zip(self.replicates, replicate, strict=True)]
        return " ".join(named) or "the run"
