"""The head of a table: which rows name the columns, and what the columns are called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sweeplens.data.formats.names import name_notes, unique_names
from sweeplens.data.numerals import UNITS, is_missing, may_be_number
from sweeplens.text import plural

Row = Sequence[str]

LOOKED_AT = 40
"""How many rows of a table are enough to tell its head."""
_UNIT = re.compile(rf"[(\[]?\s*(?:{UNITS}|[a-zA-Z]{{1,2}}(?:/[a-zA-Z]{{1,2}})?)\s*[)\]]?")
_YEARS = range(1900, 2101)
_COMMENT = ("#", "%", "//")


@dataclass(frozen=True)
class Head:
    """What the first rows of a table say."""

    names: tuple[str, ...]
    """One for each column, stripped, never empty, no two alike."""
    rows: int
    """How many rows stand before the first one of data."""
    notes: tuple[str, ...] = ()
    """Sentences about what was not as usual."""
    has_names: bool = True
    """False where the first row is data already."""


def head_of(rows: Sequence[Row]) -> Head:
    """The names of a table's columns, from its first rows: fields as text, comment lines and titles included."""
    skipped, notes = _preamble(rows)
    table = rows[skipped:]
    if not table:
        return Head((), skipped, notes)
    depth = _depth(table)
    if (commented := _commented_names(rows, skipped)) is not None:
        raw, depth = commented, 0
    elif depth == 0:
        raw, notes = [""] * len(table[0]), (*notes, "The first row is data: no column has a name.")
    else:
        raw = table[0] if depth == 1 else _merged(table[:depth])
        notes = (*notes, f"The names of the columns stand in {depth} rows.") if depth > 1 else notes
    raw = _widened(raw, table[depth:])
    head = Head(unique_names(raw), skipped + depth, (*notes, *name_notes(raw)))
    return replace(head, has_names=any(name.strip() for name in raw))


def _preamble(rows: Sequence[Row]) -> tuple[int, tuple[str, ...]]:
    """How many rows of comments and titles stand before the table, and a note where there are any."""
    lengths = Counter(len(row) for row in rows if not _is_comment(row))
    width = max(lengths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))[0]
    at = 0
    while at < len(rows) - 1 and (_is_comment(rows[at]) or _is_title(rows[at], width)):
        at += 1
    return at, ((f"{plural(at, 'line')} of comment before the table.",) if at else ())


def _is_comment(row: Row) -> bool:
    return bool(row) and row[0].startswith(_COMMENT) and not may_be_number(row[0])


def _is_title(row: Row, width: int) -> bool:
    """Whether a row says one thing where the table has several columns."""
    if width < 2 or not row or not row[0].strip() or may_be_number(row[0]):
        return False
    return len(row) == 1 or (width > 2 and not any(field.strip() for field in row[1:]))


def _commented_names(rows: Sequence[Row], skipped: int) -> Row | None:
    """The names in the last comment line, where the row below it is data already."""
    if not skipped or not _is_comment(rows[skipped - 1]) or not any(map(may_be_number, rows[skipped])):
        return None
    names = list(rows[skipped - 1])
    names[0] = names[0].lstrip("#%/ ")
    names = names[1:] if not names[0] and len(names) == len(rows[skipped]) + 1 else names
    return names if len(names) == len(rows[skipped]) and not any(map(may_be_number, names)) else None


def _depth(table: Sequence[Row]) -> int:
    """How many rows of names a table has."""
    for depth in (3, 4):
        if len(table) > depth and _names_the_rows(table[depth - 1]) and _are_levels(table[: depth - 1]):
            return depth
    if len(table) > 2 and _has_second_row(table):
        return 2
    return 0 if _starts_with_data(table) else 1


def _names_the_rows(row: Row) -> bool:
    """Whether a row names its first columns and no other, as pandas writes below names of several levels."""
    named = _index_width(row)
    return 0 < named < len(row) - 1 and not any(field.strip() for field in row[named:])


def _index_width(row: Row) -> int:
    """How many fields are filled before the first empty one."""
    return next((at for at, field in enumerate(row) if not field.strip()), len(row))


def _are_levels(rows: Sequence[Row]) -> bool:
    """Whether rows are names of several levels: the first one spans columns, the others are words or whole numbers."""
    labels = [field.strip() for row in rows[1:] for field in row[1:] if field.strip()]
    return _groups(rows[0]) and all(label.isdecimal() or not may_be_number(label) for label in labels)


def _has_second_row(table: Sequence[Row]) -> bool:
    first, second, below = table[0], table[1], table[2:]
    numeric = [at for at in range(len(first)) if _is_numeric(below, at)]
    if (
        not numeric
        or len(second) != len(first)
        or any(may_be_number(row[at]) for row in (first, second) for at in numeric)
    ):
        return False
    return _are_units(second) or (_groups(first) and all(second[at].strip() for at in numeric))


def _is_numeric(rows: Sequence[Row], at: int) -> bool:
    """Whether a column holds numbers in these rows, and nothing else."""
    fields = [row[at] for row in rows if at < len(row) and not is_missing(row[at])]
    return bool(fields) and all(map(may_be_number, fields))


def _groups(names: Row) -> bool:
    """Whether names span several columns: gaps behind them, or the same one again and again."""
    inner = [name.strip() for name in names[1:]]
    named = [name for name in inner if name]
    return 0 < len(named) < len(inner) or len(set(named)) < len(named)


def _are_units(row: Row) -> bool:
    filled = [field.strip() for field in row if field.strip("[]() -")]
    return bool(filled) and all(_UNIT.fullmatch(field) for field in filled)


def _starts_with_data(table: Sequence[Row]) -> bool:
    """Whether the first row is data: numbers stand in it where numbers stand below, and they are no names.

    Whole numbers are names where they count from 0, are years, have fractions below them, or stand beside names that
    do not come again.
    """
    first, below = table[0], table[1:]
    if not below:
        return all(map(may_be_number, first))
    numeric = [at for at in range(len(first)) if _is_numeric(below, at)]
    numbers = [first[at].strip() for at in numeric]
    if not numbers or not all(map(may_be_number, numbers)):
        return False
    if not all(text.isdecimal() for text in numbers):
        return True
    if len(numbers) < len(first):
        return any(_recurs(table, at) for at in range(len(first)) if at not in numeric)
    whole = [int(text) for text in numbers]
    if whole == list(range(len(whole))) or all(year in _YEARS for year in whole):
        return False
    return len(below) < 2 or not all("." in field for row in below for field in row)


def _recurs(table: Sequence[Row], at: int) -> bool:
    """Whether the first row's text stands in the same column again."""
    return bool(table[0][at].strip()) and any(at < len(row) and row[at] == table[0][at] for row in table[1:])


def _merged(rows: Sequence[Row]) -> list[str]:
    """Names of several rows as one: `group/name`, or `name (unit)`."""
    if len(rows) == 1:
        return list(rows[0])
    *upper, lowest = rows
    if _names_the_rows(lowest):
        named = _index_width(lowest)
        return [*(name.strip() for name in lowest[:named]), *_merged(upper)[named:]]
    if len(rows) == 2 and _are_units(lowest) and not _groups(upper[0]):
        return [_with_unit(name, unit) for name, unit in zip(upper[0], lowest, strict=True)]
    width = max(map(len, rows))
    levels = [*(_spread_out(row, width) for row in upper), [*(name.strip() for name in lowest), *[""] * width][:width]]
    return ["/".join(dict.fromkeys(part for part in parts if part)) for parts in zip(*levels, strict=True)]


def _with_unit(name: str, unit: str) -> str:
    bare = unit.strip(" ()[]-")
    return f"{name.strip()} ({bare})" if bare else name


def _spread_out(names: Row, width: int) -> list[str]:
    """Each name carried on over the gaps behind it."""
    filled, current = [], ""
    for name in (*names, *[""] * (width - len(names))):
        current = "" if name.startswith("Unnamed: ") else name.strip() or current
        filled.append(current)
    return filled


def _widened(names: Row, below: Sequence[Row]) -> Row:
    """As many names as all rows have fields: one more before row names, others behind; less one behind a last comma."""
    widths = {len(row) for row in below}
    more = min(widths, default=0) - len(names)
    if len(widths) != 1 or more == 0 or (more < 0 and any(name.strip() for name in names[more:])):
        return names
    if more == 1 and any(row[-1].strip() for row in below):
        return ["", *names]
    return [*names, *[""] * more] if more > 0 else names[:more]
