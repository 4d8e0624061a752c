"""A collection: one aggregate directory, read once, with everything that could be said of it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from sweeplens.data.brief import Brief
from sweeplens.data.corrections import Correction, UserWord
from sweeplens.data.metrics import Factor, Metric
from sweeplens.data.problems import Problem
from sweeplens.figures import Direction
from sweeplens.lazy import pl

STATUS = "sweeplens:status"
"""Column of `Collection.runs`: the status of the run's cell."""
RUNS_IN_CELL = "sweeplens:n"
"""Column of `Collection.runs`: how many runs the run's cell holds."""


class Status(enum.Enum):
    """How whole a cell is; the first that applies, in this order after `complete`."""

    COMPLETE = "complete"
    DIVERGED = "diverged"
    INCOMPLETE = "incomplete"
    MISSING = "missing"
    UNEXPECTED = "unexpected"


class Role(enum.Enum):
    """What a column is."""

    FACTOR = "factor"
    REPLICATE = "replicate"
    METRIC = "metric"
    SPREAD = "spread"
    STEP = "step"
    IDENTITY = "id"
    TIME = "time"
    TEXT = "text"
    CONSTANT = "constant"


NAMING = (Role.FACTOR, Role.REPLICATE, Role.IDENTITY)
"""Roles of columns that name the run, or the curve, to which a row belongs."""
MEASURED = (Role.METRIC, Role.SPREAD)
"""Roles of columns that hold numbers which were measured."""


@dataclass(frozen=True)
class RoleDecision:
    """Why a column is what it is taken for."""

    column: str
    role: Role
    why: str
    """One clause, without a full stop: `12 rows, 3 values, repeated in every family`."""
    by_user: bool = False
    """Whether the user says so."""
    inferred: Role | None = None
    """What it was taken for before the user said it; None where that is not known, or nothing was said."""


@dataclass(frozen=True)
class Cell:
    """One combination of levels, the replicate left out."""

    levels: tuple[str, ...]
    """One level's text for each of `Collection.cell_factors`."""
    status: Status
    runs: tuple[int, ...] = ()
    """Row numbers in `Collection.runs`."""
    expected_runs: int = 1
    why: str = ""
    """What is not whole: `seed 2 has no final accuracy`."""


@dataclass(frozen=True, eq=False)
class History:
    """Metrics against a step, read when asked: wide, typed, in the order of the file."""

    name: str
    """The file's path below the collection, or what else names it."""
    step: str
    """Name of the column that counts steps (or epochs, tokens, seconds)."""
    keys: tuple[str, ...]
    """Text columns that name the curve a row belongs to: factors' columns, replicates, tasks, a run id."""
    metrics: tuple[str, ...]
    """Float columns, derived metrics whose inputs are there included."""
    scan: Callable[[], pl.LazyFrame]
    """A lazy frame of `keys`, `step` and `metrics`; reading it may raise `ReadError`."""
    task: str = ""
    """The key that splits a run's history by task; empty where there is none."""
    label: str = ""
    why: str = ""
    files: tuple[Path, ...] = ()
    """What it is read from, so that what took long to make of it can be kept until one of them changes."""


@dataclass(frozen=True)
class FrameStream:
    """A file of latent points, one line a run and checkpoint."""

    path: Path
    name: str
    """The file's path below the collection."""
    label: str = ""
    """`router-sampled z`."""


@dataclass(frozen=True)
class FileEntry:
    """One file of a collection, as the state pane lists it."""

    name: str
    size: int
    modified: float
    """Seconds since the epoch."""
    what: str = ""
    """What it was taken for: `summary`, `table`, `history`, `frames`, `brief`, `report as written`, `not read`."""
    inode: int = 0
    """What the file system calls the file; another one under the same name is another file. 0 where it is not known."""


@dataclass(frozen=True, eq=False)
class Collection:
    """One aggregate directory: its runs, factors, metrics, cells, histories, frames, files and problems."""

    path: Path
    """The directory, or the table file."""
    name: str
    title: str
    label: str
    """How it is called in a comparison: `sum`."""
    brief: Brief
    runs: pl.DataFrame
    """One row a run. Factors are strings, a level in one spelling and empty where nothing stands; ids and texts are
    strings as in the file; metrics (derived ones included) are Float64 where null is missing and NaN and Inf are
    themselves; `STATUS` and `RUNS_IN_CELL` beside them."""
    factors: tuple[Factor, ...]
    """Factors that vary, replicates last."""
    metrics: tuple[Metric, ...]
    """Stored and derived metrics in the brief's order, then the file's."""
    constants: tuple[tuple[str, str], ...] = ()
    """Names and single values of factor-like columns that do not vary: said once, not shown as columns."""
    texts: tuple[str, ...] = ()
    """Columns of `runs` that are neither factor nor metric: ids, times, notes."""
    cells: tuple[Cell, ...] = ()
    """Expected cells in the order of the factors' levels, then unexpected ones."""
    expectation: str = ""
    """Where the expected cells come from, as a clause: `the product of the brief's levels`, `what is there`."""
    final: tuple[str, ...] = ()
    """Names of the metrics that a finished run has."""
    primary: str = ""
    """Name of the metric that is asked about first; empty where there is no metric."""
    histories: tuple[History, ...] = ()
    frames: tuple[FrameStream, ...] = ()
    roles: tuple[RoleDecision, ...] = ()
    """Of every column of the runs, then of those that only histories have and that count steps or were corrected."""
    said: UserWord = field(default_factory=UserWord)
    """What the user says of columns and metrics."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """By column or metric of which the user says what it cannot be, why that is not followed."""
    layout: str = ""
    """How the directory was read, with its reason: `aggregate directory (brief.yaml)`."""
    files: tuple[FileEntry, ...] = ()
    problems: tuple[Problem, ...] = ()
    modified: float = 0.0
    """The newest modification among the files that were read, in seconds since the epoch."""
    missing_words: Mapping[str, int] = field(default_factory=dict)
    """By metric column, how many fields held a word for nothing (`None`, `N/A`) rather than being empty."""

    @cached_property
    def cell_factors(self) -> tuple[Factor, ...]:
        """The factors whose levels make the cells."""
        return tuple(f for f in self.factors if f.splits_cells and not f.is_replicate)

    @cached_property
    def replicates(self) -> tuple[Factor, ...]:
        """The factors that repeat a cell."""
        return tuple(f for f in self.factors if f.is_replicate)

    @cached_property
    def is_repeated(self) -> bool:
        """Whether some cell holds, or should hold, several runs."""
        return any(len(cell.runs) > 1 or cell.expected_runs > 1 for cell in self.cells)

    @cached_property
    def counts(self) -> Mapping[Status, int]:
        """How many cells have each status, every status named."""
        found = [cell.status for cell in self.cells]
        return {status: found.count(status) for status in Status}

    @cached_property
    def corrections(self) -> tuple[Correction, ...]:
        """What the user says, as far as it is followed."""
        roles = (
            Correction(d.column, d.role.value, d.inferred.value if d.inferred else "", self.said.why_role(d.column))
            for d in self.roles
            if d.by_user
        )
        directions = (
            Correction(name, Direction(way).in_words, self._inferred_direction(name), self.said.why_better(name))
            for name, way in self.said.better.items()
            if name not in self.refused
        )
        return (*roles, *directions)

    def _inferred_direction(self, name: str) -> str:
        """The direction of a metric without the user's word; nothing where only histories have the metric."""
        metric = self.metric(name)
        return metric.inferred.in_words if metric and metric.inferred else ""

    @property
    def expected_cells(self) -> int:
        """How many cells are expected."""
        return len(self.cells) - self.counts[Status.UNEXPECTED]

    def factor(self, name: str) -> Factor | None:
        """The factor called `name`, by its name or its column; None where there is none."""
        return next((f for f in self.factors if name in (f.name, f.column)), None)

    def metric(self, name: str) -> Metric | None:
        """The metric called `name`, by its name or its label; None where there is none."""
        by_name = next((m for m in self.metrics if m.name == name), None)
        return by_name or next((m for m in self.metrics if m.label == name), None)
