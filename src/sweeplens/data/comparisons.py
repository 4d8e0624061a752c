"""A comparison over one column, as a polars expression that is true or false and never null."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from sweeplens.data.collection import RUNS_IN_CELL, STATUS, Status
from sweeplens.data.query import Compare, Operator
from sweeplens.errors import QueryError
from sweeplens.lazy import pl

ORDERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_CLOSE = 1e-12
"""Numbers apart by less than this share of themselves are equal: what is typed is decimal, what is stored binary."""


def either(parts: Iterable[pl.Expr]) -> pl.Expr:
    """Whether some part is true; false where there is no part."""
    return reduce(operator.or_, parts, pl.lit(False))


def one_of(column: pl.Expr, texts: Iterable[str]) -> pl.Expr:
    """Whether the column holds one of `texts`."""
    return column.is_in(list(texts)).fill_null(False)


def written_number(value: str) -> float | None:
    """The number that `value` is written as (`.01`, `1e-2`); None where it is no number."""
    try:
        return float(value)
    except ValueError:
        return None


def required_number(where: Compare, value: str) -> float:
    """The number that `value` is written as; `QueryError` names the comparison where it is none."""
    number = written_number(value)
    if number is None:
        raise QueryError(f"{where.name}{where.operator} compares numbers; {value} is not one.")
    return number


def number_condition(column: pl.Expr, where: Compare) -> pl.Expr:
    """A comparison of numbers; missing and NaN stand nowhere, infinities where they belong."""
    if where.is_pattern or where.operator == "~":
        raise QueryError(f"{where.name} holds numbers, which {where.operator} cannot look into; use = < <= > or >=.")
    if where.operator not in ORDERS:
        return either(_equals(column, where, value) for value in where.values)
    limit = required_number(where, where.values[0])
    beside: pl.Expr = ORDERS[where.operator](column, limit) & column.is_not_nan()
    return beside.fill_null(False)


def _equals(column: pl.Expr, where: Compare, value: str) -> pl.Expr:
    """Whether the column holds this number; `nan` is NaN, and no text at all is missing."""
    if not value:
        return column.is_null()
    number = required_number(where, value)
    if number != number:
        return column.is_nan().fill_null(False)
    same = (column == number) | ((column - number).abs() <= _CLOSE * min(abs(number), 1e300))
    return same.fill_null(False)


def text_condition(column: pl.Expr, where: Compare) -> pl.Expr:
    """A comparison of text; by the number it is written as, where a number is asked for."""
    if where.is_pattern:
        return column.str.contains(where.values[0]).fill_null(False)
    if where.operator == "~":
        folded = column.str.to_lowercase()
        return either(folded.str.contains(part.lower(), literal=True).fill_null(False) for part in where.values)
    if where.operator not in ORDERS:
        return either(_same_text(column, value) for value in where.values)
    value = where.values[0]
    if written_number(value) is not None:
        return number_condition(column.cast(pl.Float64, strict=False), where)
    beside: pl.Expr = ORDERS[where.operator](column, pl.lit(value))
    return beside.fill_null(False)


def _same_text(column: pl.Expr, value: str) -> pl.Expr:
    """Whether the column holds this text, or another way to write its number; no text at all is missing."""
    if not value:
        return (column.is_null() | (column == "")).fill_null(False)
    number = written_number(value)
    same = one_of(column, [value])
    return same if number is None else same | (column.cast(pl.Float64, strict=False) == number).fill_null(False)


def status_condition(where: Compare) -> pl.Expr:
    """`status:missing,diverged`: the status of the run's cell."""
    known = [status.value for status in Status]
    if where.operator not in ("=", ":") or where.is_pattern or not set(where.values) <= set(known):
        raise QueryError(f"status: is one of {', '.join(known)}.")
    return one_of(pl.col(STATUS), where.values)


def runs_condition(where: Compare) -> pl.Expr:
    """`n:3`, `n:<3`, `n<3`: how many runs the cell holds."""
    column = pl.col(RUNS_IN_CELL).cast(pl.Float64)
    if where.operator != ":":
        return number_condition(column, where)
    return either(number_condition(column, _counted(value)) for value in where.values)


def _counted(value: str) -> Compare:
    """`<3` as a comparison."""
    count = value.lstrip("<>=")
    sign: dict[str, Operator] = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}
    return Compare("n", sign.get(value[: len(value) - len(count)], "="), (count.strip(),))
