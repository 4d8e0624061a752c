"""The table of runs: its columns read, given roles, and typed; nothing is known yet of cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property

from sweeplens.data.brief import Brief, FactorBrief
from sweeplens.data.collection import MEASURED, History, Role, RoleDecision
from sweeplens.data.columns import ColumnFacts, columns_of, unreadable
from sweeplens.data.corrected import corrected_roles
from sweeplens.data.corrections import UserWord
from sweeplens.data.markers import BRIEF
from sweeplens.data.names import is_factor_name
from sweeplens.data.problems import Problem
from sweeplens.data.roles import decide_roles
from sweeplens.lazy import pl

BY_BRIEF = "the brief says so"


@dataclass(frozen=True, eq=False)
class RunTable:
    """The runs of a collection with a role for each column."""

    frame: pl.DataFrame
    """Metrics and spreads as Float64, everything else as text with null where nothing stands."""
    columns: tuple[ColumnFacts, ...]
    roles: tuple[RoleDecision, ...]
    problems: tuple[Problem, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    """By column of which the user says what it cannot be, why."""

    def having(self, *roles: Role) -> tuple[str, ...]:
        """Names of the columns with one of these roles, in the table's order."""
        return tuple(decision.column for decision in self.roles if decision.role in roles)

    def why(self, column: str) -> str:
        """Why a column has its role."""
        return self._whys.get(column, "")

    def with_factors(self, varying: Mapping[str, str]) -> RunTable:
        """The table with columns as factors that do not vary in it but in a history, whose name is given."""
        roles = tuple(
            RoleDecision(d.column, Role.FACTOR, f"it varies in {varying[d.column]}") if d.column in varying else d
            for d in self.roles
        )
        return replace(self, roles=roles)

    def facts(self, column: str) -> ColumnFacts:
        """What can be seen of a column."""
        return self._facts[column]

    @cached_property
    def _whys(self) -> dict[str, str]:
        return {decision.column: decision.why for decision in self.roles}

    @cached_property
    def _facts(self) -> dict[str, ColumnFacts]:
        return {column.name: column for column in self.columns}


def run_table(
    raw: pl.DataFrame,
    brief: Brief,
    known: Sequence[RoleDecision],
    file: str,
    word: UserWord | None = None,
    histories: Sequence[History] = (),
) -> RunTable:
    """The runs in `raw`, with the columns that the brief reads out of others.

    `known` are roles that the layout decides; the user's word comes first, then the brief's, the layout's, the rules'.
    What the `histories` go on by is no factor, and by rule no number that names their curves is a metric.
    """
    read_out, problems = _read_out(raw, brief)
    columns, steps = columns_of(read_out), {history.step for history in histories}
    decided = {decision.column: decision for decision in known} | _by_brief(columns, brief, steps)
    keys = {key: history.name for history in histories for key in history.keys}
    inferred = _as_declared(columns, _as_keys(columns, decide_roles(columns, decided), keys, decided), brief)
    roles, refused = corrected_roles(columns, inferred, word or UserWord(), steps)
    frame = pl.DataFrame(
        [series for column, decision in zip(columns, roles, strict=True) for series in _typed(column, decision)]
    )
    if not columns:
        frame = raw
    told = (*problems, *_missing_columns(columns, brief), *_no_steps(brief, steps), *_unreadable(columns, roles, file))
    return RunTable(frame, columns, roles, told, refused)


def _typed(column: ColumnFacts, decision: RoleDecision) -> list[pl.Series]:
    if decision.role not in MEASURED:
        return [column.text.alias(column.name)]
    values = column.numbers.alias(column.name)
    spread = column.read.spread
    return [values] if spread is None else [values, spread.alias(spread_column(column.name))]


def spread_column(metric: str) -> str:
    """The column that holds what stood behind ± in the fields of a metric."""
    return f"{metric} ±"


def factor_column(name: str, said: FactorBrief) -> str:
    """The column of a factor that the brief declares."""
    return name if said.pattern else said.column or name


def _read_out(raw: pl.DataFrame, brief: Brief) -> tuple[pl.DataFrame, list[Problem]]:
    """`raw` with the factors that the brief reads out of labels by a pattern."""
    problems = []
    for name, said in brief.factors.items():
        if not said.pattern:
            continue
        source = _source_column(said.source or said.column, brief)
        if source not in raw.columns:
            problems.append(_no_column(f"The factor {name} is read out of {source}", source, raw.columns))
            continue
        try:
            raw = raw.with_columns(pl.col(source).cast(pl.String).str.extract(said.pattern).alias(name))
        except pl.exceptions.PolarsError as error:
            reason = str(error).strip().split("\n")[0]
            problems.append(
                Problem(BRIEF, f"The pattern of {name} cannot be used: {reason}.", "the factor was left out")
            )
    return raw, problems


def _source_column(name: str, brief: Brief) -> str:
    """The column of the factor called `name`; the column of that name where there is no such factor."""
    said = brief.factors.get(name)
    return factor_column(name, said) if said else name


def _by_brief(columns: Sequence[ColumnFacts], brief: Brief, steps: AbstractSet[str]) -> dict[str, RoleDecision]:
    """The roles that the brief gives, by column; a step is one only where curves go on by it."""
    roles = dict.fromkeys((*brief.metrics, *brief.final, brief.primary), Role.METRIC)
    roles |= {factor_column(name, said): Role.FACTOR for name, said in brief.factors.items()}
    roles |= {replicate_column(name, brief): Role.REPLICATE for name in brief.replicate}
    roles |= {name: Role(said) for name, said in brief.roles.items() if said != "step" or name in steps}
    there = [column.name for column in columns]
    return {name: RoleDecision(name, role, BY_BRIEF) for name, role in roles.items() if name in there}


def replicate_column(name: str, brief: Brief) -> str:
    """The column of a replicate that the brief names by its factor or by its column."""
    return factor_column(name, brief.factors[name]) if name in brief.factors else name


def _as_keys(
    columns: Sequence[ColumnFacts],
    roles: Sequence[RoleDecision],
    keys: Mapping[str, str],
    decided: Mapping[str, RoleDecision],
) -> tuple[RoleDecision, ...]:
    """The roles, numbers by which histories name their curves as names of runs or factors and no metrics."""
    return tuple(
        _key_role(column, keys[column.name])
        if decision.role in MEASURED and column.name in keys and column.name not in decided
        else decision
        for column, decision in zip(columns, roles, strict=True)
    )


def _key_role(column: ColumnFacts, history: str) -> RoleDecision:
    is_name = column.is_unique and not is_factor_name(column.words)
    return RoleDecision(column.name, Role.IDENTITY if is_name else Role.FACTOR, f"it names the curves of {history}")


def _as_declared(
    columns: Sequence[ColumnFacts], roles: Sequence[RoleDecision], brief: Brief
) -> tuple[RoleDecision, ...]:
    """Where the brief declares factors, no others are taken for one."""
    if not brief.factors:
        return tuple(roles)
    return tuple(
        _not_a_factor(column) if decision.role is Role.FACTOR and decision.why != BY_BRIEF else decision
        for column, decision in zip(columns, roles, strict=True)
    )


def _not_a_factor(column: ColumnFacts) -> RoleDecision:
    if column.is_constant:
        return RoleDecision(column.name, Role.CONSTANT, f"every row holds {column.text[0]}")
    return RoleDecision(column.name, Role.TEXT, "the brief names the factors, and this is none of them")


def _missing_columns(columns: Sequence[ColumnFacts], brief: Brief) -> list[Problem]:
    """A problem for every factor and replicate of the brief that has no column."""
    there = [column.name for column in columns]
    declared = {
        f"The factor {name} is in": factor_column(name, said)
        for name, said in brief.factors.items()
        if not said.pattern
    }
    declared |= {f"The replicate {name} is in": replicate_column(name, brief) for name in brief.replicate}
    absent = [(what, column) for what, column in declared.items() if column not in there]
    return [_no_column(f"{what} {column}", column, there) for what, column in absent] if there else []


def _no_steps(brief: Brief, steps: AbstractSet[str]) -> list[Problem]:
    """A problem for every column that the brief calls a step and by which no curve goes on."""
    absent = [name for name, role in brief.roles.items() if role == "step" and name not in steps]
    return [Problem(BRIEF, f"No curve that goes on by {name} can be read.", "it is no step") for name in absent]


def _no_column(what: str, column: str, there: Sequence[str]) -> Problem:
    near = get_close_matches(column, there, n=2, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else "."
    return Problem(BRIEF, f"{what}, which is no column{hint}", "the factor was left out")


def _unreadable(columns: Sequence[ColumnFacts], roles: Sequence[RoleDecision], file: str) -> list[Problem]:
    """A problem for every metric that holds fields which are no numbers."""
    measured = {decision.column for decision in roles if decision.role in MEASURED}
    return [p for column in columns if column.name in measured and (p := unreadable(column, file))]


def numbers_in(table: RunTable, names: Mapping[str, object]) -> dict[str, pl.Expr]:
    """For numeric columns that stay text, their number as an expression."""
    numeric = [column.name for column in table.columns if column.is_numeric and column.name in names]
    return {name: pl.col(name).cast(pl.Float64, strict=False) for name in numeric}
