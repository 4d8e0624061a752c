"""The head of a table: which rows name the columns, and what the columns are called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sweeplens.data.numerals import UNITS, is_missing, is_number

Row = Sequence[str]

_UNIT = re.compile(rf"[(\[]?\s*(?:{UNITS}|[a-zA-Z]{{1,3}}(?:/[a-zA-Z]{{1,3}})?)\s*[)\]]?")
_YEARS = range(1900, 2101)


@dataclass(frozen=True)
class Head:
    """What the first rows of a table say."""

    names: tuple[str, ...]
    """One for each column, stripped, never empty, no two alike."""
    rows: int
    """How many rows stand before the first one of data."""
    notes: tuple[str, ...] = ()
    """Sentences about what was not as usual."""


def head_of(rows: Sequence[Row]) -> Head:
    """The names of the columns, from a table's first rows (as text, comment lines included)."""
    skipped, notes = _preamble(rows)
    table = rows[skipped:]
    if not table:
        return Head((), skipped, notes)
    commented = _commented_head(rows, skipped)
    if commented is not None:
        return _named(commented, skipped, notes)
    depth = _depth(table)
    if depth == 0:
        return _named([""] * len(table[0]), skipped, (*notes, "The first row is data: the file names no columns."))
    if depth == 1:
        return _named(table[0], skipped + 1, notes)
    return _named(_merged(table[:depth]), skipped + depth, (*notes, f"The column names stand in {depth} rows."))


def _preamble(rows: Sequence[Row]) -> tuple[int, tuple[str, ...]]:
    """How many rows of comments and titles stand before the table, and a note where there are any."""
    width = _usual_width(rows)
    at = 0
    while at < len(rows) - 1 and (_is_comment(rows[at]) or _is_title(rows[at], width)):
        at += 1
    counted = "1 line" if at == 1 else f"{at} lines"
    return at, ((f"{counted} of comment before the table.",) if at else ())


def _usual_width(rows: Sequence[Row]) -> int:
    """The number of fields that most rows have."""
    lengths = Counter(len(row) for row in rows if not _is_comment(row))
    return max(lengths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))[0]


def _is_comment(row: Row) -> bool:
    return bool(row) and row[0].startswith(("#", "%", "//")) and not is_number(row[0])


def _is_title(row: Row, width: int) -> bool:
    """Whether a row says one thing where the table has several columns."""
    filled = [field for field in row if field.strip()]
    return (
        width > 1
        and len(filled) == 1
        and bool(row[0].strip())
        and (len(row) == 1 or width > 2)
        and not is_number(row[0])
    )


def _commented_head(rows: Sequence[Row], skipped: int) -> Row | None:
    """The names in the last comment line, where the row after it is data already."""
    if not skipped or not _is_comment(rows[skipped - 1]) or not any(map(is_number, rows[skipped])):
        return None
    last = list(rows[skipped - 1])
    last[0] = last[0].lstrip("#%/ ")
    last = last[1:] if not last[0] and len(last) == len(rows[skipped]) + 1 else last
    return last if len(last) == len(rows[skipped]) and not any(map(is_number, last)) else None


def _depth(table: Sequence[Row]) -> int:
    """How many rows of names a table has."""
    for depth in (2, 3):
        if depth < len(table) and _is_index_name(table[depth]) and len(table) > depth + 1:
            return depth + 1
    if len(table) > 2 and _has_second_row(table):
        return 2
    return 0 if _starts_with_data(table) else 1


def _is_index_name(row: Row) -> bool:
    """Whether a row names the rows' own column and nothing else, as pandas writes below names of several levels."""
    return bool(row[0].strip()) and len(row) > 2 and not any(field.strip() for field in row[1:])


def _has_second_row(table: Sequence[Row]) -> bool:
    first, second, below = table[0], table[1], table[2:]
    numeric = [at for at in range(len(first)) if _is_numeric(below, at)]
    if not numeric or len(second) != len(first) or any(_is_value(first, at) or _is_value(second, at) for at in numeric):
        return False
    return _groups(first) or _are_units(second)


def _is_numeric(rows: Sequence[Row], at: int) -> bool:
    """Whether a column holds numbers in these rows, and nothing else."""
    fields = [row[at] for row in rows if at < len(row) and not is_missing(row[at])]
    return bool(fields) and all(map(is_number, fields))


def _is_value(row: Row, at: int) -> bool:
    return at < len(row) and is_number(row[at])


def _groups(names: Row) -> bool:
    """Whether names span several columns: gaps behind them, or the same one again and again."""
    inner = [name.strip() for name in names[1:]]
    named = [name for name in inner if name]
    return 0 < len(named) < len(inner) or len(set(named)) < len(named)


def _are_units(row: Row) -> bool:
    filled = [field.strip() for field in row if field.strip() not in ("", "-")]
    return bool(filled) and all(_UNIT.fullmatch(field) for field in filled)


def _starts_with_data(table: Sequence[Row]) -> bool:
    """Whether the first row is data: numbers stand in it where numbers stand below, and they are no row of levels."""
    first, below = table[0], table[1:]
    numeric = [at for at in range(len(first)) if _is_numeric(below, at)]
    numbers = [first[at] for at in numeric]
    if not numbers or not all(map(is_number, numbers)):
        return not below and len(first) > 0 and all(map(is_number, first))
    if any(not text.strip().isdecimal() for text in numbers):
        return True
    if len(numbers) < len(first):
        return any(at not in numeric and _recurs(table, at) for at in range(len(first)))
    whole = [int(text) for text in numbers]
    return whole != list(range(len(whole))) and not all(year in _YEARS for year in whole)


def _recurs(table: Sequence[Row], at: int) -> bool:
    """Whether the first row's text stands in the same column again."""
    return bool(table[0][at].strip()) and any(at < len(row) and row[at] == table[0][at] for row in table[1:])


def _merged(rows: Sequence[Row]) -> list[str]:
    """Names of several rows as one: `group/name`, or `name (unit)`."""
    *upper, lowest = rows
    if _is_index_name(lowest) and upper:
        names = _merged(upper)
        return [lowest[0].strip(), *names[1:]]
    if len(rows) == 2 and _are_units(lowest) and not _groups(upper[0]):
        return [_with_unit(name, unit) for name, unit in zip(upper[0], lowest, strict=True)]
    levels = [*(_spread_out(row) for row in upper), [name.strip() for name in lowest]]
    return ["/".join(dict.fromkeys(part for part in parts if part)) for parts in zip(*levels, strict=True)]


def _with_unit(name: str, unit: str) -> str:
    bare = unit.strip(" ()[]-")
    return f"{name.strip()} ({bare})" if bare else name


def _spread_out(names: Row) -> list[str]:
    """Each name carried on over the gaps behind it."""
    filled, current = [], ""
    for name in names:
        current = "" if re.fullmatch(r"Unnamed: .*", name) else name.strip() or current
        filled.append(current)
    return filled


def _named(raw: Sequence[str], rows: int, notes: tuple[str, ...]) -> Head:
    names = unique_names(raw)
    return Head(names, rows, (*notes, *_name_notes(raw)))


def _name_notes(raw: Sequence[str]) -> list[str]:
    """What was wrong with the names."""
    stripped = [name.strip() for name in raw]
    unnamed = [str(at) for at, name in enumerate(stripped, start=1) if not name]
    twice = [name for name, count in Counter(stripped).items() if count > 1 and name]
    notes = []
    if unnamed and len(unnamed) < len(raw):
        which = "Column" if len(unnamed) == 1 else "Columns"
        notes.append(
            f"{which} {', '.join(unnamed[:5])}{' …' if len(unnamed) > 5 else ''} have no name.".replace(
                "n 1 have", "n 1 has"
            )
        )
    if twice:
        notes.append(f"Several columns are called {', '.join(map(repr, twice[:3]))}{' …' if len(twice) > 3 else ''}.")
    return notes


def unique_names(raw: Sequence[str]) -> tuple[str, ...]:
    """Names stripped and made unique: `column_2` for the nameless second column, `loss_2` for the second `loss`."""
    taken = {name.strip() for name in raw}
    used: set[str] = set()
    names = []
    for at, name in enumerate((name.strip() for name in raw), start=1):
        chosen = name or f"column_{at}"
        number = 2
        while chosen in used or (chosen != name and chosen in taken):
            chosen = f"{name or f'column_{at}'}_{number}"
            number += 1
        used.add(chosen)
        names.append(chosen)
    return tuple(names)
