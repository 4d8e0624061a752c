"""Derived metrics: scalar SQL expressions over the columns of a row, in whatever order they name each other.

`CASE WHEN family = 'raw' THEN a ELSE b END`, `kl / recon`, `"time (s)" / 60`. A formula sees one row at a time:
aggregates, windows and sub-queries are refused, so that no average hides in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter

from sweeplens.data.problems import Problem
from sweeplens.errors import FormulaError
from sweeplens.lazy import pl

FUNCTIONS = frozenset(
    """
    abs acos asin atan atan2 cast cbrt ceil ceiling char_length coalesce concat cos degrees div ends_with exp floor
    greatest if ifnull initcap least left length ln log10 log1p log2 lower ltrim mod nullif pi pow power radians
    regexp_like replace reverse right round rtrim sign sin sqrt starts_with strpos substr substring tan trim try_cast
    upper
    """.split()  # noqa: SIM905  read as a list of words
)
"""Functions of one row."""

LONGEST = 2_000
"""Characters; a longer formula is nested deeper than an expression can be read."""
_KEYWORDS = frozenset(
    ("and", "or", "not", "in", "when", "then", "else", "case", "between", "like", "ilike", "is", "as")
)
"""Words that may stand before a bracket and call nothing."""
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`")
_CALL = re.compile(r"([A-Za-z_]\w*)\s*\(")
_FORBIDDEN = re.compile(r"\b(over|select|from|exists)\b|;|--|/\*", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Formula:
    """A derived metric that can be evaluated."""

    name: str
    expression: pl.Expr
    inputs: frozenset[str]
    """Columns and other derived metrics that the expression names."""


@lru_cache(maxsize=512)
def parsed(name: str, text: str) -> Formula:
    """The formula written `text`; `FormulaError` where it is not an expression over one row."""
    if len(text) > LONGEST:
        raise FormulaError(f"The formula of {name} is longer than {LONGEST:,} characters; split it into several.")
    bare = _QUOTED.sub(" ? ", text)
    outside = next((f for f in _CALL.findall(bare) if f.lower() not in FUNCTIONS | _KEYWORDS), None)
    if outside:
        raise FormulaError(f"The formula of {name} calls {outside}, which is not a function of one row.")
    forbidden = _FORBIDDEN.search(bare)
    if forbidden:
        raise FormulaError(
            f"The formula of {name} holds `{forbidden.group()}`; a formula is an expression over one row."
        )
    if _is_list(bare):
        raise FormulaError(f"The formula of {name} is a list; a formula is one expression.")
    try:
        expression = pl.sql_expr(text)
    except pl.exceptions.PolarsError as error:
        raise FormulaError(f"The formula of {name} cannot be read: {_first_line(error)}.") from error
    return Formula(name, expression, frozenset(expression.meta.root_names()))


def _is_list(bare: str) -> bool:
    """Whether a comma stands outside all brackets."""
    depth = 0
    for character in bare:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            return True
    return False


def in_order(formulas: Iterable[Formula]) -> tuple[Formula, ...]:
    """The formulas, each after those that it names; `FormulaError` names the members of a circle."""
    known = {formula.name: formula for formula in formulas}
    if circle := _circle(known):
        raise FormulaError(_circle_sentence(circle))
    return tuple(known[name] for name in TopologicalSorter(_graph(known)).static_order())


def planned(texts: Mapping[str, str], file: str) -> tuple[tuple[Formula, ...], tuple[Problem, ...]]:
    """The formulas that can be evaluated, in an order in which they can be, and a problem for each of the others."""
    tried = {name: _attempted(name, text) for name, text in texts.items()}
    known = {name: formula for name, formula in tried.items() if isinstance(formula, Formula)}
    problems = [Problem(file, str(e), "the metric was left out") for e in tried.values() if isinstance(e, FormulaError)]
    while circle := _circle(known):
        problems.append(Problem(file, _circle_sentence(circle), "they were left out"))
        known = {name: formula for name, formula in known.items() if name not in circle}
    return in_order(known.values()), tuple(problems)


def _attempted(name: str, text: str) -> Formula | FormulaError:
    try:
        return parsed(name, text)
    except FormulaError as error:
        return error


def _graph(formulas: Mapping[str, Formula]) -> dict[str, list[str]]:
    return {name: sorted(formula.inputs & formulas.keys()) for name, formula in formulas.items()}


def _circle(formulas: Mapping[str, Formula]) -> list[str]:
    """Formulas that need each other, the first one again at the end; empty where there is no circle."""
    try:
        TopologicalSorter(_graph(formulas)).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def _circle_sentence(circle: list[str]) -> str:
    return f"Derived metrics need each other in a circle: {' → '.join(circle)}."


@dataclass(frozen=True, eq=False)
class Derivation:
    """A frame with the derived columns that its own columns allow."""

    frame: pl.LazyFrame
    names: tuple[str, ...]
    """The Float64 columns that were added."""
    refused: Mapping[str, str]
    """A sentence for each formula that could not be evaluated."""


def derived(
    frame: pl.LazyFrame,
    formulas: Iterable[Formula],
    numbers: Mapping[str, pl.Expr],
    probe: pl.DataFrame | None = None,
) -> Derivation:
    """`frame` with a column for each formula.

    `numbers` gives, for text columns whose levels are all numbers, that number: arithmetic uses it, a comparison with
    text the text. Each formula is tried on the rows of `probe`: only those of `frame` itself show what its texts do not
    allow; without them a row of nulls shows what its types do not.
    """
    names: list[str] = []
    refused: dict[str, str] = {}
    probe = _row_of_nulls(frame) if probe is None else probe
    for formula in formulas:
        absent = sorted(formula.inputs - set(probe.columns))
        swapped = None if absent else _swapped(probe, formula, numbers)
        if swapped is None:
            refused[formula.name] = _why_not(formula, absent, probe.columns, refused)
        else:
            frame = _with(frame, formula, swapped)
            probe = _with(probe.lazy(), formula, swapped).collect()
            names.append(formula.name)
    return Derivation(frame, tuple(names), refused)


def _row_of_nulls(frame: pl.LazyFrame) -> pl.DataFrame:
    """One row of the frame's types, on which a formula shows whether it can be evaluated."""
    return pl.DataFrame({name: pl.Series([None], dtype=kind) for name, kind in frame.collect_schema().items()})


def _swapped(probe: pl.DataFrame, formula: Formula, numbers: Mapping[str, pl.Expr]) -> Mapping[str, pl.Expr] | None:
    """The text columns that have to be numbers for the formula to be evaluated; None where nothing helps."""
    used = {name: number for name, number in numbers.items() if name in formula.inputs}
    for swapped in (used, {}) if used else ({},):
        with suppress(pl.exceptions.PolarsError):
            if _gives_numbers(probe, formula, swapped):
                return swapped
    return None


def _gives_numbers(probe: pl.DataFrame, formula: Formula, swapped: Mapping[str, pl.Expr]) -> bool:
    """Whether the formula gives numbers or truth values; raises `PolarsError` where it cannot be evaluated."""
    value = probe.with_columns(**swapped).select(formula.expression.alias(formula.name)).to_series()
    return value.dtype.is_numeric() or value.dtype in (pl.Boolean, pl.Null)


def _with(frame: pl.LazyFrame, formula: Formula, swapped: Mapping[str, pl.Expr]) -> pl.LazyFrame:
    """`frame` with the formula's column, evaluated while the columns of `swapped` are numbers."""
    value = formula.expression.cast(pl.Float64).alias(formula.name)
    if not swapped:
        return frame.with_columns(value)
    texts = {f"sweeplens:{name}": pl.col(name) for name in swapped}
    back = {name: pl.col(f"sweeplens:{name}") for name in swapped}
    return (
        frame.with_columns(**texts).with_columns(**swapped).with_columns(value).with_columns(**back).drop(list(texts))
    )


def _why_not(formula: Formula, absent: list[str], there: list[str], refused: Mapping[str, str]) -> str:
    if not absent:
        return f"The formula of {formula.name} does arithmetic with text, or gives text in place of a number."
    name = absent[0]
    if name in refused:
        return f"The formula of {formula.name} names {name}, which could not be derived."
    near = get_close_matches(name, there, n=2, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else "."
    return f"The formula of {formula.name} names {name}, which is no column{hint}"


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0].rstrip(".")
