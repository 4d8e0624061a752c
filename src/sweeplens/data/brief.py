"""A collection's brief: what its author says of it, read safely and kept as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

RoleName: TypeAlias = Literal["factor", "replicate", "metric", "spread", "step", "id", "time", "text", "constant"]
"""What a column can be said to be."""


@dataclass(frozen=True)
class FactorBrief:
    """How the brief declares a factor."""

    column: str = ""
    levels: tuple[str, ...] = ()
    label: str = ""
    source: str = ""
    """`from`: the column whose text `pattern` is searched in."""
    pattern: str = ""


@dataclass(frozen=True)
class MetricBrief:
    """How the brief declares a metric; a derived one has a formula."""

    label: str = ""
    better: Literal["", "higher", "lower", "unknown"] = ""
    unit: str = ""
    formula: str = ""


@dataclass(frozen=True)
class HistoryBrief:
    """A history that the brief names."""

    file: str
    step: str = ""
    task: str = ""
    label: str = ""


@dataclass(frozen=True)
class FramesBrief:
    """A stream of latent frames that the brief names."""

    file: str
    label: str = ""


@dataclass(frozen=True)
class ReferenceBrief:
    """Another collection that this one is compared with."""

    collection: str
    label: str = ""
    source: str = ""


@dataclass(frozen=True)
class ModesBrief:
    """A factor of two levels that are held against each other."""

    factor: str
    candidate: str
    reference: str


@dataclass(frozen=True)
class ExpectedBrief:
    """Which cells the brief expects; a cell gives levels to some or all of the factors, by name or by column."""

    product: bool = False
    """Every combination of levels is expected, apart from `excepted`."""
    cells: tuple[Mapping[str, str], ...] = ()
    """The cells themselves, where there is no product."""
    excepted: tuple[Mapping[str, str], ...] = ()
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Levels that the product takes of a factor; all of them where it is not named."""


@dataclass(frozen=True)
class View:
    """A named question about one pane: what it shows of this collection."""

    pane: str
    title: str = ""
    where: str = ""
    metric: str = ""
    columns: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    sort: str = ""
    """A column's name, `-` before it for downwards."""
    rows: int | None = None
    order: tuple[str, ...] = ()
    x: str = ""
    y: str = ""
    caption: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further keys, as the pane understands them (`log`, `kind`, `tasks`, `stream`, ...)."""


@dataclass(frozen=True)
class Brief:
    """Everything a brief can say; an absent brief is an empty one."""

    title: str = ""
    label: str = ""
    summary: str = ""
    factors: Mapping[str, FactorBrief] = field(default_factory=dict)
    replicate: tuple[str, ...] = ()
    roles: Mapping[str, RoleName] = field(default_factory=dict)
    """What columns are that would be taken for something else."""
    expected: ExpectedBrief | None = None
    """None where the brief does not say: then what is there is expected."""
    final: tuple[str, ...] = ()
    metrics: Mapping[str, MetricBrief] = field(default_factory=dict)
    derived: Mapping[str, MetricBrief] = field(default_factory=dict)
    primary: str = ""
    fold: bool = False
    histories: tuple[HistoryBrief, ...] = ()
    frames: tuple[FramesBrief, ...] = ()
    references: Mapping[str, ReferenceBrief] = field(default_factory=dict)
    modes: ModesBrief | None = None
    views: Mapping[str, View] = field(default_factory=dict)
    report: tuple[str, ...] = ()
    """Names of panes and views, in the order of the results document; empty for every pane that has an answer."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Keys that are none of these, as they stand."""

    def reference(self, name: str = "") -> ReferenceBrief | None:
        """The reference called `name`, by its name or its label; the first one for no name."""
        if not name:
            return next(iter(self.references.values()), None)
        by_label = {said.label: said for said in self.references.values() if said.label}
        return self.references.get(name) or by_label.get(name)
