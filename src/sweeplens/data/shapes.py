"""How a table of metrics against a step is laid out: its step, the keys of its curves, its metrics; long or wide."""

from __future__ import annotations

from collections.abc import Collection as Container
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sweeplens.data.brief import RoleName
from sweeplens.data.collecting import collected
from sweeplens.data.collection import MEASURED, NAMING, Role
from sweeplens.data.columns import ColumnFacts
from sweeplens.data.formats.names import unique_names
from sweeplens.data.names import is_factor_name, is_metric_name, is_replicate, step_rank, words_of
from sweeplens.data.roles import decide_roles
from sweeplens.data.tablefile import TableFile
from sweeplens.lazy import pl

NAME_COLUMNS = frozenset(
    ("metric", "metric_name", "name", "tag", "variable", "measure", "loss", "key", "quantity", "scalar")
)
SURE_NAME_COLUMNS = frozenset(("metric", "metric_name", "measure", "quantity"))
"""Of these the ones that mean nothing else, so that a table without steps is long as well."""
VALUE_COLUMNS = frozenset(("value", "values", "val", "metric_value"))
"""Columns of a long table: which metric a row is of, and its value."""
PARALLEL = (("xs", "ys"), ("x", "y"))
"""Names of arrays side by side, of which the first counts the steps of the second."""
MOST_NAMES = 1_000
NO_ROLES: Mapping[str, RoleName] = MappingProxyType({})
_ROWS = "sweeplens:rows"


@dataclass(frozen=True)
class Shape:
    """How a table of curves is laid out."""

    step: str
    keys: tuple[str, ...]
    metrics: tuple[str, ...]
    name_column: str = ""
    """In a long table the column that names the metric; empty in a wide one."""
    value_column: str = ""
    why: str = ""
    written: tuple[str, ...] = ()
    """In a long table what its rows call the metrics: some may be called as a key or the step."""


def shape_of(
    table: TableFile, keys: Container[str] = (), step: str = "", roles: Mapping[str, RoleName] = NO_ROLES
) -> Shape | None:
    """How the table holds curves; None where it holds none.

    `roles` are what columns are said to be; `keys` are further ones that are known to name curves. `step` is the step
    column, where it is known, else the one that `roles` calls so: it is believed even where no curve has gone on yet.
    """
    columns, said = table.columns, {name: Role(role) for name, role in roles.items()}
    known = next((c.name for c in columns if c.name == step or (said.get(c.name) is Role.STEP and c.is_numeric)), "")
    step = known or _step_column(_open_to(columns, said), keys)
    if not step or table.frame.height == 0:
        return None
    name, value = _long_columns(_open_to(columns, said))
    decided = {decision.column: decision.role for decision in decide_roles(columns)} | said
    sure = {column.name for column in columns if column.name in keys or column.name in said}
    naming = [column for column in _open_to(columns, said, *NAMING) if column.name not in (step, name)]
    own = _keys(table, naming, decided, sure, tuple(filter(None, (step, name))))
    if not known and not _goes_on(table, own, step, name):
        return None
    written = _names_in(table, name) if name else ()
    measured = [column for column in _open_to(columns, said, *MEASURED) if column.name not in (step, *own)]
    metrics = _told_apart(written, (*own, step)) if name else _metrics(measured, decided, said)
    why = f"{step} goes on for each {', '.join(own)}" if own else f"{step} goes on from row to row"
    return Shape(step, own, metrics, name, value, why, written) if metrics else None


def _open_to(columns: Sequence[ColumnFacts], said: Mapping[str, Role], *roles: Role) -> list[ColumnFacts]:
    """The columns that may have one of some roles: nothing else is said of them."""
    return [column for column in columns if column.name not in said or said[column.name] in roles]


def _told_apart(written: Sequence[str], taken: Sequence[str]) -> tuple[str, ...]:
    """Names of metrics that no column in `taken` has, with a number behind those that one has."""
    return unique_names((*taken, *written))[len(taken) :]


def _step_column(columns: Sequence[ColumnFacts], keys: Container[str]) -> str:
    """The column that counts on: by its name, and by having the most distinct values among those."""
    named = [column for column in columns if column.name not in keys and step_rank(column.key) is not None]
    steps = [column for column in named if column.is_numeric and column.distinct > 1]
    most = max((column.distinct for column in steps), default=0)
    best = [column for column in steps if column.distinct == most]
    if best:
        return min(best, key=lambda column: step_rank(column.key) or 0).name
    names = {column.name for column in columns}
    parallel = next((pair for pair in PARALLEL if names.issuperset(pair)), ())
    return parallel[0] if parallel and all(c.is_numeric for c in columns if c.name in parallel) else ""


def _long_columns(columns: Sequence[ColumnFacts]) -> tuple[str, str]:
    """The columns of metric names and of values in a long table; empty in a wide one."""
    names = [column for column in columns if column.key in NAME_COLUMNS and not column.is_numeric]
    values = [column for column in columns if column.key in VALUE_COLUMNS and column.is_numeric]
    return (names[0].name, values[0].name) if len(names) == 1 and len(values) == 1 else ("", "")


def _keys(
    table: TableFile,
    columns: Sequence[ColumnFacts],
    roles: Mapping[str, Role],
    known: Container[str],
    others: tuple[str, ...],
) -> tuple[str, ...]:
    """Those of `columns` that name the curve a row belongs to.

    Known ones, text that repeats and replicates; a number with the name of a setting only where without it a step would
    occur twice in a curve (a learning rate that is logged is measured). `others` are the step, and in a long table the
    column of names.
    """
    sure, possible = [], []
    for column in columns:
        is_text = not column.is_numeric and roles[column.name] in (Role.FACTOR, Role.CONSTANT, Role.IDENTITY)
        if column.name in known or is_text or is_replicate(column.key, column.words):
            sure.append(column.name)
        elif column.is_numeric and is_factor_name(column.words) and column.present == column.rows:
            possible.append(column.name)
    for candidate in possible:
        if _repeats(table, [*sure, *others]) > _repeats(table, [*sure, *others, candidate]):
            sure.append(candidate)
    return tuple(column.name for column in columns if column.name in sure)


def _repeats(table: TableFile, columns: Sequence[str]) -> int:
    """How many rows agree in `columns` with an earlier row; numbers count as numbers."""
    numbers = [column.name for column in table.columns if column.is_numeric and column.name in columns]
    everything = table.scan([name for name in columns if name not in numbers], numbers)
    different = everything.group_by(columns).len(_ROWS)
    counts = different.select(pl.col(_ROWS).sum() - pl.len())
    return int(collected(counts, table.name).item())


def _distinct(table: TableFile, columns: Sequence[str]) -> int:
    """How many different rows there are in `columns`, among those that were read."""
    return table.frame[columns[0]].n_unique() if len(columns) == 1 else table.frame.n_unique(columns)


def _goes_on(table: TableFile, keys: Sequence[str], step: str, name_column: str) -> bool:
    """Whether some curve has more than one step, and curves rather than rows repeat."""
    curves = [*keys, name_column] if name_column else list(keys)
    count = _distinct(table, curves) if curves else 1
    points = _distinct(table, [*curves, step])
    return points >= 2 * count or (points > count and not table.is_whole)


def _names_in(table: TableFile, name_column: str) -> tuple[str, ...]:
    """The metrics that a long table names, in the order in which they appear."""
    column = table.frame if table.is_whole else table.scan([name_column], [])
    distinct = column.lazy().select(name_column).unique(maintain_order=True)
    names = collected(distinct, table.name).to_series().drop_nulls()
    return tuple(str(name).strip() for name in names.head(MOST_NAMES))


def _metrics(columns: Sequence[ColumnFacts], roles: Mapping[str, Role], said: Container[str]) -> tuple[str, ...]:
    """The numeric ones among the columns that are neither counters nor clocks, or are `said` to be measured."""
    return tuple(
        column.name
        for column in columns
        if column.is_numeric
        and column.present
        and roles[column.name] not in (Role.TIME, Role.IDENTITY)
        and (column.name in said or step_rank(column.key) is None or is_metric_name(column.words))
    )


def runs_in(table: TableFile) -> pl.DataFrame:
    """The runs that a table without curves holds; one that is long, a row a run and metric, is made wide."""
    frame = table.whole().frame
    name, value = _long_columns(table.columns)
    keys = [column for column in frame.columns if column not in (name, value)]
    is_long = bool(keys) and words_of(name) and "_".join(words_of(name)) in SURE_NAME_COLUMNS
    if not is_long or frame.select(*keys, name).is_duplicated().any():
        return frame
    metrics = frame[name].drop_nulls().unique(maintain_order=True).head(MOST_NAMES).to_list()
    values = [
        pl.col(value).filter(pl.col(name) == metric).last().alias(called)
        for metric, called in zip(metrics, _told_apart(metrics, keys), strict=True)
    ]
    return frame.group_by(keys, maintain_order=True).agg(values)
