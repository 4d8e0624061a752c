"""What a user says of columns and metrics against what was inferred: values alone, read and written elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from sweeplens.data.brief import RoleName

Way: TypeAlias = Literal["higher", "lower", "unknown"]
"""Which way of a metric is better."""
Inferred: TypeAlias = Literal["inferred"]
SaidRole: TypeAlias = RoleName | Inferred
SaidWay: TypeAlias = Way | Inferred
AS_INFERRED: Inferred = "inferred"
"""Takes back what was said before."""


@dataclass(frozen=True)
class Corrections:
    """What columns are, and which way of metrics is better."""

    roles: Mapping[str, SaidRole] = field(default_factory=dict)
    """By column."""
    better: Mapping[str, SaidWay] = field(default_factory=dict)
    """By metric."""

    @property
    def in_force(self) -> Corrections:
        """What is left without that which was taken back."""
        return Corrections(
            {name: role for name, role in self.roles.items() if role != AS_INFERRED},
            {name: better for name, better in self.better.items() if better != AS_INFERRED},
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The columns and metrics of which something is said, each once."""
        return tuple(dict.fromkeys((*self.roles, *self.better)))

    def then(self, later: Corrections) -> Corrections:
        """These with what is said `later` in place of what it contradicts."""
        return Corrections({**self.roles, **later.roles}, {**self.better, **later.better})

    def without(self, others: Corrections) -> Corrections:
        """These without what is said of the same columns and metrics in `others`."""
        return Corrections(
            {name: role for name, role in self.roles.items() if name not in others.roles},
            {name: better for name, better in self.better.items() if name not in others.better},
        )


NOTHING_SAID = Corrections()


@dataclass(frozen=True)
class UserWord:
    """What a user says of one collection: kept on this machine before, and said for now, which goes first."""

    kept: Corrections = NOTHING_SAID
    for_now: Corrections = NOTHING_SAID
    file: Path | None = None
    """Where it is kept."""
    as_inferred: bool = False
    """Whether what is kept was left out on purpose."""
    fault: str = ""
    """Why what is kept could not be read, in one sentence."""

    @property
    def roles(self) -> dict[str, RoleName]:
        """What columns are, as it holds of both."""
        said = {**self.kept.roles, **self.for_now.roles}
        return {name: role for name, role in said.items() if role != "inferred"}

    @property
    def better(self) -> dict[str, Way]:
        """Which way of metrics is better, as it holds of both."""
        said = {**self.kept.better, **self.for_now.better}
        return {name: way for name, way in said.items() if way != "inferred"}

    def saying(self, change: Corrections, keeps: bool) -> UserWord:
        """The same with `change` said: for now, or to be kept; for now where what is kept is left out."""
        if not keeps or self.as_inferred:
            return replace(self, for_now=self.for_now.then(change))
        return replace(self, kept=self.kept.then(change).in_force, for_now=self.for_now.without(change))

    def why_role(self, column: str) -> str:
        """Where the role of a column was said."""
        return self._why(column in self.for_now.roles)

    def why_better(self, metric: str) -> str:
        """Where the direction of a metric was said."""
        return self._why(metric in self.for_now.better)

    def _why(self, is_for_now: bool) -> str:
        return "said by the user, for now" if is_for_now else f"said by the user, kept in {self.file}"


@dataclass(frozen=True)
class Correction:
    """One thing that a user says, as it took effect."""

    name: str
    """The column, or the metric."""
    says: str
    """`factor`, `lower is better`."""
    instead_of: str
    """What it was taken for; empty where that is not known."""
    why: str
    """Where it was said."""
