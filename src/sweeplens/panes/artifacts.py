"""Do the claims and the derived tables beside the data still say what is computed?"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from sweeplens.data.artifacts import derived_tables
from sweeplens.data.collection import Collection
from sweeplens.data.findings import FINDINGS, Finding, Findings, findings_at
from sweeplens.data.keep import kept_rows
from sweeplens.data.problems import Problem
from sweeplens.data.query import parse_filter
from sweeplens.errors import QueryError
from sweeplens.panes.derived import agrees, exact, table_problems
from sweeplens.stats.spread import spread


@dataclass(frozen=True)
class Checked:
    """A finding and what is computed in its place."""

    finding: Finding
    computed: float | None = None
    """The mean of the finding's metric over the rows that it is about; None where there is nothing to compare."""
    why: str = ""
    """Why nothing is computed, as a clause: `there is no metric called x`."""

    @property
    def verdict(self) -> str:
        """`holds`, `no longer holds`, or `not checked`."""
        if self.computed is None:
            return "not checked"
        return "holds" if agrees(self.finding.written, self.computed, self.finding.tolerance) else "no longer holds"


@dataclass(frozen=True)
class Artifacts:
    """What lies beside the data and says what the data is supposed to say."""

    checked: tuple[Checked, ...]
    text: str
    """The findings as they stand, where they are no list of claims."""
    problems: tuple[Problem, ...]


_KNOWN: WeakKeyDictionary[Collection, Artifacts] = WeakKeyDictionary()
"""What was compared already: a filter changes nothing about it."""


def artifacts_of(collection: Collection) -> Artifacts:
    """The findings and derived tables of a collection, read and compared once."""
    if collection not in _KNOWN:
        _KNOWN[collection] = _compared(collection)
    return _KNOWN[collection]


def artifact_problems(collection: Collection) -> tuple[Problem, ...]:
    """Claims and fields of derived tables that say something else than what is computed."""
    return artifacts_of(collection).problems


def _compared(collection: Collection) -> Artifacts:
    findings = findings_at(collection.path) if collection.path.is_dir() else Findings()
    checked = tuple(check(collection, finding) for finding in findings.claims)
    claims = (problem for each in checked if (problem := _problem(each)) is not None)
    tables = (problem for table in derived_tables(collection) for problem in table_problems(collection, table))
    return Artifacts(checked, findings.text, (*findings.problems, *claims, *tables))


def check(collection: Collection, finding: Finding) -> Checked:
    """The finding beside what is computed."""
    if finding.value is None or not finding.metric:
        return Checked(finding)
    metric = collection.metric(finding.metric)
    if metric is None:
        return Checked(finding, why=f"there is no metric called {finding.metric}")
    try:
        rows = kept_rows(collection, parse_filter(finding.where))
    except QueryError as error:
        return Checked(finding, why=str(error).rstrip("."))
    computed = spread(collection.runs[metric.name].gather(list(rows)).to_list()).mean
    return Checked(finding, computed, "" if computed is not None else "no row that it is about has a finite value")


def _problem(checked: Checked) -> Problem | None:
    finding = checked.finding
    name = finding.id or finding.claim
    if checked.why:
        return Problem(FINDINGS, f"{name} cannot be checked: {checked.why}.", level="note")
    if checked.verdict != "no longer holds":
        return None
    said = f"{finding.metric} says {finding.written}, computed is {exact(checked.computed)}"
    return Problem(FINDINGS, f"{name} no longer holds: {said}.")
