"""Numbers written with a decimal comma."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sweeplens.data.collecting import Table, aggregated
from sweeplens.data.names import is_list_name, words_of
from sweeplens.lazy import pl

_MARK = r"[.' \u00a0\u202f]"
"""What parts thousands where a comma stands before the decimals."""
_GROUPED = rf"[1-9]\d{{0,2}}(?:{_MARK}\d{{3}})+"
_NUMBER = rf"[+\-−]?(?:(?:(?:{_GROUPED}|\d*),\d+|\d+)(?:e[+\-]?\d+)?|{_GROUPED}|nan|inf)"
_CELL = rf"(?i)^{_NUMBER}\s?%?(?:\s*(?:±|\+/-)\s*{_NUMBER})?\s?%?$"
_DIGIT_FIRST = r"^[+\-−]?[\d.,]"
_DECIMAL = r"(?:^|\D)\d*,(?:\d{1,2}|\d{4,})(?:\D|$)|(?:^|\D)0?,\d"
"""A comma that cannot part thousands."""
_NO_LIST = r"(?:^|\D)\d*,\d{4,}(?:\D|$)|(?:^|\D)0?,\d{3,}|\d,0\d(?:\D|$)|\d,\d{1,2}\s?(?:[%eE±]|\+/-)"
"""A comma that cannot part two whole numbers of a list either, as that of `64,32` may."""
_POINTED = r"^[+\-−]?(?:\d+\.(?:\d{1,2}|\d{4,})|0?\.\d+)(?:[eE][+\-]?\d+)?%?$"
"""A number with a decimal point."""


@dataclass(frozen=True)
class Commas:
    """What the columns of a table mean by the commas in their numbers."""

    decimal: tuple[str, ...] = ()
    """The columns in which they stand before decimals."""
    doubtful: Mapping[str, str] = field(default_factory=dict)
    """The columns in which they may stand before decimals or part thousands, and nothing in the table says which, each
    with its first field that has one."""


@dataclass(frozen=True)
class _Signs:
    """What the fields of one column show."""

    is_written_so: bool
    """There are numbers, and whatever begins as one is whole or has a comma, and has no point but between thousands."""
    is_decimal: bool
    is_no_list: bool


def commas_in(table: Table, separator: str) -> Commas:
    """What commas mean in the columns of a table of text, over all of its rows.

    A table is written in one way: where some number has a decimal point, a comma is a decimal one only where it can be
    nothing else. Where none has, and some comma cannot part thousands, all commas are decimal ones; where commas part
    the fields too, pairs of whole numbers stay lists in a column that is called so (`sizes`). Where every comma may
    part thousands, it does, unless semicolons part the fields, as they do where the comma is taken.
    """
    first = aggregated(table, [pl.all().filter(pl.all().str.contains(",", literal=True)).first()])
    signs = _signs(table, [name for name, field in first.items() if field])
    written = [name for name, sign in signs.items() if sign.is_written_so]
    if not written:
        return Commas()
    if any(_any(table, pl.all().str.contains(_POINTED)).values()):
        return Commas(tuple(name for name in written if signs[name].is_no_list))
    doubtful = {name: first[name] for name in written if not signs[name].is_decimal}
    lists = {name for name in written if separator == "," and _are_lists(name, signs[name])}
    decimal = tuple(name for name in written if name not in lists)
    if doubtful.keys() < set(decimal):
        return Commas(decimal)
    return Commas(decimal if separator == ";" else (), doubtful)


def _are_lists(name: str, signs: _Signs) -> bool:
    """Whether pairs of whole numbers in a column are lists rather than decimals."""
    return signs.is_decimal and not signs.is_no_list and is_list_name(words_of(name))


def _signs(table: Table, names: Sequence[str]) -> dict[str, _Signs]:
    if not names:
        return {}
    text = pl.col(names)
    is_number = text.str.contains(_CELL)
    number = _any(table, is_number)
    other = _any(table, text.str.contains(_DIGIT_FIRST) & ~is_number)
    decimal, no_list = (_any(table, text.str.contains(sign)) for sign in (_DECIMAL, _NO_LIST))
    return {name: _Signs(number[name] and not other[name], decimal[name], no_list[name]) for name in names}


def _any(table: Table, sign: pl.Expr) -> dict[str, bool]:
    """For each column whether any field shows a sign."""
    return aggregated(table, [sign.fill_null(False).any()])


def pointed(text: pl.Expr) -> pl.Expr:
    """A column with decimal points in place of commas, in the fields that are numbers."""
    with_point = text
    for _ in range(2):  # a match ends where the next one begins, so that every other mark is found at first
        with_point = with_point.str.replace_all(rf"(\d){_MARK}(\d{{3}})", "$1$2")
    return pl.when(text.str.contains(_CELL)).then(with_point.str.replace_all(",", ".", literal=True)).otherwise(text)
