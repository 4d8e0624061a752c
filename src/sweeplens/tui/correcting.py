"""What can be said of the columns of a collection: each column with what it is, and each word with what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sweeplens.data.apart import BY_PLACE
from sweeplens.data.brief import RoleName
from sweeplens.data.collection import Collection, Role
from sweeplens.data.corrections import AS_INFERRED, Corrections, SaidRole, SaidWay, Way
from sweeplens.data.metrics import Metric
from sweeplens.figures import Direction
from sweeplens.panes.histories import measured

ROLES: dict[RoleName, str] = {
    "factor": "was varied, and makes cells",
    "replicate": "repeats a cell, as seeds do",
    "spread": "stands behind the ± of a metric",
    "step": "counts on along a curve",
    "id": "names a run",
    "time": "says when, or for how long",
    "text": "is a remark",
}
"""What a user can say that a column is, a metric apart, and what that means."""
WAYS: tuple[Way, ...] = ("higher", "lower", "unknown")
"""Which way of a metric can be said to be better."""


@dataclass(frozen=True)
class Subject:
    """A column or a derived metric, of which something can be said."""

    name: str
    role: str
    why: str
    metric: Metric | None = None
    is_said: bool = False
    """Whether the user has said something of it."""

    @property
    def is_derived(self) -> bool:
        """Whether it is no column, but a metric that a formula makes."""
        return self.metric is not None and bool(self.metric.formula)

    @property
    def what(self) -> str:
        """`factor`, `metric, lower is better`."""
        return f"{self.role}, {self.metric.direction.in_words}" if self.metric else self.role


@dataclass(frozen=True)
class Word:
    """One thing to be said of a column."""

    title: str
    means: str
    change: Corrections
    is_so: bool = False
    """Whether the column is taken for this already."""


@dataclass(frozen=True)
class Saying:
    """What a user says, and for how long."""

    change: Corrections
    keeps: bool
    """Whether it is kept, rather than for now."""


def subjects_of(collection: Collection) -> tuple[Subject, ...]:
    """The columns of the runs in their order, then derived metrics, then the columns that only histories have."""
    found: dict[str, Subject] = {}
    for subject in (*_of_runs(collection), *_of_formulas(collection), *_of_curves(collection), *_left_out(collection)):
        found.setdefault(subject.name, subject)
    said = {*collection.said.kept.names, *collection.said.for_now.in_force.names}
    return tuple(replace(subject, is_said=name in said) for name, subject in found.items())


def _of_runs(collection: Collection) -> Iterator[Subject]:
    for decision in collection.roles:
        metric = collection.metric(decision.column) if decision.role is Role.METRIC else None
        if decision.why != BY_PLACE:
            yield Subject(decision.column, decision.role.value, metric.why if metric else decision.why, metric)


def _of_formulas(collection: Collection) -> Iterator[Subject]:
    return (Subject(metric.name, "metric", metric.why, metric) for metric in collection.metrics if metric.formula)


def _of_curves(collection: Collection) -> Iterator[Subject]:
    for history in collection.histories:
        where = f"it stands in {history.name or 'the curves'}"
        yield from (Subject(key, "factor", where) for key in history.keys)
        yield from (Subject(name, "metric", where, measured(collection, name)) for name in history.metrics)


def _left_out(collection: Collection) -> Iterator[Subject]:
    """What is left out everywhere as the user says that it is a remark."""
    said = collection.said
    return (
        Subject(name, role, said.why_role(name)) for name, role in said.roles.items() if name not in collection.refused
    )


def words_for(subject: Subject) -> tuple[Word, ...]:
    """What can be said of a column, the way of a metric with it; last, that all is as it was inferred."""
    roles = () if subject.is_derived else ROLES
    return (*_metric_words(subject), *(_role_word(subject, role) for role in roles), *_taken_back(subject))


def _metric_words(subject: Subject) -> Iterator[Word]:
    """That it is a metric, and which way of it is better."""
    for way in WAYS:
        direction = Direction(way)
        is_so = subject.metric is not None and subject.metric.direction is direction
        title, means = f"metric {direction.arrow}".rstrip(), f"was measured, {direction.in_words}"
        yield Word(title, means, _as_metric(subject, way), is_so)


def _as_metric(subject: Subject, way: Way) -> Corrections:
    """A metric with this better end; that it is unknown need not be said of what was none."""
    roles: dict[str, SaidRole] = {} if subject.metric and subject.role == "metric" else {subject.name: "metric"}
    said: SaidWay = AS_INFERRED if way == "unknown" and subject.metric is None else way
    return Corrections(roles, {subject.name: said})


def _role_word(subject: Subject, role: RoleName) -> Word:
    return Word(role, ROLES[role], Corrections({subject.name: role}, {subject.name: AS_INFERRED}), subject.role == role)


def _taken_back(subject: Subject) -> Iterator[Word]:
    """That it is what it was taken for, where the user has said otherwise."""
    if subject.is_said:
        yield Word(
            "as inferred", "take your word back", Corrections({subject.name: AS_INFERRED}, {subject.name: AS_INFERRED})
        )


def everything_taken_back(collection: Collection) -> Corrections:
    """That every column and metric is what it was taken for."""
    said = (collection.said.kept, collection.said.for_now)
    return Corrections(
        {name: AS_INFERRED for each in said for name in each.roles},
        {name: AS_INFERRED for each in said for name in each.better},
    )
