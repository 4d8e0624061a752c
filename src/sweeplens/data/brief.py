"""A collection's brief: what its author says of it, read safely and kept as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

NOTHING: Mapping[str, Any] = MappingProxyType({})


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
    better: str = ""
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
    factors: Mapping[str, FactorBrief] = NOTHING
    replicate: tuple[str, ...] = ()
    expected: object = None
    """None, `product`, a list of cells, or `{product: ..., except: [...]}`, already checked."""
    final: tuple[str, ...] = ()
    metrics: Mapping[str, MetricBrief] = NOTHING
    derived: Mapping[str, MetricBrief] = NOTHING
    primary: str = ""
    fold: bool = False
    histories: tuple[HistoryBrief, ...] = ()
    frames: tuple[FramesBrief, ...] = ()
    references: Mapping[str, ReferenceBrief] = NOTHING
    modes: ModesBrief | None = None
    views: Mapping[str, View] = NOTHING
    report: tuple[str, ...] = ()
    """Names of panes and views, in the order of the results document; empty for every pane that has an answer."""
